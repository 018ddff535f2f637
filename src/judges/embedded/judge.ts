import type { ReasoningActionGraph } from '../../contracts/graph.ts';
import type { Candidate, Judgment } from '../../contracts/judgment.ts';
import type { ValidationLog } from '../../contracts/validation-log.ts';
import type { TrajectoryIndex } from '../../trajectory/index-trajectory.ts';

export interface JudgeInput {
  readonly index: TrajectoryIndex;
  readonly graph: ReasoningActionGraph;
  readonly validationLog: ValidationLog;
  readonly madeFrom: Judgment['madeFrom'];
}

/** Scores every step and names the markers, without a model. */
export function judgeEmbedded({ index, validationLog, madeFrom }: JudgeInput): Judgment {
  const first = validationLog.outcomes.find((outcome) => outcome.status === 'violated');
  const position = first?.position ?? 0;
  const step = index.trajectory.steps[position];
  const candidate: Candidate = {
    position,
    stepId: step?.id ?? '',
    score: 1,
    share: 1,
    category: 'inconclusive',
    mode: null,
    owner: 'model',
    reasons: [{ text: first?.message ?? 'no violation found', contribution: 1 }],
  };
  const place = { position, reason: first?.message ?? 'no violation found' };
  return {
    kind: 'judgment',
    schemaVersion: 1,
    trajectoryId: index.trajectory.id,
    judge: 'embedded',
    judgeVersion: '0',
    madeFrom,
    candidates: [candidate],
    markers: {
      firstAnomaly: place,
      critical: place,
      decisive: place,
      lastRecoverable: null,
      pointOfNoReturn: null,
      symptom: { position: index.trajectory.steps.length - 1, reason: 'last step' },
    },
    probability: null,
    abstained: null,
  };
}
