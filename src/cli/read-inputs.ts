import { ownString } from '../base/json.ts';
import type { Trajectory } from '../contracts/trajectory.ts';
import { asReadError, type ReadError } from './diagnose/diagnose-input.ts';
import { findInputs } from './find-inputs.ts';
import { gatherSessions } from './gather-sessions.ts';
import type { ExitCode, Host } from './host.ts';
import type { Input } from './inputs.ts';
import { printError } from './print-error.ts';
import { readInput } from './read-input.ts';

export interface OnRead {
  readonly trajectory: (trajectory: Trajectory) => Promise<void>;
  /** Hears of what could not be read; prints it where it is left out. */
  readonly error?: (error: ReadError) => Promise<void>;
  /** Hears of an input of which nothing could be read, with the first reason. */
  readonly unread?: (input: Input, error: ReadError) => Promise<void>;
}

/**
 * Reads every trajectory that arguments name, one after the other, for commands that do not diagnose. What cannot be
 * read is printed as an error, and the others go on. Gives the exit code.
 */
export async function readInputs(names: readonly string[], givenHost: Host, on: OnRead): Promise<ExitCode> {
  const { inputs, host } = await findInputs(names, givenHost, false);
  let worst: ExitCode = 0;
  const fail = async (thrown: unknown, uri: string): Promise<ReadError> => {
    const error = asReadError(thrown, uri);
    if (worst < error.exitCode) worst = error.exitCode;
    host.reached(worst);
    await (on.error === undefined ? printError(error, host) : on.error(error));
    return error;
  };
  for (const result of await gatherSessions(inputs)) {
    if ('error' in result) {
      await fail(result.error, result.uri);
      continue;
    }
    const { input } = result;
    let count = 0;
    let first: ReadError | null = null;
    for await (const read of readInput(input, host.stdin)) {
      if (read.ok) {
        count++;
        await on.trajectory(read.value);
      } else {
        const error = await fail(read.error, ownString(read.error.details, 'uri') ?? input.uri);
        first ??= error;
      }
    }
    if (count === 0 && first !== null) await on.unread?.(input, first);
  }
  return worst;
}
