import { linesOf, sentencesOfLine } from '../reading/spans.ts';
import { normalise } from '../reading/words.ts';
import { type Claim, type ClaimReader, quoteValue } from './claim.ts';
import type { FactStore } from './fact-store.ts';
import { agrees } from './field-claims.ts';

const STATE_KEY = /(?:^|_)(?:status|state)$/i;
const HEDGED =
  /\b(?:not|n't|until|once|if|when|unless|would|could|after|before|can only|should|will|to be|request|asked|want)\b|\?/i;

/** "Order #1 is pending", "#1 (Delivered)": compared with the status that the data give for that id. */
export const readStatusClaims: ClaimReader = ({ text, store }) => {
  const claims: Claim[] = [];
  for (const line of linesOf(text)) {
    for (const sentence of sentencesOfLine(line)) {
      const ids = store.idsIn(sentence.text);
      const only = ids[0];
      if (only === undefined || ids.length > 1 || HEDGED.test(sentence.text)) continue;
      const claim = judgeStatus(sentence.text, only.id, only.start + only.id.length, store);
      if (claim !== null) claims.push({ ...claim, start: sentence.start, end: sentence.start + sentence.text.length });
    }
  }
  return claims;
};

function judgeStatus(
  sentence: string,
  id: string,
  idEnd: number,
  store: FactStore,
): Omit<Claim, 'start' | 'end'> | null {
  const held = store
    .byId(id)
    .flatMap((record) =>
      [...record.fields].flatMap(([path, value]) =>
        STATE_KEY.test(path) && typeof value === 'string' && record.ids[0] === id ? [{ record, path, value }] : [],
      ),
    );
  const latest = held.at(-1);
  if (latest === undefined) return null;
  const stated = statedStatus(sentence.slice(idEnd), store.valuesOf(latest.path));
  if (stated === null) return null;
  const subject = `status of ${id}`;
  if (held.some((one) => agrees(stated, one.value))) return { verdict: 'holds', subject, message: '', sources: [] };
  // A later call on the same thing may have changed it without telling.
  if (store.wasTouchedAfter(id, latest.record)) return { verdict: 'unclear', subject, message: '', sources: [] };
  return {
    verdict: 'differs',
    subject,
    message: `${latest.path} of ${id} is "${latest.value}", the answer says "${stated}"`,
    sources: [quoteValue(latest.record.source, latest.value, `${latest.path} of ${id}`, id)],
  };
}

/**
 * The status word that is said of what stands just before: `(Delivered)`, `is currently "pending"`, where it is a status
 * that something has; `(Status: Delivered)`, `in "pending" status`, whatever it is.
 */
function statedStatus(after: string, known: ReadonlySet<string>): string | null {
  const named =
    /^\W{0,4}\(status: ?\**([A-Za-z -]{3,24})\**\)/i.exec(after) ??
    /^[^.]{0,30}?\b(?:is|are|was)(?: (?:currently|already|still|now))? in (?:an? |the )?\W{0,3}([A-Za-z]{3,20})\W{0,3} status\b/i.exec(
      after,
    ) ??
    /^[^.]{0,20}?\bstatus (?:is|was)(?: (?:currently|already|still|now))?\W{1,5}([A-Za-z]{3,20})\b/i.exec(after);
  if (named !== null) return normalise(named[1] ?? '');
  const match =
    /^\W{0,4}\(([A-Za-z -]{3,24})\)/.exec(after) ??
    /^[^.]{0,30}?\b(?:is|are|has|was)(?: (?:currently|already|still|now|been|in|a|the))*\W{1,5}([A-Za-z]{3,20})\b/i.exec(
      after,
    );
  const word = normalise(match?.[1] ?? '');
  return known.has(word) ? word : null;
}
