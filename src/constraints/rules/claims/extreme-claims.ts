import { numbersIn } from '../reading/numbers.ts';
import { sentencesOf } from '../reading/spans.ts';
import { holdsWords, wordsOf } from '../reading/words.ts';
import { type Claim, type ClaimReader, quoteValue } from './claim.ts';
import { type FactStore, ownerOf } from './fact-store.ts';
import { isMoney } from './field-name.ts';
import type { Collection, DataRecord } from './records.ts';

const LOWEST = /\b(?:cheapest|lowest[- ]priced?|least expensive|lowest (?:price|cost|fare))\b/i;
const HIGHEST = /\b(?:most expensive|priciest|highest[- ]priced?|highest (?:price|cost|fare)|costliest)\b/i;
const MAX_FILTERS = 4;
const MAX_RECORDS = 20;
const MAX_MEMBERS = 300;

/**
 * "The cheapest T-shirt is priced at $46.66": compared with the least price in the collection that this price is in. Any
 * narrowing by words that the sentence or the user used is allowed for, so only a price that is least under none differs.
 */
export const readExtremeClaims: ClaimReader = ({ text, store, userText }) => {
  const claims: Claim[] = [];
  for (const sentence of sentencesOf(text)) {
    const lowest = LOWEST.test(sentence.text);
    if (lowest === HIGHEST.test(sentence.text)) continue;
    if (/\?|\b(?:if|would|could|second|next|after|than)\b/i.test(sentence.text)) continue;
    const amounts = numbersIn(sentence.text).filter((one) => /^[$€£]$/.test(one.unit));
    const amount = amounts[0];
    if (amount === undefined || amounts.length > 1) continue;
    const collection = collectionOf(amount.value, sentence.text, store);
    if (collection === null) continue;
    const subject = `${lowest ? 'lowest' : 'highest'} price of ${ownerOf(collection)}`;
    const place = { subject, start: sentence.start, end: sentence.start + sentence.text.length };
    const words = wordsOf(`${sentence.text} ${userText}`);
    const best = bestUnder(collection, words, lowest, sentence.text);
    if (best.some((one) => one.value === amount.value)) {
      claims.push({ verdict: 'holds', message: '', sources: [], ...place });
      continue;
    }
    const first = best[0];
    if (first === undefined) continue;
    const id = first.record.ids[0] ?? first.record.name ?? '';
    claims.push({
      verdict: 'differs',
      message: `the ${lowest ? 'lowest' : 'highest'} price is ${first.value} (${id}), the answer says ${amount.text}`,
      sources: [quoteValue(first.record.source, String(first.value), `price of ${id}`, id)],
      ...place,
    });
  }
  return claims;
};

/** The collection in which this price occurs; null where more than one thing has it. */
function collectionOf(amount: number, sentence: string, store: FactStore): Collection | null {
  const words = wordsOf(sentence);
  const fitting = store
    .byAmount(amount)
    .slice(-MAX_RECORDS)
    .flatMap((record) => store.collectionsOf(record.owner ?? record))
    .filter((one) => one.members.length > 2 && one.members.length <= MAX_MEMBERS)
    .filter((one) => priced(one.members).some((other) => other.value === amount));
  const named = fitting.filter((one) => one.owner?.name && holdsWords(words, wordsOf(one.owner.name)));
  if (named.length > 0) return named.at(-1) ?? null;
  return new Set(fitting.map(ownerOf)).size === 1 ? (fitting.at(-1) ?? null) : null;
}

interface Priced {
  readonly record: DataRecord;
  readonly value: number;
}

function priced(members: readonly DataRecord[]): Priced[] {
  return members.flatMap((record) => {
    const prices = [...record.fields].filter(([path, value]) => isMoney(path, value));
    const value = prices[0]?.[1];
    return prices.length === 1 && typeof value === 'number' ? [{ record, value }] : [];
  });
}

/** The extreme under every combination of the filters that may be meant; the plain one first. */
function bestUnder(collection: Collection, words: readonly string[], lowest: boolean, sentence: string): Priced[] {
  const all = priced(collection.members);
  const flagged = all.filter(({ record }) => record.fields.get('available') !== false);
  const pools = /\bavailable\b|in stock/i.test(sentence) ? [flagged] : [all, flagged];
  const values = new Set<string>();
  for (const { record } of all)
    for (const value of record.fields.values()) if (typeof value === 'string') values.add(value);
  const filters = [...values].filter((value) => holdsWords(words, wordsOf(value))).slice(0, MAX_FILTERS);
  const best: Priced[] = [];
  for (let mask = 0; mask < 1 << filters.length; mask++) {
    const wanted = filters.filter((_, bit) => mask & (1 << bit));
    for (const pool of pools) {
      const fitting = pool.filter(({ record }) => wanted.every((value) => [...record.fields.values()].includes(value)));
      const extreme = fitting.reduce<Priced | null>(
        (found, one) => (found === null || (lowest ? one.value < found.value : one.value > found.value) ? one : found),
        null,
      );
      if (extreme !== null) best.push(extreme);
    }
  }
  return best;
}
