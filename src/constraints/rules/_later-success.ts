import type { CallRecord, TrajectoryIndex } from '../../trajectory/index-trajectory.ts';
import { overlapOf, wordsOf } from '../../trajectory/near-duplicate.ts';

/** How many later calls of a tool are looked at for one that makes a failed call good. */
const LOOKED_AT = 50;

/** Calls that come after one in the run, of the same tool, in order. */
export function laterCalls(index: TrajectoryIndex, record: CallRecord): readonly CallRecord[] {
  const ofTool = index.callsByTool.get(record.call.name) ?? [];
  let low = 0;
  let high = ofTool.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ofTool[middle]?.step.position ?? 0) <= record.step.position) low = middle + 1;
    else high = middle;
  }
  return ofTool.slice(low, low + LOOKED_AT);
}

/**
 * Position of the step at which a failed call was made good: the same tool later succeeds. Null where it never does.
 * A tool that runs code or commands takes all sorts of calls, so there the later one must also ask for about the same.
 */
export function laterSuccess(index: TrajectoryIndex, record: CallRecord, likeness = 0): number | null {
  const words = likeness > 0 ? wordsOf(record.call.text) : null;
  for (const later of laterCalls(index, record)) {
    if (later.result === null || later.failure !== null) continue;
    if (words !== null && overlapOf(words, wordsOf(later.call.text)) < likeness) continue;
    return later.step.position;
  }
  return null;
}
