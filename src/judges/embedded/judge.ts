import { UNCALIBRATED_WEIGHTS } from '../../contracts/constraint.ts';
import type { ReasoningActionGraph } from '../../contracts/graph.ts';
import type { Candidate, Judgment } from '../../contracts/judgment.ts';
import type { Opinion } from '../../contracts/opinion.ts';
import type { Step } from '../../contracts/trajectory.ts';
import type { CheckOutcome, ValidationLog } from '../../contracts/validation-log.ts';
import type { Category } from '../../taxonomy/categories.ts';
import { CATEGORY_DEFAULTS } from '../../taxonomy/crosswalk.ts';
import type { TrajectoryIndex } from '../../trajectory/index-trajectory.ts';
import { explain } from './explain.ts';
import { type FeatureRow, featureReader } from './features/index.ts';
import { opinionFeatures } from './features/opinions.ts';
import { type RunView, viewRun } from './features/run-view.ts';
import { violates } from './features/violations.ts';
import { type Fusion, fusedCategories, fusedWeights } from './fusion.ts';
import fusionWeights from './fusion-weights.json' with { type: 'json' };
import { placeMarkers } from './markers.ts';
import { categoriesOf, contributionsOf, type EmbeddedModel, scoreOf, stepWeights } from './model.ts';
import weights from './weights.json' with { type: 'json' };

export interface JudgeInput {
  readonly index: TrajectoryIndex;
  readonly graph: ReasoningActionGraph;
  readonly validationLog: ValidationLog;
  readonly madeFrom: Judgment['madeFrom'];
  readonly model?: EmbeddedModel;
  /** Readings of the run by a model, to be weighed with the rest: the judgment is `fused` where one of them answered. */
  readonly opinions?: readonly Opinion[];
  readonly fusion?: Fusion;
}

const MAX_CANDIDATES = 10;
/** A step that no check speaks against leads an unknown outcome only where it is likelier than all others together. */
const CLEAR_SHARE = 0.5;

/**
 * Scores every step and names the markers, without a model call. The score of a step is a sum of what each of its
 * features adds, so that a verdict can be recomputed by hand from the shipped weights.
 */
export function judgeEmbedded({
  index,
  graph,
  validationLog,
  madeFrom,
  model = weights as EmbeddedModel,
  opinions = [],
  fusion = fusionWeights as Fusion,
}: JudgeInput): Judgment {
  const view = viewRun(index, graph, validationLog);
  const isFused = opinions.some(({ failure }) => failure === null);
  const alone = stepWeights(model, view.shape, constraintWeights(validationLog));
  const weight = isFused ? fusedWeights(fusion, alone) : alone;
  const rowAt = isFused ? joined(featureReader(view), opinionFeatures(opinions)) : featureReader(view);
  const scored = view.steps
    .filter((step) => step.role !== 'system')
    .map((step) => ({ step, score: scoreOf(weight, rowAt(step.position)) }))
    .sort((a, b) => b.score - a.score || a.step.position - b.step.position);
  const top = scored[0]?.score ?? 0;
  const total = scored.reduce((sum, one) => sum + Math.exp(one.score - top), 0);
  const isClear = 1 / total >= CLEAR_SHARE;
  const candidates = leading(view, scored, isClear)
    .slice(0, MAX_CANDIDATES)
    .map(({ step, score }): Candidate => {
      const row = rowAt(step.position);
      const outcomes = view.violationsByStep.get(step.position) ?? [];
      const learned = categoriesOf(model, row, view);
      const shares = isFused ? fusedCategories(fusion, learned, opinions) : learned;
      const category = categoryAt(shares, outcomes, validationLog);
      return {
        position: step.position,
        stepId: step.id,
        score: Math.round(score * 1e3) / 1e3,
        share: Math.round((Math.exp(score - top) / total) * 1e4) / 1e4,
        category,
        mode: modeAt(category, outcomes, validationLog),
        owner: step.role === 'user' ? 'user' : CATEGORY_DEFAULTS[category].owner,
        reasons: explain(contributionsOf(weight, row), outcomes),
      };
    });
  return {
    kind: 'judgment',
    schemaVersion: 1,
    trajectoryId: index.trajectory.id,
    judge: isFused ? 'fused' : 'embedded',
    judgeVersion: isFused ? `${model.version}+${fusion.version}` : model.version,
    madeFrom,
    candidates,
    markers: placeMarkers(view, candidates),
    probability: null,
    abstained: abstention(view, isClear || opinions.some(({ critical }) => critical !== null)),
    ...(opinions.length === 0 ? {} : { opinions: [...opinions] }),
  };
}

const joined =
  (rowAt: (position: number) => FeatureRow, more: (position: number) => FeatureRow) =>
  (position: number): FeatureRow =>
    new Map([...rowAt(position), ...more(position)]);

/** Constraints of packs, tools and models are not known to the model: each brings a weight of its own. */
const constraintWeights = (log: ValidationLog): ReadonlyMap<string, number> =>
  new Map(
    log.constraints.flatMap(({ id, origin, severity, calibration }) =>
      origin === 'rule' ? [] : [[violates(id), calibration?.weight ?? UNCALIBRATED_WEIGHTS[severity]] as const],
    ),
  );

/** Where nobody says that the run failed, steps that a check speaks against come before steps that only look like it. */
function leading<T extends { readonly step: Step }>(
  view: RunView,
  scored: readonly T[],
  isClear: boolean,
): readonly T[] {
  if (view.index.trajectory.outcome.status !== 'unknown' || isClear) return scored;
  const isViolated = ({ step }: T) => (view.violationsByStep.get(step.position) ?? []).some(isLive);
  return [...scored.filter(isViolated), ...scored.filter((one) => !isViolated(one))];
}

const isLive = (outcome: CheckOutcome): boolean => outcome.recoveredPosition === null;

/** What was learned; for a model without a category head, the category of the first constraint violated there. */
function categoryAt(
  learned: ReturnType<typeof categoriesOf>,
  outcomes: readonly CheckOutcome[],
  log: ValidationLog,
): Category {
  const violated = log.constraints.find((constraint) => constraint.id === outcomes[0]?.constraintId);
  return learned[0]?.category ?? violated?.category ?? 'inconclusive';
}

/** The mode of a violated constraint of that category at the step, else what the category most often is. */
function modeAt(category: Category, outcomes: readonly CheckOutcome[], log: ValidationLog): Candidate['mode'] {
  const violated = new Set(outcomes.map((outcome) => outcome.constraintId));
  const constraint = log.constraints.find(
    (one) => violated.has(one.id) && one.category === category && one.mode !== null,
  );
  return constraint?.mode ?? CATEGORY_DEFAULTS[category].mode;
}

/** Whether the last thing recorded is a call that nothing answers, and that alone is held against the run. */
function stopsMidCall(view: RunView): boolean {
  const last = view.steps.at(-1);
  const end = last?.events.at(-1);
  if (end?.kind !== 'tool-call' || view.index.callById.get(end.callId)?.result != null) return false;
  return view.violations.filter(isLive).every((outcome) => outcome.position === last?.position);
}

/** Why no step is named, where the trace does not carry a verdict; null where it does. */
function abstention(view: RunView, isClear: boolean): Judgment['abstained'] {
  const { trajectory } = view.index;
  if (!view.steps.some((step) => step.role === 'agent' || step.role === 'tool')) {
    return { reason: 'the trace holds no step of an agent or a tool' };
  }
  const silent = view.steps.every((step) => step.events.every((event) => event.text.trim() === ''));
  if (silent) return { reason: 'the trace holds no content, only the names of steps' };
  if (trajectory.outcome.status === 'unknown' && stopsMidCall(view)) {
    return {
      reason:
        'the record stops at a call whose result is not in it, and no check speaks against any step before; ' +
        'what came after, or what stopped the run, is not here (--outcome failed blames the call)',
    };
  }
  if (trajectory.outcome.status === 'unknown' && !isClear && !view.violations.some(isLive)) {
    return {
      reason:
        'the trace does not say whether the run failed (--outcome failed says so), and no check speaks against any step',
    };
  }
  return null;
}
