import { numbersIn, sameNumber } from '../reading/numbers.ts';
import { type Line, linesOf } from '../reading/spans.ts';
import { normalise } from '../reading/words.ts';
import { type Claim, type ClaimReader, quoteValue } from './claim.ts';
import { type FactStore, pathWords } from './fact-store.ts';
import { isMoney, lastPart, type Scalar } from './field-name.ts';
import type { DataRecord } from './records.ts';

const LABELLED =
  /(?:^|[-–(,;|•*] ?)\*{0,3}([A-Z][A-Za-z][A-Za-z /]{0,28}?)\*{0,3} {0,3}:\*{0,3} {0,3}((?:[^\n,;()|]|,(?=\d)){1,60})/g;
/** Words that say a line states the outcome of a change or a computation, not a field of the thing named. */
export const COMPUTED =
  /\b(?:difference|refund|charged?|total|sum|sav(?:e|ed|ings)|balance|discount|additional|extra|exchang\w+|replac\w+|chang\w+|updated?|new|instead|up to|from .{1,60} to|each|per)\b|→|->/i;

/** Lines about one thing that is named by its id: labelled values and the one price that stands beside it. */
export const readFieldClaims: ClaimReader = ({ text, store }) => {
  const claims: Claim[] = [];
  for (const { line, id, records } of linesAbout(text, store)) {
    for (const pair of labelledPairs(line.text)) {
      const claim = judgeField(pair, records, id, store);
      if (claim !== null) claims.push({ ...claim, start: line.start + pair.start, end: line.start + pair.end });
    }
    const price = judgePrice(line, records, id, store);
    if (price !== null) claims.push(price);
  }
  return claims;
};

interface LineAbout {
  readonly line: Line;
  readonly id: string;
  readonly records: readonly DataRecord[];
}

/** Lines that name exactly one id, and the deeper-indented lines under them that name none. */
export function linesAbout(text: string, store: FactStore): LineAbout[] {
  const about: LineAbout[] = [];
  let current: { id: string; indent: number; records: readonly DataRecord[] } | null = null;
  for (const line of linesOf(text)) {
    const ids = store.idsIn(line.text);
    const only = ids.length === 1 ? ids[0] : undefined;
    if (only !== undefined) {
      current = { id: only.id, indent: line.indent, records: store.byId(only.id) };
      about.push({ line, id: only.id, records: current.records });
    } else if (ids.length > 1 || current === null || line.indent <= current.indent || line.heading) {
      current = null;
    } else {
      about.push({ line, id: current.id, records: current.records });
    }
  }
  return about;
}

interface Pair {
  readonly label: string;
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

function labelledPairs(text: string): Pair[] {
  return [...text.matchAll(LABELLED)].flatMap((match) => {
    const value = (match[2] ?? '').replace(/[*_`]+/g, '').trim();
    return value === ''
      ? []
      : [{ label: match[1] ?? '', value, start: match.index, end: match.index + match[0].length }];
  });
}

/** A labelled value against the field of that name, in every version of the record seen so far. */
function judgeField(
  { label, value }: Pair,
  records: readonly DataRecord[],
  id: string,
  store: FactStore,
): Omit<Claim, 'start' | 'end'> | null {
  const words = pathWords(label);
  const holding: { record: DataRecord; path: string; actual: Scalar }[] = [];
  for (const record of records) {
    for (const [path, actual] of record.fields) {
      const named = pathWords(path) === words || pathWords(lastPart(path)) === words;
      // A price may be any of the prices that the thing has: `prices.economy`, `prices.business`.
      if (named || (/^(?:price|cost|fare)$/i.test(label) && isMoney(path, actual)))
        holding.push({ record, path, actual });
    }
  }
  const latest = holding.at(-1);
  if (latest === undefined) return null;
  const subject = `${words} of ${id}`;
  if (holding.some((one) => agrees(value, one.actual))) return { verdict: 'holds', subject, message: '', sources: [] };
  // Another wording of the same value is no error: only a value that this field has elsewhere, or a number, can differ.
  const swapped =
    typeof latest.actual === 'number'
      ? numbersIn(value).length === 1
      : store.isKnownValue(lastPart(latest.path), value);
  if (!swapped) return { verdict: 'unclear', subject, message: '', sources: [] };
  const actual = String(latest.actual);
  return {
    verdict: 'differs',
    subject,
    message: `${lastPart(latest.path)} of ${id} is ${actual}, the answer says ${value}`,
    sources: [quoteValue(latest.record.source, actual, `${lastPart(latest.path)} of ${id}`, id)],
  };
}

/** Whether a stated value is the actual one, or a part of it. */
export function agrees(stated: string, actual: Scalar): boolean {
  if (typeof actual === 'number') {
    const numbers = numbersIn(stated);
    return numbers.length !== 1 || numbers.some((one) => sameNumber(one.value, actual, one.decimals));
  }
  if (typeof actual === 'boolean')
    return !/^(?:yes|no|true|false)$/i.test(stated) || /^(?:yes|true)$/i.test(stated) === actual;
  const left = normalise(stated);
  const right = normalise(actual);
  return left === right || ` ${left} `.includes(` ${right} `) || ` ${right} `.includes(` ${left} `);
}

/** "Road bicycle (Item ID: 7758198585) - $1917.21": one id and one amount in a list line, so the amount is its price. */
function judgePrice(line: Line, records: readonly DataRecord[], id: string, store: FactStore): Claim | null {
  if (!line.listItem || !line.text.includes(id) || COMPUTED.test(line.text)) return null;
  const amounts = numbersIn(line.text).filter((one) => /^[$€£]$/.test(one.unit));
  const amount = amounts[0];
  if (amount === undefined || amounts.length > 1) return null;
  const prices = records.flatMap((record) =>
    [...record.fields].flatMap(([path, value]) => (isMoney(path, value) ? [{ record, path, value }] : [])),
  );
  const latest = prices.at(-1);
  if (latest === undefined) return null;
  const place = { subject: `price of ${id}`, start: line.start, end: line.start + line.text.length };
  if (prices.some((one) => sameNumber(amount.value, one.value, amount.decimals))) {
    return { verdict: 'holds', message: '', sources: [], ...place };
  }
  // An amount that the record's own lists hold may be what is meant.
  if (records.some((record) => heldBelow(record, amount.value, store))) {
    return { verdict: 'unclear', message: '', sources: [], ...place };
  }
  return {
    verdict: 'differs',
    message: `${lastPart(latest.path)} of ${id} is ${latest.value}, the answer says ${amount.text}`,
    sources: [quoteValue(latest.record.source, String(latest.value), `${lastPart(latest.path)} of ${id}`, id)],
    ...place,
  };
}

function heldBelow(record: DataRecord, value: number, store: FactStore): boolean {
  return store.membersOf(record).some((member) => [...member.fields.values()].includes(value));
}
