import type { Run } from '../../contracts/run.ts';
import { codingRun } from './coding-run.ts';
import { hostileRun } from './hostile-run.ts';
import { constraint, evidenceAt, makeRun, makeTrajectory, outcome, says, violation } from './make-run.ts';
import { failedRun, succeededRun, TSHIRT_CONSTRAINTS, tshirtTrajectory } from './tshirt-run.ts';

/** One run for each thing a report must be able to say. */
export const SAMPLE_RUNS = {
  failed: failedRun,
  succeeded: succeededRun,
  abstained: abstainedRun,
  unknown: unknownRun,
  incomplete: incompleteRun,
  'one-step': oneStepRun,
  long: () => codingRun(600),
  hostile: hostileRun,
} as const satisfies Record<string, () => Run>;

export type SampleName = keyof typeof SAMPLE_RUNS;

function abstainedRun(): Run {
  const trajectory = tshirtTrajectory({ id: 'tshirt-9' });
  const place = (position: number, category: 'inconclusive' | 'invalid-invocation', score: number, text: string) => ({
    stepId: `step-${position + 1}`,
    position,
    nativeIndex: null,
    rawRef: `/traj/${position}`,
    agent: 'assistant',
    category,
    score,
    reasons: [{ text, contribution: score }],
  });
  return makeRun({
    trajectory,
    constraints: TSHIRT_CONSTRAINTS,
    outcomes: [
      violation(
        trajectory,
        'id-as-issued',
        11,
        'order id "W7303" lacks the "#" that the tools use',
        [evidenceAt(trajectory, 11, 'W7303')],
        13,
      ),
      outcome('claim-matches-tool-output', 'undecided', 'the tool output could not be parsed', 2),
    ],
    diagnosis: {
      headline: 'No step singled out: no check failed for good, and no step stands out from the others.',
      abstained: { reason: 'no check failed for good, and no step stands out from the others' },
      alternatives: [
        place(11, 'invalid-invocation', 0.31, 'the call failed: order not found'),
        place(9, 'inconclusive', 0.3, 'states a number'),
        place(17, 'inconclusive', 0.28, 'changes an order'),
      ],
    },
  });
}

function unknownRun(): Run {
  const run = failedRun();
  const trajectory = tshirtTrajectory({
    outcome: { status: 'unknown', reward: null, reason: 'the trace does not say' },
  });
  return makeRun({
    trajectory,
    constraints: run.validationLog.constraints,
    outcomes: run.validationLog.outcomes,
    edges: run.graph.edges,
    markers: { critical: [9, 'the wrong count is never taken back'], symptom: [19, 'the last step'] },
    diagnosis: {
      ...run.diagnosis,
      outcome: 'unknown',
      outcomeReason: 'the trace does not say',
      headline: 'If it failed, it broke at step 10, assistant: misinterpretation of tool output.',
      markers: {
        ...run.diagnosis.markers,
        firstAnomaly: null,
        decisive: null,
        lastRecoverable: null,
        pointOfNoReturn: null,
      },
      target: 'firstAnomaly',
      usedReference: true,
    },
  });
}

function incompleteRun(): Run {
  const run = failedRun();
  const coverage = {
    recordsRead: 23,
    recordsMapped: 20,
    recordsOther: 3,
    elided: [{ what: 'base64 image', count: 2 }],
    redacted: 1,
    assumed: ['tool results without an id answer the oldest open call'],
    warnings: [
      { code: 'TRACE_TRUNCATED', message: 'the last line is cut off in the middle', count: 1, firstRef: 'line:24' },
      { code: 'TOOL_RESULT_WITHOUT_CALL', message: 'a tool result answers no tool call', count: 2, firstRef: 'line:7' },
    ],
    complete: false,
  };
  const trajectory = { ...run.trajectory, coverage };
  const evidence = run.diagnosis.evidence.map((quoted, index) =>
    index === 1 ? { ...quoted, verified: false } : quoted,
  );
  return { ...run, trajectory, diagnosis: { ...run.diagnosis, coverage, evidence } };
}

function oneStepRun(): Run {
  const trajectory = makeTrajectory('one', [says('I cannot help with that.')], {
    uri: null,
    source: { uri: null, format: 'openai-chat', recordRef: 'line:3' },
    outcome: { status: 'failed', reward: null, reason: 'score 0' },
  });
  return makeRun({
    trajectory,
    constraints: [
      constraint('task-attempted', 'The agent tries before it gives up.', { category: 'intent-not-supported' }),
    ],
    outcomes: [
      violation(trajectory, 'task-attempted', 0, 'the agent gave up without a tool call', [
        evidenceAt(trajectory, 0, 'I cannot help'),
      ]),
    ],
    markers: {
      firstAnomaly: [0, 'gives up'],
      critical: [0, 'gives up at once'],
      decisive: [0, 'gives up'],
      pointOfNoReturn: [0, 'it is the last step'],
      symptom: [0, 'it is the last step'],
    },
    diagnosis: {
      category: 'intent-not-supported',
      owner: 'prompt',
      score: 0.9,
      headline: 'It broke at step 1, assistant: intent not supported.',
      reasons: [{ text: 'gives up without trying', contribution: 0.9 }],
      fixes: [{ owner: 'prompt', text: 'State the rule in the prompt, with an example of this case.' }],
      cost: { modelCalls: 2, usd: null, durationMs: null },
    },
  });
}
