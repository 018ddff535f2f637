import { describe, expect, it } from 'vitest';
import { draft, examples } from '../../../test/draft.ts';
import { constraintSchema } from '../../contracts/constraint.ts';
import type { DraftContext } from './draft-context.ts';
import { readDraft } from './read-draft.ts';

const context: DraftContext = {
  scope: 'dynamic',
  tools: new Set(['cancel_order', 'get_order']),
  agents: new Set(['assistant']),
  clauses: new Set(['1.1']),
  range: { from: 2, to: 9 },
  positionOf: (number) => (number >= 1 && number <= 10 ? number - 1 : null),
};
const guard = draft().guard;

describe('readDraft', () => {
  it('makes a constraint that fits its schema, in our words', () => {
    const { constraint, problems, notes } = readDraft(draft({ clause: 'Clause 1.1', examples }), context);
    expect(problems).toEqual([]);
    expect(notes).toEqual([]);
    expect(constraintSchema.parse(constraint)).toMatchObject({
      id: 'cancel-names-order',
      origin: 'model',
      scope: 'dynamic',
      category: 'invalid-invocation',
      severity: 'high',
      clause: '1.1',
      guard: { tool: 'cancel_order', role: 'agent', steps: [{ from: 2, to: 9 }], content: null },
      check: { language: 'javascript', functionName: null },
    });
    expect(constraint?.examples).toHaveLength(2);
  });

  it('takes code out of its fence, stars for anything, and names that are none for nothing', () => {
    const open = { ...guard, tools: ['*'], roles: [], content: '.*' };
    const { constraint } = readDraft(draft({ source: '```js\n() => true\n```', guard: open }), {
      ...context,
      range: null,
    });
    expect(constraint?.guard).toBeNull();
    expect(constraint?.check).toMatchObject({ source: '() => true' });
  });

  it('keeps the steps that a guard names within those it was written for', () => {
    const steps = (firstStep: number | null, lastStep: number | null) =>
      readDraft(draft({ guard: { ...guard, firstStep, lastStep } }), context).constraint?.guard?.steps;
    expect(steps(1, 5)).toEqual([{ from: 2, to: 4 }]);
    expect(steps(4, null)).toEqual([{ from: 3, to: 9 }]);
    expect(steps(1, 2)).toBeUndefined();
  });

  it.each([
    [
      'an unknown tool',
      { guard: { ...guard, tools: ['cancel_orders'] } },
      /no tool "cancel_orders"; there are "cancel_order"/,
    ],
    ['a name of a prototype', { guard: { ...guard, tools: ['__proto__'] } }, /no tool "__proto__"/],
    ['an endless name', { guard: { ...guard, tools: ['a'.repeat(201)] } }, /a name has at most 200 characters/],
    ['an unknown agent', { guard: { ...guard, agents: ['Orchestrator (-> WebSurfer)'] } }, /no agent/],
    ['a pattern of tools', { guard: { ...guard, tools: ['cancel_.*'] } }, /no tool "cancel_\.\*"/],
    ['an unknown role', { guard: { ...guard, roles: ['orchestrator'] } }, /no step has the role orchestrator/],
    ['a pattern that looks ahead', { guard: { ...guard, content: '(?=a)b' } }, /lookahead/],
    ['a step that is not there', { guard: { ...guard, lastStep: 40 } }, /no step 40/],
    ['a category of its own', { category: 'Bad Vibes' }, /category "Bad Vibes" is none of/],
    ['a language of its own', { language: 'python' }, /neither javascript nor rubric/],
    ['no source', { source: null }, /needs its source/],
    ['pages of source', { source: 'x'.repeat(20_001) }, /at most 20000 characters/],
    ['no criteria', { language: 'rubric', criteria: [' '] }, /needs criteria/],
    ['too many criteria', { language: 'rubric', criteria: Array.from({ length: 9 }, () => 'a') }, /at most 8/],
    ['a placeholder', { language: 'rubric', criteria: ['The reply follows {POLICY_TEXT}.'] }, /placeholder/],
    ['nothing to say', { description: ' ' }, /description is empty/],
  ])('says what is wrong with %s', (_name, over, problem) => {
    const read = readDraft(draft(over), context);
    expect(read.constraint).toBeNull();
    expect(read.problems.join('; ')).toMatch(problem);
  });

  it.each([
    [
      'alternatives with a bar',
      { ...guard, tools: ['cancel_order|get_order'] },
      { tool: ['cancel_order', 'get_order'] },
    ],
    ['a bracket behind an agent', { ...guard, agents: ['assistant (thought)'] }, { agent: 'assistant' }],
    ['an agent among the roles', { ...guard, roles: ['Surfer (-> assistant)'] }, { role: null, agent: 'Surfer' }],
  ])('reads %s as it is meant, and says so', (_name, given, expected) => {
    const agents = new Set(['assistant', 'Surfer']);
    const { constraint, notes } = readDraft(draft({ guard: given }), { ...context, agents });
    expect(constraint?.guard).toMatchObject(expected);
    expect(notes.join()).toContain('of the guard were read as');
  });

  it('says what it read differently', () => {
    const { constraint, notes } = readDraft(draft({ severity: 'critical', type: 'SAFETY', clause: '9.9' }), context);
    expect(constraint).toMatchObject({ severity: 'medium', type: 'ANY', clause: null });
    expect(notes).toHaveLength(3);
  });

  it('lets a constraint of every run name no steps', () => {
    const read = readDraft(draft({ guard: { ...guard, firstStep: 3 } }), { ...context, range: null });
    expect(read.problems.join()).toContain('names no step numbers');
  });
});
