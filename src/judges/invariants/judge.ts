import { UNCALIBRATED_WEIGHTS } from '../../contracts/constraint.ts';
import type { ReasoningActionGraph } from '../../contracts/graph.ts';
import type { Candidate, Judgment } from '../../contracts/judgment.ts';
import type { ValidationLog } from '../../contracts/validation-log.ts';
import { CATEGORY_DEFAULTS } from '../../taxonomy/crosswalk.ts';
import type { TrajectoryIndex } from '../../trajectory/index-trajectory.ts';
import { reachable } from '../../trajectory/reachable.ts';
import { stepNumber } from '../../trajectory/step-number.ts';
import { findBroken } from './find-broken.ts';
import { INVARIANTS } from './index.ts';
import type { Finding } from './invariant.ts';
import { placeInvariantMarkers } from './markers.ts';
import { type InvariantView, viewForInvariants } from './view.ts';

export interface InvariantsInput {
  readonly index: TrajectoryIndex;
  readonly graph: ReasoningActionGraph;
  readonly validationLog: ValidationLog;
  readonly madeFrom: Judgment['madeFrom'];
}

const VERSION = '1';
const MAX_CANDIDATES = 10;
/** How many steps are asked what comes of them: each answer is a walk over the graph. */
const MAX_WALKS = 20;

/** Every place at which an invariant does not hold, as far as can be seen without a model, in step order. */
export const findAllBroken = (view: InvariantView): readonly Finding[] =>
  Object.values(INVARIANTS)
    .flatMap((invariant) => findBroken(invariant, view))
    .sort((a, b) => a.position - b.position);

/**
 * Judges a run by AgentScope's ten invariants without a model: every place where one is broken is a candidate, and the
 * one leads that explains most of the bad end. The score of a step is the weight of what is broken there and never made
 * good, plus how near the answer rests on it, plus the share of what is broken later that comes of it. None of it is
 * learned.
 */
export function judgeInvariants({ index, graph, validationLog, madeFrom }: InvariantsInput): Judgment {
  const view = viewForInvariants(index, graph, validationLog);
  const findings = findAllBroken(view);
  const candidates = candidatesOf(view, findings);
  const live = findings.filter(isLive);
  return {
    kind: 'judgment',
    schemaVersion: 1,
    trajectoryId: index.trajectory.id,
    judge: 'invariants',
    judgeVersion: VERSION,
    madeFrom,
    candidates,
    markers: placeInvariantMarkers(view, live, candidates),
    probability: null,
    abstained: live.length > 0 ? null : { reason: 'no invariant is broken, as far as can be seen without a model' },
  };
}

const isLive = ({ recoveredPosition }: Finding): boolean => recoveredPosition === null;

function candidatesOf(view: InvariantView, findings: readonly Finding[]): readonly Candidate[] & Candidate[] {
  const byStep = new Map<number, Finding[]>();
  for (const finding of findings) {
    const here = byStep.get(finding.position);
    if (here === undefined) byStep.set(finding.position, [finding]);
    else here.push(finding);
  }
  const weighed = [...byStep]
    .map(([position, here]) => ({ position, here, weight: sum(here.map((one) => weightOf(view, one))) }))
    .sort((a, b) => b.weight - a.weight || a.position - b.position)
    .slice(0, MAX_WALKS);
  const live = findings.filter(isLive).map(({ position }) => position);
  const carrying = view.graph.edges.filter(({ carrier }) => carrier.type !== 'order');
  const scored = weighed.flatMap(({ position, here }) => {
    const step = view.steps[position];
    if (step === undefined || step.role === 'system') return [];
    const reasons = [
      ...here.map((one) => ({ text: textOf(view, one), contribution: rounded(weightOf(view, one)) })),
      ...(here.some(isLive) ? reachOf(view, carrying, position, live) : []),
    ].sort((a, b) => b.contribution - a.contribution);
    const lead = here.toSorted((a, b) => weightOf(view, b) - weightOf(view, a))[0];
    if (lead === undefined) return [];
    return [{ step, lead, reasons, score: rounded(sum(reasons.map(({ contribution }) => contribution))) }];
  });
  scored.sort((a, b) => b.score - a.score || a.step.position - b.step.position);
  const total = sum(scored.map(({ score }) => Math.exp(score)));
  return scored.slice(0, MAX_CANDIDATES).map(({ step, lead, reasons, score }) => ({
    position: step.position,
    stepId: step.id,
    score,
    share: Math.round((Math.exp(score) / total) * 1e4) / 1e4,
    category: lead.category,
    mode: lead.mode,
    owner: step.role === 'user' ? 'user' : CATEGORY_DEFAULTS[lead.category].owner,
    reasons,
  }));
}

/** What was made good explains nothing of the end: it is told, and weighs nothing. */
function weightOf(view: InvariantView, finding: Finding): number {
  if (!isLive(finding)) return 0;
  const constraint = finding.constraintId === null ? undefined : view.constraintById.get(finding.constraintId);
  return constraint?.calibration?.weight ?? UNCALIBRATED_WEIGHTS[finding.severity];
}

function textOf(view: InvariantView, { mode, constraintId, reason, recoveredPosition }: Finding): string {
  const good = recoveredPosition === null ? undefined : view.steps[recoveredPosition];
  const madeGood = good === undefined ? '' : `; made good at step ${stepNumber(good)}`;
  return `${constraintId ?? mode}: ${reason}${madeGood}`;
}

/** How the end of the run hangs on a step. */
function reachOf(
  view: InvariantView,
  carrying: InvariantView['graph']['edges'],
  position: number,
  live: readonly number[],
): Candidate['reasons'] {
  const reasons: { text: string; contribution: number }[] = [];
  const distance = view.behindAnswer.get(position);
  // That the end rests on itself explains nothing.
  if (distance !== undefined && distance > 0) {
    reasons.push({ text: 'the end of the run rests on its values', contribution: rounded(1 / (1 + distance)) });
  }
  const later = live.filter((one) => one > position);
  if (later.length > 0) {
    const after = reachable(carrying, position, 'to');
    const ofIt = later.filter((one) => after.has(one)).length;
    const text = `${ofIt} of ${later.length} things broken later come of it`;
    if (ofIt > 0) reasons.push({ text, contribution: rounded(ofIt / later.length) });
  }
  return reasons;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
const rounded = (value: number): number => Math.round(value * 1e3) / 1e3;
