import { append } from '../../../base/append.ts';
import { COUNT_PATTERN, countValue } from '../reading/numbers.ts';
import { sentencesOf } from '../reading/spans.ts';
import { normalise, wordsOf } from '../reading/words.ts';
import { type Claim, type ClaimReader, quoteValue } from './claim.ts';
import { type FactStore, lastWordOf, ownerOf } from './fact-store.ts';
import type { Collection, DataRecord } from './records.ts';

const SAYS_COUNT = new RegExp(
  `\\b(?:there (?:are|is)|have|has|had|see|found|contains?|includes?|offers?|lists?|shows?|returned|total of)\\b(?: (?:a total of|exactly|only|currently|just|these|the following))? \\**(${COUNT_PATTERN})\\** ((?:[\\w'-]+ ?){1,6})`,
  'gi',
);
/** Words that open what narrows the noun down, or ends the noun phrase. */
const STOP = new Set(
  'in for from that which with of to on at by and or containing under over priced matching who whose including where you i we the a is are was were'.split(
    ' ',
  ),
);
/** Nouns that stand for the members of any collection whose owner is named. */
const GENERIC = new Set(
  'option variant item product version choice variation result entry record model row'.split(' '),
);
/** Larger collections are paged lists, and counting them over and over would cost. */
const MAX_MEMBERS = 2_000;
/** Adjectives that do not narrow the noun down. */
const NEUTRAL = new Set('total different unique distinct separate individual such more'.split(' '));
/** What may follow the noun without narrowing it down. */
const UNRESTRICTED =
  /^(?:$|[.,:;!)–-]|in (?:our|the|your|this|total|stock)\b|(?:right )?now\b|currently\b|available\b|on file\b|listed\b|for (?:this|the) product\b)/i;

/** "There are 11 available T-shirt options": compared with the number of members that the data hold. */
export const readCountClaims: ClaimReader = ({ text, store }) => {
  const claims: Claim[] = [];
  for (const sentence of sentencesOf(text)) {
    if (sentence.text.includes('?') || /^\W*(?:if|would|could|should)\b/i.test(sentence.text)) continue;
    for (const match of sentence.text.matchAll(SAYS_COUNT)) {
      const stated = countValue(match[1] ?? '');
      const phrase = nounPhrase(match[2] ?? '');
      if (stated === null || phrase === null) continue;
      const start = sentence.start + match.index;
      const nounEnd = match.index + match[0].length - (match[2] ?? '').length + phrase.length;
      const rest = sentence.text.slice(nounEnd).replace(/^\*+/, '').trimStart();
      const end = sentence.start + nounEnd;
      const claim = judgeCount(stated, phrase, rest, store.idsIn(sentence.text)[0]?.id ?? null, store);
      if (claim !== null) claims.push({ ...claim, start, end });
    }
  }
  return claims;
};

/** The words up to the first that ends the phrase; at least one. */
function nounPhrase(text: string): { readonly words: readonly string[]; readonly length: number } | null {
  const words: string[] = [];
  let length = 0;
  for (const match of text.matchAll(/[\w'-]+/g)) {
    if (STOP.has(match[0].toLowerCase())) break;
    append(words, wordsOf(match[0]));
    length = match.index + match[0].length;
  }
  return words.length === 0 ? null : { words, length };
}

function judgeCount(
  stated: number,
  phrase: { readonly words: readonly string[] },
  rest: string,
  id: string | null,
  store: FactStore,
): Omit<Claim, 'start' | 'end'> | null {
  const found = collectionFor(store, phrase.words, id);
  if (found === null) return null;
  const { latest: collection, ambiguous } = found;
  const subject = `count of ${phrase.words.join(' ')} of ${ownerOf(collection)}`;
  const unclear = { verdict: 'unclear', subject, message: '', sources: [] } as const;
  if (ambiguous || !UNRESTRICTED.test(rest) || collection.members.length > MAX_MEMBERS) return unclear;
  const filters = filtersOf(phrase.words.slice(0, -1), collection);
  if (filters === null) return unclear;
  if (/^available\b/i.test(rest)) filters.push('available');
  const counts = readings(collection, filters);
  if (counts.some((one) => one.count === stated)) return { verdict: 'holds', subject, message: '', sources: [] };
  const actual = counts.map((one) => `${one.count}${one.of === '' ? '' : ` ${one.of}`}`).join(', or ');
  const noun = collection.key === '' ? 'entries' : collection.key;
  return {
    verdict: 'differs',
    subject,
    message: `the data hold ${actual} (of ${collection.size} ${noun}), the answer says ${stated}`,
    sources: [quoteCollection(collection, `${collection.size} ${noun}; ${actual}`)],
  };
}

/** The collection that a noun phrase counts: of the thing that it or the sentence names, else the only one of that kind. */
function collectionFor(
  store: FactStore,
  words: readonly string[],
  id: string | null,
): { readonly latest: Collection; readonly ambiguous: boolean } | null {
  const head = words.at(-1) ?? '';
  for (let from = 0; from < words.length; from++) {
    for (let to = words.length; to > from; to--) {
      const owned = store.collectionByOwner(words.slice(from, to).join(' '));
      const own = to === words.length && words.includes('available');
      if (owned !== null && (own || (to < words.length && GENERIC.has(head)))) return owned;
    }
  }
  if (id === null) return store.collectionByKey(head);
  const named = store
    .byId(id)
    .flatMap((record) => store.collectionsOf(record))
    .findLast((collection) => lastWordOf(collection.key) === head);
  return named === undefined ? null : { latest: named, ambiguous: false };
}

/** The words before the noun as filters on the members; null where one is not understood. */
function filtersOf(words: readonly string[], collection: Collection): string[] | null {
  const owner = wordsOf(collection.owner?.name ?? '');
  const filters: string[] = [];
  for (const word of words) {
    if (NEUTRAL.has(word) || owner.includes(word)) continue;
    if (word === 'available' || collection.members.some((member) => hasValue(member, word))) filters.push(word);
    else return null;
  }
  return filters;
}

interface Reading {
  readonly count: number;
  readonly of: string;
}

/** Every number that the claim may mean: the filtered members, or, without a filter, all of them or those of one flag. */
function readings(collection: Collection, filters: readonly string[]): Reading[] {
  const flags = flagsOf(collection.members);
  const named = filters.filter((word) => !(word === 'available' && !flags.includes(word)));
  if (named.length > 0) {
    const count = collection.members.filter((member) => named.every((word) => hasValue(member, word))).length;
    return [{ count, of: named.join(' ') }];
  }
  return [
    { count: collection.size, of: '' },
    ...flags.map((flag) => ({
      count: collection.members.filter((member) => member.fields.get(flag) === true).length,
      of: `with "${flag}": true`,
    })),
  ];
}

const flagsOf = (members: readonly DataRecord[]): string[] =>
  [...(members[0]?.fields ?? [])].filter(([, value]) => typeof value === 'boolean').map(([key]) => key);

/** Whether a record has a flag of this name set, or a text value that is this word. */
function hasValue(record: DataRecord, word: string): boolean {
  if (record.fields.get(word) === true) return true;
  for (const value of record.fields.values()) if (typeof value === 'string' && normalise(value) === word) return true;
  return false;
}

function quoteCollection(collection: Collection, note: string) {
  const quoted = quoteValue(collection.source, `"${collection.key}"`, note, collection.owner?.ids[0] ?? '');
  return { ...quoted, end: Math.min(collection.source.event.text.length, quoted.start + 200) };
}
