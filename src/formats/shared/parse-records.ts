import { AppError } from '../../base/errors.ts';
import type { Trajectory } from '../../contracts/trajectory.ts';
import type { ParseContext } from '../format.ts';

/**
 * Reads each record of a file that holds many. A record that cannot be read costs itself, not the file: the context
 * hears of it, else the trajectory after it (or before it, for the last) carries a warning.
 * @throws the first error where no record could be read and the context does not hear of errors
 */
export function parseRecords<R>(
  records: readonly R[],
  parseOne: (record: R, index: number) => Trajectory,
  { onUnreadable }: ParseContext,
  pointerOf: (record: R, index: number) => string = (_record, index) => `/${index}`,
): readonly Trajectory[] {
  const trajectories: Trajectory[] = [];
  let first: AppError | null = null;
  let unread: { count: number; ref: string; message: string } | null = null;
  const attach = (trajectory: Trajectory): void => {
    if (unread === null) return;
    trajectory.coverage.warnings.push({
      code: 'RECORD_UNREADABLE',
      message: `a record of the file beside this one could not be read: ${unread.message}`,
      count: unread.count,
      firstRef: unread.ref,
    });
    unread = null;
  };
  records.forEach((record, index) => {
    try {
      const trajectory = parseOne(record, index);
      attach(trajectory);
      trajectories.push(trajectory);
    } catch (error) {
      if (!AppError.isInstance(error)) throw error;
      if (onUnreadable !== undefined) {
        onUnreadable(error, pointerOf(record, index), trajectories.length);
        return;
      }
      first ??= error;
      unread =
        unread === null
          ? { count: 1, ref: pointerOf(record, index), message: error.message }
          : { ...unread, count: unread.count + 1 };
    }
  });
  const last = trajectories.at(-1);
  if (last === undefined) {
    if (records.length > 0 && onUnreadable !== undefined) return [];
    throw first ?? new AppError('TRACE_NO_STEPS', 'the file holds no records');
  }
  attach(last);
  return trajectories;
}
