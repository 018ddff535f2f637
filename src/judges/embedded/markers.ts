import type { Candidate, Judgment, MarkerPlace } from '../../contracts/judgment.ts';
import { leadingReason } from './explain.ts';
import type { RunView } from './features/run-view.ts';
import { isWrite } from './features/writes.ts';

/**
 * Names the steps that the markers ask for. They are ordered by construction: first anomaly ≤ critical ≤ point of no
 * return, last recoverable < point of no return, critical ≤ symptom.
 */
export function placeMarkers(view: RunView, candidates: readonly Candidate[]): Judgment['markers'] {
  const best = candidates[0];
  if (best === undefined) {
    return {
      firstAnomaly: null,
      critical: null,
      decisive: null,
      lastRecoverable: null,
      pointOfNoReturn: null,
      symptom: null,
    };
  }
  const critical = { position: best.position, reason: leadingReason(best.reasons) };
  const pointOfNoReturn = noReturn(view, best.position);
  // Markers that fall on one step share its reason, so that a reader meets it once.
  const sameReason = (place: MarkerPlace | null) => (place?.position === critical.position ? critical : place);
  return {
    firstAnomaly: sameReason(firstAnomaly(view, best.position)),
    critical,
    decisive: sameReason(decisive(view, candidates)),
    lastRecoverable: lastRecoverable(view, pointOfNoReturn.position),
    pointOfNoReturn,
    symptom: symptom(view, best.position),
  };
}

/** Earliest violation that is more than a blemish; the critical step where no check failed before it. */
function firstAnomaly(view: RunView, critical: number): MarkerPlace {
  const severity = view.severity;
  const first = view.violations.find((outcome) => severity.get(outcome.constraintId) !== 'low');
  return first !== undefined && first.position !== null && first.position <= critical
    ? { position: first.position, reason: first.message }
    : { position: critical, reason: 'no check failed before the critical step' };
}

/** Of the best candidates, the one that the outcome rests on most directly (AgentScope's target). */
function decisive(view: RunView, candidates: readonly Candidate[]): MarkerPlace | null {
  let chosen: { candidate: Candidate; value: number; distance: number | undefined } | null = null;
  for (const candidate of candidates.slice(0, 5)) {
    const distance = view.behindAnswer.get(candidate.position);
    const value = candidate.score + (distance === undefined ? 0 : 1 / (1 + distance));
    if (chosen === null || value > chosen.value) chosen = { candidate, value, distance };
  }
  if (chosen === null) return null;
  const reason = chosen.distance === undefined ? 'best score of all steps' : 'the end of the run rests on its values';
  return { position: chosen.candidate.position, reason };
}

/** The first write that went through at or after the critical step, else the step with which the agents stopped. */
export function noReturn(view: RunView, critical: number): MarkerPlace {
  const write = view.index.calls.find(
    (record) =>
      record.step.position >= critical && record.failure === null && record.result !== null && isWrite(record),
  );
  if (write !== undefined) return { position: write.step.position, reason: `${write.call.name} went through` };
  const last = view.steps.findLast((step) => step.role === 'agent' && step.position >= critical);
  if (last === undefined) return { position: critical, reason: 'no agent acted after it' };
  return {
    position: last.position,
    reason: last.position === view.answerPosition ? 'the final answer' : 'the last step of an agent',
  };
}

export function lastRecoverable(view: RunView, pointOfNoReturn: number): MarkerPlace | null {
  const step = view.steps.slice(0, pointOfNoReturn).findLast((one) => one.role === 'agent');
  return step === undefined
    ? null
    : { position: step.position, reason: 'last step of an agent before the point of no return' };
}

/** Where the failure first showed: a failed result, an error or a later violation; else the end. */
export function symptom(view: RunView, critical: number): MarkerPlace {
  const failed = view.index.calls.find(
    (record) =>
      record.failure !== null &&
      record.resultStep !== null &&
      record.resultStep.position >= critical &&
      view.unrecoveredActors.has(record.step.position),
  );
  const error = view.steps.find(
    (step) => step.position >= critical && step.events.some((event) => event.kind === 'error'),
  );
  const places = [
    ...(failed?.resultStep
      ? [{ position: failed.resultStep.position, reason: `${failed.call.name} failed and was never made good` }]
      : []),
    ...(error ? [{ position: error.position, reason: 'an error was recorded' }] : []),
  ].sort((a, b) => a.position - b.position);
  return places[0] ?? { position: view.steps.length - 1, reason: 'the end of the run' };
}
