import { wordsOf } from '../near-duplicate.ts';
import { likeness } from '../text-sketch.ts';
import type { Act } from './act.ts';

/**
 * How much the repetitions of a loop differ. `exact`: the same calls word for word, or the same message. `near`: a few
 * words of the arguments or of the message differ. `varied`: other arguments for the same tools, and the same failure or
 * the same long result all the same.
 */
export const LOOP_KINDS = ['exact', 'near', 'varied'] as const;
export type LoopKind = (typeof LOOP_KINDS)[number];

/** Outcomes and messages this alike are the same. */
const SAME = 0.9;
/** Arguments this alike differ in a few words. */
const NEAR = 0.8;

/** Whether an act does over what an earlier one did, and got nothing else for it. */
export function isSameAct(earlier: Act, later: Act, kind: LoopKind): boolean {
  if (!later.isCall) {
    return (
      earlier.exact === later.exact &&
      likeness(earlier.input, later.input) >= (kind === 'exact' ? SAME : NEAR) &&
      isSameOutcome(earlier, later)
    );
  }
  if (earlier.exact === later.exact) return isSameOutcome(earlier, later);
  if (kind === 'exact' || earlier.shape !== later.shape || earlier.outcomeKey !== later.outcomeKey) return false;
  if (earlier.outcomeKind !== later.outcomeKind || later.outcomeKind === 'short') return false;
  if (kind === 'varied') return later.outcomeKind !== 'empty';
  return likeness(earlier.input, later.input) >= NEAR;
}

/** Whether nothing came back that had not come back before, digits (clocks, counters) aside. */
export const isSameOutcome = (earlier: Act, later: Act): boolean => likeness(earlier.outcome, later.outcome) >= SAME;

/** Whether what an act newly brought is taken up by the act after it, and was no part of that act's own earlier round. */
export function takesUpNews(earlier: Act, later: Act, next: Act, nextBefore: Act): boolean {
  if (earlier.outcomeText === later.outcomeText || next.inputText === nextBefore.inputText) return false;
  const known = wordsOf(earlier.outcomeText);
  const before = wordsOf(nextBefore.inputText);
  const taken = wordsOf(next.inputText);
  for (const word of wordsOf(later.outcomeText)) {
    if (!known.has(word) && taken.has(word) && !before.has(word)) return true;
  }
  return false;
}
