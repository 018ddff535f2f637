import type { EventOf, Step } from '../../contracts/trajectory.ts';
import { evaluateArithmetic } from './reading/arithmetic.ts';
import { numbersIn } from './reading/numbers.ts';
import { withoutCode } from './reading/prose.ts';
import { MAX_READ } from './reading/spans.ts';
import { defineRule, quote, type Violation } from './rule.ts';

const NUMBER = '[$€£]?\\d[\\d,]{0,18}(?:\\.\\d{1,12})?';
/** `54.84 - 46.85 = 7.99`: at most 20 terms, brackets around single terms only at the ends of the pattern. */
const EQUATION = new RegExp(
  `(?<![\\d,.])\\(?[-−]?${NUMBER}\\)?(?:(?: ?[+*/×÷−] ?| [-–x] )\\(?${NUMBER}\\)?){1,20} ?= ?([-−]?${NUMBER})`,
  'g',
);

export default defineRule({
  id: 'arithmetic-correct',
  description: 'A computation that the agent writes out has the result that it states.',
  appliesTo: 'step',
  category: 'invention-of-information',
  mode: 'wrong-context',
  severity: 'high',
  type: 'RELATIONAL_POST',
  evaluate({ index }) {
    const violations: Violation[] = [];
    let checked = 0;
    let undecided = 0;
    for (const { step, event } of index.events) {
      if (step.role !== 'agent') continue;
      if (event.kind !== 'message' && event.kind !== 'reasoning' && event.kind !== 'plan') continue;
      for (const equation of equationsIn(event)) {
        checked++;
        if (equation.verdict === 'unclear') undecided++;
        if (equation.verdict === 'differs') violations.push(violationOf(step, event, equation));
      }
    }
    return {
      checked,
      violations,
      ...(undecided > 0 ? { undecided: { count: undecided, reason: 'only part of the computation was read' } } : {}),
    };
  },
});

interface Equation {
  readonly verdict: 'holds' | 'differs' | 'unclear';
  readonly start: number;
  readonly end: number;
  readonly actual: number;
  readonly stated: string;
}

function equationsIn(event: EventOf<'message'> | EventOf<'reasoning'> | EventOf<'plan'>): Equation[] {
  const text = withoutCode(event.text.slice(0, MAX_READ));
  if (!text.includes('=')) return [];
  return [...text.matchAll(EQUATION)].flatMap((match): Equation[] => {
    // A bracket that opens before the computation and closes after it is not part of it.
    const opened = match[0].startsWith('(') && !match[0].slice(0, match[0].indexOf('=')).includes(')') ? 1 : 0;
    const start = match.index + opened;
    const end = match.index + match[0].length;
    const equals = match[0].lastIndexOf('=');
    const result = evaluateArithmetic(match[0].slice(opened, equals));
    const stated = numbersIn(`${(match[1] ?? '').replace(/[.,]$/, '')} `)[0];
    if (result === null || stated === undefined) return [];
    const before = text.slice(Math.max(0, start - 6), start);
    const after = text.slice(end, end + 12);
    const place = { start, end, actual: result.value, stated: stated.text };
    // Part of something longer: a term, a unit or an operator before it, more of the computation after it. A dash that
    // opens a line is a list mark.
    const partial =
      /[\w)\]%^.,]$|[)\]%^+*/×÷=] *$|[^\n] *[-–−] *$/.test(before) ||
      (/^[-−]/.test(match[0]) && /[\w)] *$/.test(before)) ||
      /^\d|^[.,]\d|^ ?[-+*/×÷^] ?[\d$(]|^ ?(?:x|e\d|million|billion|thousand|k\b|m\b|%)/i.test(after);
    if (partial) return [{ ...place, verdict: 'unclear' as const }];
    const tolerance = 10 ** -stated.decimals * (result.divides ? 1 : 0.51);
    const off = Math.abs(result.value - stated.value);
    return [{ ...place, verdict: off <= tolerance + 1e-9 ? ('holds' as const) : ('differs' as const) }];
  });
}

function violationOf(
  step: Step,
  event: EventOf<'message'> | EventOf<'reasoning'> | EventOf<'plan'>,
  one: Equation,
): Violation {
  const actual = Math.round(one.actual * 10_000) / 10_000;
  return {
    step,
    message: `the computation gives ${actual}, the text says ${one.stated}`,
    evidence: [quote(step, event, one.start, one.end, `gives ${actual}`)],
  };
}
