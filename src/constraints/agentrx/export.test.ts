import { describe, expect, it } from 'vitest';
import { own } from '../../base/json.ts';
import { type Constraint, constraintSchema } from '../../contracts/constraint.ts';
import { exportAgentrx } from './export.ts';
import { importAgentrx } from './import.ts';

const ours = (more: Record<string, unknown>): Constraint =>
  constraintSchema.parse({
    kind: 'constraint',
    schemaVersion: 1,
    id: 'asked-first',
    description: 'The user is asked first.',
    scope: 'global',
    checkedBy: 'programmatic',
    appliesTo: 'step',
    origin: 'user',
    type: 'PROTOCOL',
    category: 'instruction-plan-adherence',
    mode: null,
    severity: 'high',
    clause: null,
    guard: null,
    check: { language: 'rubric', criteria: ['It asks.'] },
    ...more,
  });
const guard = (more: Record<string, unknown>) => ({
  steps: null,
  agent: null,
  role: null,
  tool: null,
  content: null,
  ...more,
});

describe('exportAgentrx', () => {
  const record = {
    assertion_name: 'paid_once',
    event_trigger: { step_index: '2-4', role_name: 'assistant', tool_name: 'pay' },
    check_type: 'python_check',
    python_check: { function_name: 'f', code_lines: ['def f(t, i):', '    ""Broken.""', '    return None'] },
    of_its_own: [1, { a: null }],
  };

  it('writes what was imported as it was, after a trip through a file too', () => {
    const { pack } = importAgentrx({ invariants: [record] }, 'sample');
    const stored: readonly Constraint[] = JSON.parse(JSON.stringify(pack.constraints));
    const readBack = stored.map((one) => ({ ...one, check: { ...one.check, library: null } }) as Constraint);
    expect(exportAgentrx(readBack)).toEqual({ invariants: [record], notes: [] });
  });

  it('writes anew what was changed since', () => {
    const { pack } = importAgentrx({ invariants: [record] }, 'sample');
    const changed = pack.constraints.map((one) => ({ ...one, description: 'Another.' }));
    const { invariants, notes } = exportAgentrx(changed);
    expect(invariants).toMatchObject([{ assertion_name: 'paid_once', check_hint: 'Another.' }]);
    expect(notes[0]).toBe('paid_once: was changed since it was imported, and is written anew');
  });

  it('says what ours lose, and what is written is read again', () => {
    const { invariants, notes } = exportAgentrx([
      ours({
        guard: guard({
          steps: [
            { from: 0, to: 0 },
            { from: 3, to: 5 },
          ],
          role: ['agent'],
          content: ['(?i)yes', 'no'],
        }),
      }),
      ours({ id: 'javascript', check: { language: 'javascript', source: 'const check = () => true;' } }),
      ours({
        id: 'schema',
        guard: guard({ tool: ['a.b', 'c'] }),
        check: { language: 'json-schema', schema: { type: 'object' } },
      }),
      ours({ id: 'whole', appliesTo: 'trajectory' }),
    ]);
    expect(invariants.map((one) => own(one, 'event_trigger'))).toEqual([
      {
        step_index: 1,
        substep_index: '*',
        role_name: 'assistant',
        tool_name: '*',
        content_regex: '(?=.*(?i:yes))(?=.*(?:no))',
      },
      {
        step_index: '4-6',
        substep_index: '*',
        role_name: 'assistant',
        tool_name: '*',
        content_regex: '(?=.*(?i:yes))(?=.*(?:no))',
      },
      { step_index: '*', substep_index: '*', role_name: '*', tool_name: '*', content_regex: '*' },
      { step_index: '*', substep_index: '*', role_name: '*', tool_name: 'a\\.b|c', content_regex: '*' },
      { step_index: '*', substep_index: '*', role_name: '*', tool_name: '*', content_regex: '*' },
    ]);
    expect(notes).toEqual([
      expect.stringContaining('asked-first: is written 2 times'),
      expect.stringContaining('javascript: AgentRx runs no JavaScript'),
      expect.stringContaining('schema: AgentRx has no check of JSON Schema'),
      expect.stringContaining('schema: AgentRx looks for the name of the tool anywhere'),
      expect.stringContaining('whole: is about the whole run'),
    ]);
    const again = importAgentrx({ invariants }, 'again').pack.constraints;
    expect(again).toHaveLength(5);
    expect(again[0]?.guard).toEqual(
      guard({ steps: [{ from: 0, to: 0 }], role: 'assistant', content: ['(?i:yes)', '(?:no)'] }),
    );
    expect(again[0]?.check).toEqual({ language: 'rubric', criteria: ['It asks.'] });
  });
});
