import { numbersIn } from '../reading/numbers.ts';
import { sentencesOf } from '../reading/spans.ts';
import { type Claim, type ClaimReader, quoteValue } from './claim.ts';
import type { Calculation, FactStore } from './fact-store.ts';
import { AVAILABILITY_FLAGS } from './listing-claims.ts';
import type { DataRecord } from './records.ts';

const AVAILABLE = /\b(?:available|in[- ]stock)\b/i;

/**
 * "Their cheapest available options would bring the total to $1,127.69": the total was computed by a tool, so the terms
 * of that computation are what is claimed to be available. Each is looked up by its price.
 */
export const readOperandClaims: ClaimReader = ({ text, store }) => {
  const claims: Claim[] = [];
  for (const sentence of sentencesOf(text)) {
    if (!AVAILABLE.test(sentence.text) || /\b(?:un|not )available\b|\?/i.test(sentence.text)) continue;
    for (const amount of numbersIn(sentence.text)) {
      const calculation = store.calculationOf(amount.value);
      if (calculation === null || calculation.operands.length < 2) continue;
      const place = { subject: calculation.text, start: sentence.start, end: sentence.start + sentence.text.length };
      const flagged = calculation.operands.map((operand) => ({ operand, record: unavailable(operand, store) }));
      const wrong = flagged.find((one) => one.record !== null);
      if (wrong === undefined || wrong.record === null) {
        claims.push({ verdict: 'holds', message: '', sources: [], ...place });
        continue;
      }
      const id = wrong.record.ids[0] ?? wrong.record.name ?? '';
      const flag = AVAILABILITY_FLAGS.find((key) => wrong.record?.fields.get(key) === false) ?? 'available';
      claims.push({
        verdict: 'differs',
        message: `the computation counts ${wrong.operand} (${id}) as available, the data have "${flag}": false`,
        sources: [quoteValue(wrong.record.source, `"${flag}": false`, `${id} is not available`, id)],
        blamed: quoteValue(calculation.source, String(wrong.operand), 'computes with what is not available'),
        mendedAt: (end) => mendedAt(calculation, wrong.operand, end),
        ...place,
      });
    }
  }
  return claims;
};

/** The record with this price where every record that has it is flagged as not available; else null. */
function unavailable(price: number, store: FactStore): DataRecord | null {
  const flagged = store
    .byAmount(price)
    .filter((record) => AVAILABILITY_FLAGS.some((key) => typeof record.fields.get(key) === 'boolean'));
  const all = flagged.every((record) => AVAILABILITY_FLAGS.some((key) => record.fields.get(key) === false));
  return all ? (flagged.at(-1) ?? null) : null;
}

/** A later computation with the same terms and without the wrong one. */
function mendedAt(calculation: Calculation, wrong: number, store: FactStore): number | null {
  const right = calculation.operands.filter((operand) => operand !== wrong);
  const later = store.calculations.find(
    ({ operands, source }) =>
      source.step.position > calculation.source.step.position &&
      !operands.includes(wrong) &&
      right.filter((operand) => operands.includes(operand)).length >= Math.max(2, right.length - 1),
  );
  return later?.source.step.position ?? null;
}
