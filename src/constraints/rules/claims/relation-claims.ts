import { sentencesOf } from '../reading/spans.ts';
import { wordsOf } from '../reading/words.ts';
import { type Claim, type ClaimReader, quoteValue } from './claim.ts';
import type { FactStore } from './fact-store.ts';
import type { DataRecord } from './records.ts';

const FOR_THING = /\bfor (?:the|your|my|this|that) \**([a-z][a-z-]+(?: [a-z][a-z-]+)?)/i;
/** Nouns that name no thing of their own. */
const GENERIC = new Set(
  'order item package shipment account purchase product reservation booking delivery return refund one request first second last other user customer following'.split(
    ' ',
  ),
);
/** Words of a noun phrase that narrow nothing. */
const FILLER = new Set('recent lost new original order ordered returned exchange you that delivered'.split(' '));

/** "The tracking number for order #1 is 99": an id that stands in the data of something else. */
export const readRelationClaims: ClaimReader = ({ text, store }) => {
  const claims: Claim[] = [];
  for (const sentence of sentencesOf(text)) {
    if (sentence.text.includes('?')) continue;
    const ids = store.idsIn(sentence.text);
    // The id that is given away is the last one; the sentence names its kind ("tracking number").
    const given = ids.at(-1);
    if (given === undefined || ids.length > 2) continue;
    const holders = store.byId(given.id);
    const roots = [...new Set(holders.map(rootOf))];
    if (roots.length === 0 || holders.some((record) => record.owner === null)) continue;
    if (!kindNamed(sentence.text, given.id, holders)) continue;
    const place = {
      subject: `holder of ${given.id}`,
      start: sentence.start,
      end: sentence.start + sentence.text.length,
    };
    const verdict = ids.length === 2 ? byOwnerId(ids[0]?.id ?? '', roots, store) : byNoun(sentence.text, roots, store);
    if (verdict === null) continue;
    const root = roots[0];
    const owner = root?.ids[0] ?? root?.name ?? '';
    if (verdict.holds || root === undefined) claims.push({ verdict: 'holds', message: '', sources: [], ...place });
    else {
      claims.push({
        verdict: 'differs',
        message: `${given.id} belongs to ${owner}, the answer gives it for ${verdict.named}`,
        sources: [
          quoteValue(root.source, given.id, `${given.id} stands in the data of ${owner}`),
          quoteValue(root.source, owner, `what it belongs to: ${owner}`),
        ],
        ...place,
      });
    }
  }
  return claims;
};

function rootOf(record: DataRecord): DataRecord {
  let root = record;
  while (root.owner !== null) root = root.owner;
  return root;
}

/** Whether the sentence uses the words of the key under which the id stands, so that it is what is being told. */
function kindNamed(sentence: string, id: string, holders: readonly DataRecord[]): boolean {
  const words = new Set(wordsOf(sentence));
  return holders.some((record) => {
    const text = record.source.event.text;
    const at = text.indexOf(`"${id}"`);
    const before = at === -1 ? '' : text.slice(Math.max(0, at - 60), at);
    const key = /"([A-Za-z_]{3,40})"\s*:\s*\[?\s*$/.exec(before)?.[1] ?? '';
    const first = wordsOf(key.replaceAll('_', ' '))[0];
    return first !== undefined && words.has(first);
  });
}

interface Verdict {
  readonly holds: boolean;
  readonly named: string;
}

function byOwnerId(named: string, roots: readonly DataRecord[], store: FactStore): Verdict | null {
  // Only like is compared with like: the named id must be the id of a record of the same kind.
  const owners = store.byId(named).filter((record) => record.owner === null && record.ids[0] === named);
  if (owners.length === 0 || !roots.every((root) => root.ids[0] !== undefined)) return null;
  const sameKind = owners.some((owner) => roots.some((root) => firstKey(owner) === firstKey(root)));
  return sameKind ? { holds: roots.some((root) => root.ids.includes(named)), named } : null;
}

const firstKey = (record: DataRecord): string => [...record.fields.keys()][0] ?? '';

/** "… for the tablet": the record that holds the id lists named things, and none of them is that. */
function byNoun(sentence: string, roots: readonly DataRecord[], store: FactStore): Verdict | null {
  const phrase = FOR_THING.exec(sentence)?.[1];
  if (phrase === undefined) return null;
  const words = wordsOf(phrase).filter((word) => !FILLER.has(word));
  if (words.length === 0 || words.some((word) => GENERIC.has(word))) return null;
  const names = roots.flatMap((root) => store.membersOf(root).flatMap((member) => member.name ?? []));
  if (names.length === 0) return null;
  const known = new Set(names.flatMap((name) => wordsOf(name)));
  return { holds: words.some((word) => known.has(word)), named: words.join(' ') };
}
