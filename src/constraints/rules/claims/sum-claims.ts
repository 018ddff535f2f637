import { type NumberSpan, numbersIn } from '../reading/numbers.ts';
import { type Line, linesOf, type Span, sentencesOfLine } from '../reading/spans.ts';
import type { Claim, ClaimReader } from './claim.ts';

const TOTAL = /\b(?:sub)?total\b|\baltogether\b|\bin all\b|\bsum of\b/i;
const DIFFERENCE = /\bdifference\b/i;
/** More than adding up: rates, multiples, conversions, written-out computations, conditions. */
const COMPOUND =
  / [*/] |[×=÷^\\]|% ?(?:off|discount|of)|\b(?:per|each|times|every|x ?\d|visits?|days?|months?|nights?|years?|tax|fees?|discount|average|if|would|around|about|approximately|up to|at least)\b/i;
/** A total that stands right behind the word: nothing between them was added up. */
const DIRECT =
  /\btotal\b(?: (?:amount|cost|price|refund|value|order|charge|is|was|now|comes to|will be|would be|of)){0,5}[ :*(]{0,6}[$€£]/i;
const MAX_ADDENDS = 12;

/**
 * Totals and differences of amounts that stand in the same message. A total that a tool or the user gave is taken as it
 * is; of the rest only one that no choice of the amounts gives can differ.
 */
export const readSumClaims: ClaimReader = ({ text, store }) => {
  const claims: Claim[] = [];
  let block: NumberSpan[] = [];
  let clean = true;
  for (const line of linesOf(text)) {
    for (const sentence of sentencesOfLine(line)) {
      const amounts = amountsIn(sentence);
      const stated = statedIn(sentence.text, amounts);
      if (stated === undefined || /\?/.test(sentence.text) || COMPOUND.test(sentence.text)) continue;
      const place = { subject: 'total', start: sentence.start, end: sentence.start + sentence.text.length };
      const before = amounts.slice(0, amounts.indexOf(stated));
      const known = store.isKnownNumber(stated.value);
      if (TOTAL.test(sentence.text) && !known) {
        const named = before.length >= 2;
        // A list is summed up only where tools gave each of its amounts: else it may hold anything.
        const sourced = block.every((one) => store.isKnownNumber(one.value));
        const claim = judgeTotal(stated, named ? before : block, named || (clean && sourced));
        if (claim !== null) claims.push({ ...claim, ...place });
      } else if (DIFFERENCE.test(sentence.text) && !known && before.length === 2) {
        claims.push({ ...judgeDifference(stated, before), ...place });
      }
    }
    ({ block, clean } = nextBlock(line, block, clean));
  }
  return claims;
};

/** The amount that is stated as the total or difference: the one right behind the word, else the last. */
function statedIn(sentence: string, amounts: readonly NumberSpan[]): NumberSpan | undefined {
  const direct = DIRECT.exec(sentence);
  if (direct === null) return amounts.at(-1);
  const end = direct.index + direct[0].length;
  return amounts.find((one) => one.end > end - 2);
}

const amountsIn = (span: Span): NumberSpan[] => numbersIn(span.text).filter((one) => /^[$€£]$/.test(one.unit));

/** The amounts of a run of list lines; `clean` while each line gave exactly one and none was itself computed. */
function nextBlock(line: Line, block: readonly NumberSpan[], clean: boolean): { block: NumberSpan[]; clean: boolean } {
  const amounts = amountsIn(line);
  if (!line.listItem && line.indent === 0) return { block: amounts.length === 0 ? [...block] : [], clean: true };
  const only =
    amounts.length === 1 && !TOTAL.test(line.text) && !DIFFERENCE.test(line.text) && !COMPOUND.test(line.text);
  return { block: [...block, ...amounts].slice(-MAX_ADDENDS), clean: clean && only };
}

function judgeTotal(
  stated: NumberSpan,
  addends: readonly NumberSpan[],
  clean: boolean,
): Omit<Claim, 'start' | 'end' | 'subject'> | null {
  if (addends.length < 2) return null;
  const values = addends.map((one) => one.value);
  if (subsetSums(values).some((sum) => Math.abs(sum - stated.value) < 0.005)) {
    return { verdict: 'holds', message: '', sources: [] };
  }
  if (!clean) return { verdict: 'unclear', message: '', sources: [] };
  const sum = values.reduce((total, value) => total + value, 0);
  const terms = addends.map((one) => one.text).join(' + ');
  return { verdict: 'differs', message: `${terms} = ${round(sum)}, the answer says ${stated.text}`, sources: [] };
}

function judgeDifference(stated: NumberSpan, [a, b]: readonly NumberSpan[]): Omit<Claim, 'start' | 'end' | 'subject'> {
  const difference = Math.abs((a?.value ?? 0) - (b?.value ?? 0));
  if (Math.abs(difference - Math.abs(stated.value)) < 0.005) return { verdict: 'holds', message: '', sources: [] };
  return {
    verdict: 'differs',
    message: `${a?.text} and ${b?.text} differ by ${round(difference)}, the answer says ${stated.text}`,
    sources: [],
  };
}

const round = (value: number): number => Math.round(value * 100) / 100;

function subsetSums(values: readonly number[]): number[] {
  let sums = [0];
  for (const value of values.slice(0, MAX_ADDENDS)) sums = [...sums, ...sums.map((sum) => sum + value)];
  return sums;
}
