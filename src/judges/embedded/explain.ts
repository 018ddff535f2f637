import type { CheckOutcome } from '../../contracts/validation-log.ts';
import { FEATURE_TEXTS } from './feature-texts.ts';
import { OPINION_FEATURES } from './features/opinions.ts';
import type { Contribution } from './model.ts';

export interface Reason {
  readonly text: string;
  readonly contribution: number;
}

/** Features that only say where a step stands: one reason together, since alone each says little. */
const PLACE =
  /^(?:relative position|steps before|step \d|(?:agent|worker|user|code|call) turn|first turn of|same agent|role |last step|second last|third last|relative length|length rank|numbers$|coordinator$|answers only|words new)/;
/** Features that only say that a check failed at the step: they speak through the check that failed. */
const FAILED_CHECK = /^(?:failed check of|a violation (?:never|that)|(?:first|last) violation|violations here)/;
const SMALLEST = 0.1;
const MOST = 8;
/** Texts of the two reasons that gather what is too small or too general to stand alone. */
export const PLACE_TEXT = 'its place in the run (turn, role, length), as in labelled runs of this shape';
export const REST_TEXT = 'smaller signs together';

/** What spoke for and against a step, in words, largest first; the two gathered reasons come last. They add up to the score. */
export function explain(contributions: readonly Contribution[], outcomes: readonly CheckOutcome[]): Reason[] {
  let place = 0;
  let rest = 0;
  const byText = new Map<string, number>();
  for (const { feature, contribution } of contributions) {
    if (PLACE.test(feature)) place += contribution;
    else {
      const text = textOf(feature, outcomes);
      byText.set(text, (byText.get(text) ?? 0) + contribution);
    }
  }
  const reasons = [...byText]
    .map(([text, contribution]) => ({ text, contribution }))
    .sort((a, b) => Math.abs(b.contribution) - Math.abs(a.contribution));
  const kept = reasons.filter((reason, at) => at < MOST && Math.abs(reason.contribution) >= SMALLEST);
  for (const { contribution } of reasons.slice(kept.length)) rest += contribution;
  if (Math.abs(place) >= 0.01) kept.push({ text: PLACE_TEXT, contribution: place });
  if (Math.abs(rest) >= 0.01) kept.push({ text: REST_TEXT, contribution: rest });
  return kept.map((reason) => ({ ...reason, contribution: Math.round(reason.contribution * 100) / 100 }));
}

const OPINIONS: ReadonlySet<string> = new Set(OPINION_FEATURES);
const sayings = (reasons: readonly Reason[]): readonly Reason[] =>
  reasons.filter(({ text, contribution }) => contribution > 0 && text !== PLACE_TEXT && text !== REST_TEXT);

/**
 * The reason to give where there is room for one: the strongest that says something of this step. That a model says so
 * comes after what anyone can look up.
 */
export const leadingReason = (reasons: readonly Reason[]): string =>
  sayings(reasons).find(({ text }) => !OPINIONS.has(text))?.text ??
  sayings(reasons)[0]?.text ??
  'best score of all steps, by its place alone: no check speaks against it';

function textOf(feature: string, outcomes: readonly CheckOutcome[]): string {
  const failed = outcomes.find((one) => one.recoveredPosition === null) ?? outcomes[0];
  if (failed !== undefined && FAILED_CHECK.test(feature)) return `${failed.constraintId}: ${failed.message}`;
  const id = /^violates ([a-z0-9-]+)/.exec(feature)?.[1];
  if (id !== undefined) {
    const outcome = outcomes.find((one) => one.constraintId === id);
    return outcome === undefined ? feature : `${id}: ${outcome.message}`;
  }
  if (Object.hasOwn(FEATURE_TEXTS, feature)) return FEATURE_TEXTS[feature] ?? feature;
  const who = /^(.+) \((user|result)\)$/.exec(feature);
  if (who?.[1] !== undefined) {
    const inner = (FEATURE_TEXTS[who[1]] ?? who[1]).replace(/^it /, '');
    return `the ${who[2]} ${inner}`;
  }
  const about = /^(first agent step that|next step|step before) (.+)$/.exec(feature);
  if (about?.[1] !== undefined && about[2] !== undefined) {
    const inner = (FEATURE_TEXTS[about[2]] ?? about[2]).replace(/^it /, '');
    if (about[1] === 'first agent step that') return `the first agent step in the run that ${inner}`;
    return `${about[1] === 'next step' ? 'the next step' : 'the step before it'} ${inner}`;
  }
  return feature;
}
