import type { Candidate, Judgment, MarkerPlace } from '../../contracts/judgment.ts';
import { lastRecoverable, noReturn, symptom } from '../embedded/markers.ts';
import type { Finding } from './invariant.ts';
import type { InvariantView } from './view.ts';

const NONE: Judgment['markers'] = {
  firstAnomaly: null,
  critical: null,
  decisive: null,
  lastRecoverable: null,
  pointOfNoReturn: null,
  symptom: null,
};

/**
 * The named steps, from what is broken and was never made good: the earliest, blemishes left out where there is more,
 * is where the run failed for good (AgentRx); the best explanation of the end is what decided it (AgentScope).
 */
export function placeInvariantMarkers(
  view: InvariantView,
  live: readonly Finding[],
  candidates: readonly Candidate[],
): Judgment['markers'] {
  const weighty = live.filter(({ severity }) => severity !== 'low');
  const [first, earliest, best] = [weighty[0] ?? live[0], live[0], candidates[0]];
  if (first === undefined || earliest === undefined || best === undefined) return NONE;
  const critical: MarkerPlace = { position: first.position, reason: first.reason };
  const pointOfNoReturn = noReturn(view, critical.position);
  return {
    firstAnomaly: earliest === first ? critical : { position: earliest.position, reason: earliest.reason },
    critical,
    decisive:
      best.position === critical.position
        ? critical
        : { position: best.position, reason: best.reasons[0]?.text ?? 'it explains most of the end' },
    lastRecoverable: lastRecoverable(view, pointOfNoReturn.position),
    pointOfNoReturn,
    symptom: symptom(view, critical.position),
  };
}
