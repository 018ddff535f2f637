import { numbersIn, sameNumber } from '../reading/numbers.ts';
import { linesOf } from '../reading/spans.ts';
import { normalise } from '../reading/words.ts';
import { type Claim, type ClaimReader, quoteValue } from './claim.ts';
import type { FactStore } from './fact-store.ts';
import { COMPUTED } from './field-claims.ts';
import { isMoney } from './field-name.ts';
import type { DataRecord } from './records.ts';

/** `1. **Vacuum Cleaner** (robotic) - $561.05`: a list line that opens with a name and ends with an amount. */
const NAMED =
  /^(?:[-*•+]|\d{1,3}[.)]) +(\**)([A-Za-z][\w' -]{2,40}?)\1(?: ?\([^)]{0,120}\))?\s*(?:[-–—:]|is|costs)\s*\**\s*([$€£][\d,]+(?:\.\d+)?)\**\s*$/;

/** Prices beside names: compared with every price that anything of that name has in the data. */
export const readNamedPriceClaims: ClaimReader = ({ text, store }) => {
  const claims: Claim[] = [];
  for (const line of linesOf(text)) {
    const match = line.listItem && line.text.length < 300 ? NAMED.exec(line.text) : null;
    const name = match?.[2];
    const amount = numbersIn(match?.[3] ?? '')[0];
    if (name === undefined || amount === undefined || COMPUTED.test(line.text) || store.idsIn(line.text).length > 0)
      continue;
    const prices = pricesOf(name, store);
    const latest = prices.at(-1);
    if (latest === undefined) continue;
    const place = { start: line.start, end: line.start + line.text.length };
    const subject = `price of ${normalise(name)}`;
    if (prices.some((one) => sameNumber(amount.value, one.value, amount.decimals))) {
      claims.push({ verdict: 'holds', subject, message: '', sources: [], ...place });
      continue;
    }
    // A multiple, or an amount that the data have under no name of its own, may be what is meant.
    const elsewhere = store.byAmount(amount.value).filter((record) => record.name !== null);
    const known = store.isKnownNumber(amount.value);
    const multiple = prices.some(
      (one) => one.value > 0 && Number.isInteger(Math.round((amount.value / one.value) * 1e6) / 1e6),
    );
    if ((known && elsewhere.length === 0) || multiple) {
      claims.push({ verdict: 'unclear', subject, message: '', sources: [], ...place });
      continue;
    }
    const actual = [...new Set(prices.map((one) => one.value))].slice(-3).join(' or ');
    claims.push({
      verdict: 'differs',
      subject,
      message: `${name} costs ${actual} in the data, the answer says ${amount.text}`,
      sources: [quoteValue(latest.record.source, String(latest.value), `price of ${name}`, latest.record.name ?? '')],
      ...place,
    });
  }
  return claims;
};

function pricesOf(name: string, store: FactStore): { readonly record: DataRecord; readonly value: number }[] {
  const named = store.byName(name);
  return [...named, ...named.flatMap((record) => store.membersOf(record))].flatMap((record) =>
    [...record.fields].flatMap(([path, value]) => (isMoney(path, value) ? [{ record, value }] : [])),
  );
}
