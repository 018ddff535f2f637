import { numbersIn } from '../reading/numbers.ts';
import { type Line, linesOf } from '../reading/spans.ts';
import { normalise, singular } from '../reading/words.ts';
import { type Claim, type ClaimReader, quoteValue } from './claim.ts';
import type { FactStore } from './fact-store.ts';
import type { DataRecord } from './records.ts';

const AVAILABLE = /\b(?:available|in[- ]stock)\b/i;
const NEGATED = /\b(?:un|not |n't |no longer |out of stock|currently un)available\b|\bunavailable\b|\bout of stock\b/i;
export const AVAILABILITY_FLAGS = ['available', 'in_stock', 'is_available', 'inStock', 'isAvailable'];
/** A line about what the user has, not about what is on offer. */
const OWN = /\b(?:current|original|existing|your|ordered|purchased|previous|old)\b/i;

/** "Here are the available options: …": every thing listed under it must be flagged as available in the data. */
export const readListingClaims: ClaimReader = ({ text, store }) => {
  const claims: Claim[] = [];
  let offered = false;
  for (const line of linesOf(text)) {
    if (line.heading || (!line.listItem && line.indent === 0)) {
      // A heading inside the list ("### Desk lamp") goes on with what was said above it.
      if (AVAILABLE.test(line.text) && !NEGATED.test(line.text)) offered = endsOpen(line.text) || line.heading;
      else if (!line.heading && !endsOpen(line.text)) offered = false;
      else if (NEGATED.test(line.text) || OWN.test(line.text)) offered = false;
      continue;
    }
    if (!offered || NEGATED.test(line.text) || OWN.test(line.text)) continue;
    const record = recordOf(line, store);
    if (record === null) continue;
    const flag = AVAILABILITY_FLAGS.find((key) => typeof record.fields.get(key) === 'boolean');
    if (flag === undefined) continue;
    const holds = record.fields.get(flag) === true;
    const id = record.ids[0] ?? record.name ?? '';
    claims.push({
      verdict: holds ? 'holds' : 'differs',
      subject: `availability of ${id}`,
      start: line.start,
      end: line.start + line.text.length,
      message: `${id} has "${flag}": false, the answer lists it as available`,
      sources: holds ? [] : [quoteValue(record.source, `"${flag}": false`, `${id} is not available`, id)],
    });
  }
  return claims;
};

/** A line that ends with a colon, but for marks of emphasis. */
const endsOpen = (text: string): boolean => /:\W*$/.test(text.slice(-12));

/** The one thing a list line is about: by its id, else by an amount that only it has and a value that it shares. */
export function recordOf(line: Line, store: FactStore): DataRecord | null {
  const ids = store.idsIn(line.text);
  if (ids.length > 1) return null;
  const id = ids[0]?.id;
  if (id !== undefined) return store.byId(id).findLast((record) => hasFlag(record)) ?? null;
  const amounts = numbersIn(line.text).filter((one) => /^[$€£]$/.test(one.unit));
  const amount = amounts[0];
  if (amount === undefined || amounts.length > 1) return null;
  const fitting = store.byAmount(amount.value).filter(hasFlag);
  const record = fitting.at(-1);
  if (record === undefined || fitting.some((other) => other.ids[0] !== record.ids[0])) return null;
  const words = new Set(normalise(line.text).split(/[ .]/).map(singular));
  // Every value of the record that is a word must stand in the line: another thing may cost the same.
  const values = [...record.fields.values()].filter(
    (value): value is string => typeof value === 'string' && /^[a-z ]{3,}$/i.test(value),
  );
  const named = values.filter((value) =>
    normalise(value)
      .split(' ')
      .some((word) => words.has(singular(word))),
  );
  return values.length > 0 && named.length >= Math.ceil(values.length / 2) ? record : null;
}

const hasFlag = (record: DataRecord): boolean =>
  AVAILABILITY_FLAGS.some((key) => typeof record.fields.get(key) === 'boolean');
