import { excerpt, plural } from '../../base/text.ts';
import type { ReasoningActionGraph } from '../../contracts/graph.ts';
import type { Candidate, Judgment, MarkerPlace } from '../../contracts/judgment.ts';
import type { Opinion } from '../../contracts/opinion.ts';
import type { ValidationLog } from '../../contracts/validation-log.ts';
import { CATEGORY_DEFAULTS } from '../../taxonomy/crosswalk.ts';
import type { TrajectoryIndex } from '../../trajectory/index-trajectory.ts';
import { viewRun } from '../embedded/features/run-view.ts';
import { placeMarkers } from '../embedded/markers.ts';
import { type Say, type StepTally, tallyOpinions } from './tally.ts';
import { type Vote, voteOf } from './vote.ts';

export interface OpinionsInput {
  readonly opinions: readonly Opinion[];
  readonly index: TrajectoryIndex;
  readonly graph: ReasoningActionGraph;
  readonly validationLog: ValidationLog;
  readonly madeFrom: Judgment['madeFrom'];
  /** Id of the judge, or of the panel. */
  readonly judge: string;
}

const VERSION = '1';
const MAX_CANDIDATES = 10;
const MAX_NOTES = 40;
const NO_MARKERS: Judgment['markers'] = {
  firstAnomaly: null,
  critical: null,
  decisive: null,
  lastRecoverable: null,
  pointOfNoReturn: null,
  symptom: null,
};

/** A judgment from what models said: steps by votes and confidence, each point of the score with who said it. */
export function judgmentOf({ opinions, index, graph, validationLog, madeFrom, judge }: OpinionsInput): Judgment {
  const vote = voteOf(opinions);
  const tallies = vote.critical === null ? [] : tallyOpinions(opinions).slice(0, MAX_CANDIDATES);
  const total = tallies.reduce((sum, { score }) => sum + Math.exp(score), 0);
  const candidates = tallies.map((tally) => candidateOf(tally, total, index));
  return {
    kind: 'judgment',
    schemaVersion: 1,
    trajectoryId: index.trajectory.id,
    judge,
    judgeVersion: VERSION,
    madeFrom,
    candidates,
    markers: candidates.length === 0 ? NO_MARKERS : markersOf({ index, graph, validationLog }, candidates, vote),
    probability: null,
    abstained: abstentionOf(opinions, vote),
    opinions: [...opinions],
    notes: notesOf(opinions, vote),
  };
}

function candidateOf({ position, said, score }: StepTally, total: number, index: TrajectoryIndex): Candidate {
  const step = index.trajectory.steps[position];
  const own = voteOf(said.map(({ opinion }) => opinion).filter(({ critical }) => critical === position));
  const alternative = said.flatMap(({ opinion, as }) =>
    as === 'alternative' ? opinion.alternatives.filter((one) => one.position === position) : [],
  );
  const category = own.category ?? alternative.find((one) => one.category !== null)?.category ?? 'inconclusive';
  return {
    position,
    stepId: step?.id ?? '',
    score: round(score),
    share: round(Math.exp(score) / total),
    category,
    mode: own.mode ?? CATEGORY_DEFAULTS[category].mode,
    owner: step?.role === 'user' ? 'user' : CATEGORY_DEFAULTS[category].owner,
    reasons: said
      .map((say) => ({ text: sayText(say, position), contribution: round(say.points) }))
      .sort((a, b) => b.contribution - a.contribution),
  };
}

const round = (value: number): number => Math.round(value * 1e4) / 1e4;

const ROLE_TEXT = {
  critical: 'critical step',
  decisive: 'decisive step',
  firstMistake: 'first mistake',
  alternative: 'alternative',
} as const satisfies Record<Say['as'], string>;

const MAX_REASON = 300;

function sayText({ opinion, as }: Say, position: number): string {
  const why =
    as === 'alternative'
      ? (opinion.alternatives.find((one) => one.position === position)?.why ?? '')
      : as === 'critical'
        ? opinion.rationale
        : '';
  const words = excerpt(why, MAX_REASON);
  return `${ROLE_TEXT[as]} to ${nameOf(opinion)}${words === '' ? '' : `: ${words}`}`;
}

const nameOf = ({ judge, modelId, sampleIndex }: Opinion): string =>
  `${judge} (${modelId}${sampleIndex === 0 ? '' : `, reading ${sampleIndex + 1}`})`;

/** Ordered as everywhere: first anomaly ≤ critical ≤ point of no return, last recoverable before it, symptom from critical on. */
function markersOf(
  { index, graph, validationLog }: Pick<OpinionsInput, 'index' | 'graph' | 'validationLog'>,
  candidates: readonly Candidate[],
  { critical, firstMistake, decisive, answered }: Vote,
): Judgment['markers'] {
  const placed = placeMarkers(viewRun(index, graph, validationLog), candidates);
  if (placed.critical === null) return placed;
  const reasonAt = (position: number, otherwise: string): MarkerPlace => ({
    position,
    reason: position === critical ? (placed.critical?.reason ?? otherwise) : otherwise,
  });
  const by = answered === 1 ? 'the model' : 'most models';
  return {
    ...placed,
    firstAnomaly:
      firstMistake !== null && firstMistake <= placed.critical.position
        ? reasonAt(firstMistake, `${by} names it as the first mistake`)
        : placed.firstAnomaly,
    decisive: decisive === null ? placed.critical : reasonAt(decisive, `${by} names it as the decisive step`),
  };
}

function abstentionOf(opinions: readonly Opinion[], { critical, answered, asked }: Vote): Judgment['abstained'] {
  if (critical !== null) return null;
  if (asked === 0) return { reason: 'no model was asked' };
  const failures = [...new Set(opinions.flatMap(({ failure }) => (failure === null ? [] : [failure])))];
  if (answered === 0) return { reason: `no model answered: ${failures.slice(0, 3).join('; ')}` };
  const named = opinions.filter((one) => one.failure === null && one.critical !== null).length;
  return {
    reason:
      named === 0
        ? `${plural(answered, 'reading')} of the run named no step`
        : `${answered - named} of ${answered} readings of the run named no step`,
  };
}

/** What failed, what was left out, and how far the readings agree. */
function notesOf(opinions: readonly Opinion[], { answered, asked, agreement, critical, stability }: Vote): string[] {
  const numbers = stability.filter(({ samePairs }) => samePairs !== null);
  const notes = [
    ...(answered < asked ? [`${asked - answered} of ${asked} readings gave no answer`] : []),
    ...(answered > 1 && agreement !== null
      ? [
          critical === null
            ? `${Math.round(agreement * answered)} of ${answered} readings name no step`
            : `${Math.round(agreement * answered)} of ${answered} readings name the same step`,
        ]
      : []),
    ...numbers.map(
      ({ judge, answered: count, samePairs }) =>
        `${judge}: ${Math.round((samePairs ?? 0) * 100)} % of the pairs of its ${count} readings name the same step`,
    ),
    ...opinions.flatMap((opinion) => [
      ...(opinion.failure === null ? [] : [`${nameOf(opinion)}: ${opinion.failure}`]),
      ...opinion.problems.map((problem) => `${nameOf(opinion)}: ${problem}`),
    ]),
  ];
  const unique = [...new Set(notes)];
  return unique.length <= MAX_NOTES
    ? unique
    : [...unique.slice(0, MAX_NOTES), `${unique.length - MAX_NOTES} further notes stand with the opinions`];
}
