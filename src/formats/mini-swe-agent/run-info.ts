import { isRecord, own, ownString } from '../../base/json.ts';
import type { TrajectoryBuilder } from '../shared/trajectory-builder.ts';

/** Longest submission that is kept. */
const SUBMISSION_LIMIT = 20_000;
/** Limits of mini-SWE-agent by name, and SWE-agent's `exit_cost`, `exit_context` and the like. */
const LIMIT = /limit|exceeded|time-?out|^exit_/i;

/** Reads `info` into outcome, usage and metadata, and gives the submission. */
export function readRunInfo(builder: TrajectoryBuilder, info: unknown): string | null {
  if (!isRecord(info)) return null;
  const status = ownString(info, 'exit_status');
  if (status !== null && status !== '') {
    builder.addMetadata('exitStatus', status);
    // To submit is not to solve: the tests that decide are run elsewhere.
    builder.outcome = LIMIT.test(status)
      ? { status: 'failed', reward: null, reason: `the run ended by ${status}` }
      : {
          status: 'unknown',
          reward: null,
          reason: `exit status ${status}; the trace does not say whether it was right`,
        };
  }
  const stats = own(info, 'model_stats');
  const cost = own(stats, 'instance_cost');
  if (typeof cost === 'number') builder.usage = { inputTokens: null, outputTokens: null, costUsd: cost };
  const config = own(info, 'config');
  const facts = {
    miniVersion: own(info, 'mini_version'),
    apiCalls: own(stats, 'api_calls'),
    model: own(own(config, 'model'), 'model_name'),
    stepLimit: own(own(config, 'agent'), 'step_limit'),
    costLimit: own(own(config, 'agent'), 'cost_limit'),
  };
  for (const [key, value] of Object.entries(facts)) {
    if (typeof value === 'string' || typeof value === 'number') builder.addMetadata(key, value);
  }
  const submission = ownString(info, 'submission');
  if (submission !== null && submission !== '') {
    builder.addMetadata('submission', submission.slice(0, SUBMISSION_LIMIT));
    const cut = submission.length - SUBMISSION_LIMIT;
    if (cut > 0) builder.elide('characters of the submission', cut);
  }
  return submission;
}
