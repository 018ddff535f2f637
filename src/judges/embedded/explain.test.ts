import { expect, it } from 'vitest';
import type { CheckOutcome } from '../../contracts/validation-log.ts';
import { explain, leadingReason, PLACE_TEXT } from './explain.ts';

const outcome: CheckOutcome = {
  constraintId: 'code-runs',
  status: 'violated',
  stepId: 's1',
  position: 1,
  message: 'the code raised KeyError',
  evidence: [],
  recoveredPosition: null,
  checked: 1,
};

it('says each reason in words, and they add up to the score', () => {
  const contributions = [
    { feature: 'agent turn 1', contribution: 1.2 },
    { feature: 'relative position', contribution: -0.3 },
    { feature: 'violates code-runs', contribution: 0.7 },
    { feature: 'next step apologises', contribution: 0.25 },
    { feature: 'asks for confirmation (user)', contribution: -0.4 },
    { feature: 'no text', contribution: 0.04 },
  ];
  const reasons = explain(contributions, [outcome]);
  expect(reasons).toEqual([
    { text: 'code-runs: the code raised KeyError', contribution: 0.7 },
    { text: 'the user asks for a confirmation', contribution: -0.4 },
    { text: 'the next step takes something back', contribution: 0.25 },
    { text: PLACE_TEXT, contribution: 0.9 },
    { text: 'smaller signs together', contribution: 0.04 },
  ]);
  expect(leadingReason(reasons)).toBe('code-runs: the code raised KeyError');
});

it('does not pass a place off as a finding', () => {
  expect(leadingReason(explain([{ feature: 'agent turn 1', contribution: 2 }], []))).toContain(
    'no check speaks against it',
  );
});
