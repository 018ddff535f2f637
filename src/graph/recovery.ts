import type { Recovery } from '../contracts/graph.ts';
import type { CallRecord, TrajectoryIndex } from '../trajectory/index-trajectory.ts';

/**
 * For each call that failed: the later step that made it good, or null. The same tool succeeding later counts, and so
 * does another tool for the same job (`find_user_by_email` failed, `find_user_by_name_zip` found the user).
 * One backward pass that keeps the nearest later success of each tool and of each job.
 */
export function analyseRecovery(index: TrajectoryIndex): Recovery[] {
  const nextByTool = new Map<string, CallRecord>();
  const nextByJob = new Map<string, CallRecord>();
  const recoveries: Recovery[] = [];
  for (const record of index.calls.toReversed()) {
    const { call, step, resultStep, failure } = record;
    const job = jobOf(call.name);
    if (failure === null) {
      if (record.result !== null) {
        nextByTool.set(call.name, record);
        if (job !== null) nextByJob.set(job, record);
      }
      continue;
    }
    const same = nextByTool.get(call.name);
    const other = job === null ? undefined : nextByJob.get(job);
    const resolver = same ?? other;
    const about = { failedPosition: resultStep?.position ?? step.position, actedPosition: step.position };
    if (resolver === undefined) {
      recoveries.push({ ...about, recoveredPosition: null, how: `${call.name} never succeeded after this` });
    } else if (!resolves(record, resolver)) {
      const how = `${resolver.call.name} succeeded later, about something else`;
      recoveries.push({ ...about, recoveredPosition: null, how });
    } else {
      const position = resolver.resultStep?.position ?? resolver.step.position;
      const how = resolver === same ? `${call.name} succeeded` : `${resolver.call.name} did the same job`;
      recoveries.push({ ...about, recoveredPosition: position, how });
    }
  }
  return recoveries.reverse();
}

/** Verb and object of a tool's name (`find_user_id_by_email`: `find_user`); null where the name says too little. */
function jobOf(tool: string): string | null {
  const words = tool
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter(Boolean);
  return words.length < 3 ? null : words.slice(0, 2).join('_');
}

/** Repeating the very same call and getting through is a recovery too; a call about something else is not. */
function resolves(failed: CallRecord, later: CallRecord): boolean {
  if (failed.call.inferred || later.call.inferred) return true;
  if (failed.failure?.kind === 'invocation' || failed.failure?.kind === 'infrastructure') return true;
  const known = new Set(argumentValues(failed.call.arguments));
  const values = argumentValues(later.call.arguments);
  if (known.size <= 1 || values.length <= 1) return true;
  return values.some((value) => known.has(value));
}

function argumentValues(value: unknown): string[] {
  if (value === null || typeof value !== 'object') return [String(value)];
  return Object.values(value).map((inner) => (typeof inner === 'object' ? JSON.stringify(inner) : String(inner)));
}
