import type { Step, TraceEvent } from '../../contracts/trajectory.ts';
import type { Claim, ClaimReader } from './claims/claim.ts';
import { readCountClaims } from './claims/count-claims.ts';
import { readExtremeClaims } from './claims/extreme-claims.ts';
import { FactStore } from './claims/fact-store.ts';
import { readFieldClaims } from './claims/field-claims.ts';
import { readListingClaims } from './claims/listing-claims.ts';
import { readNamedPriceClaims } from './claims/named-price-claims.ts';
import { readOperandClaims } from './claims/operand-claims.ts';
import { readRelationClaims } from './claims/relation-claims.ts';
import { readStatusClaims } from './claims/status-claims.ts';
import { readSumClaims } from './claims/sum-claims.ts';
import type { Violation } from './rule.ts';
import { defineRule, quote } from './rule.ts';

const READERS: readonly ClaimReader[] = [
  readCountClaims,
  readExtremeClaims,
  readFieldClaims,
  readListingClaims,
  readNamedPriceClaims,
  readOperandClaims,
  readRelationClaims,
  readStatusClaims,
  readSumClaims,
];

export default defineRule({
  id: 'claim-matches-tool-output',
  description:
    'Counts, sums, extremes and field values that the agent states are those of the tool outputs it has seen.',
  appliesTo: 'step',
  category: 'misinterpretation-of-tool-output',
  mode: 'context-miss',
  severity: 'high',
  type: 'RELATIONAL_POST',
  evaluate({ index }) {
    const store = new FactStore();
    const found: Found[] = [];
    const open = new Map<string, Found[]>();
    let checked = 0;
    let undecided = 0;
    let userText = '';
    for (const { step, event } of index.events) {
      if (event.kind === 'tool-result') {
        if (event.data === null) store.addNumbers(event.text);
        else store.add(event.data, { step, event });
      } else if (event.kind === 'tool-call') {
        store.addCall(event.arguments, step.position);
        store.addCalculation(event.arguments, { step, event });
        store.addNumbers(event.text);
      } else if (event.kind === 'message' && step.role === 'user') {
        store.addNumbers(event.text);
        userText = `${userText}\n${event.text.slice(0, 8_000)}`.slice(-40_000);
      } else if (event.kind === 'message' && step.role === 'agent') {
        for (const read of READERS) {
          for (const claim of read({ text: event.text, store, userText })) {
            checked++;
            if (claim.verdict === 'unclear') undecided++;
            else if (claim.verdict === 'differs') {
              const one: Found = { claim, violation: violationOf(claim, step, event), mended: null };
              found.push(one);
              open.set(claim.subject, [...(open.get(claim.subject) ?? []), one].slice(-20));
            } else {
              for (const one of open.get(claim.subject) ?? []) one.mended ??= step.position;
              open.delete(claim.subject);
            }
          }
        }
      }
    }
    const violations = found.map(({ claim, violation, mended }) => ({
      ...violation,
      recoveredPosition: mended ?? claim.mendedAt?.(store) ?? null,
    }));
    return {
      checked,
      violations,
      ...(undecided > 0 ? { undecided: { count: undecided, reason: 'more than one reading of the data fits' } } : {}),
    };
  },
});

interface Found {
  readonly claim: Claim;
  readonly violation: Violation;
  /** Step at which the agent states the same thing rightly. */
  mended: number | null;
}

function violationOf(claim: Claim, step: Step, event: TraceEvent): Violation {
  const stated = quote(step, event, claim.start, claim.end, 'what the agent states');
  const sources = claim.sources.map((one) => quote(one.source.step, one.source.event, one.start, one.end, one.note));
  const { blamed } = claim;
  if (blamed === undefined) return { step, message: claim.message, evidence: [stated, ...sources] };
  const acted = quote(blamed.source.step, blamed.source.event, blamed.start, blamed.end, blamed.note);
  return { step: blamed.source.step, message: claim.message, evidence: [acted, ...sources, stated] };
}
