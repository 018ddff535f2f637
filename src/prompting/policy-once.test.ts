import { expect, it } from 'vitest';
import { agent, runRule, user } from '../../test/run-rule.ts';
import toolKnown from '../constraints/rules/tool-known.ts';
import { policyOnce } from './policy-once.ts';

const policy = 'Be kind. Ask before you cancel.';
const { trajectory } = runRule(toolKnown, [
  { role: 'system', content: policy },
  user('Hello'),
  agent('Good day.'),
  agent(policy),
]).context;
const texts = (run: typeof trajectory) => run.steps.map(({ events }) => events.map(({ text }) => text).join());

it('leaves the policy out of the first steps where it is shown before the run, and nowhere else', () => {
  expect(texts(policyOnce(trajectory, policy))).toEqual(['(the policy, shown above)', 'Hello', 'Good day.', policy]);
  expect(policyOnce(trajectory, null)).toBe(trajectory);
  expect(texts(policyOnce(trajectory, 'Another.'))).toEqual(texts(trajectory));
});
