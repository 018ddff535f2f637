import { describe, expect, it } from 'vitest';
import { constraintPackSchema } from '../../contracts/constraint-pack.ts';
import { exportAgentrx } from './export.ts';
import { importAgentrx } from './import.ts';

const PYTHON = {
  function_name: 'holds',
  args: ['trajectory', 'current_step_index'],
  code_lines: ['def holds(trajectory, current_step_index):', '    return True'],
};
const record = (more: Record<string, unknown> = {}) => ({
  assertion_name: 'paid_once',
  taxonomy_targets: ['InvalidInvocation'],
  invariant_type: 'PROTOCOL',
  event_trigger: { step_index: '*', role_name: 'assistant' },
  check_hint: 'An order is paid once.',
  check_type: 'python_check',
  python_check: PYTHON,
  nl_check: {},
  ...more,
});
const importOne = (more: Record<string, unknown>) => {
  const { pack, findings } = importAgentrx({ invariants: [record(more)] }, 'sample');
  const [constraint] = pack.constraints;
  if (constraint === undefined) throw new Error('nothing was imported');
  return { constraint, findings, kinds: findings.map(({ kind }) => kind) };
};
const withCode = (...code_lines: readonly string[]) => importOne({ python_check: { ...PYTHON, code_lines } });
const sourceOf = ({ constraint: { check } }: ReturnType<typeof importOne>): string =>
  'source' in check ? check.source : '';

describe('importAgentrx', () => {
  it('makes a pack of constraints over the view of AgentRx, each with its record', () => {
    const { pack, findings } = importAgentrx({ invariants: [record()] }, 'my file');
    expect(constraintPackSchema.safeParse(pack).error?.issues).toBeUndefined();
    expect(findings).toEqual([]);
    expect(pack.name).toBe('my-file');
    expect(pack.description).toContain('number steps from 1');
    expect(pack.constraints[0]).toMatchObject({
      id: 'paid_once',
      origin: 'import',
      view: 'agentrx-ir',
      scope: 'global',
      category: 'invalid-invocation',
      type: 'PROTOCOL',
      guard: { steps: null, role: 'assistant', tool: null, content: null },
      imported: record(),
    });
  });

  const other = record({ assertion_name: 'other' });
  it.each([
    ['invariant', { invariant: [record()] }, ['paid_once'], 'global'],
    ['a bare list', [record(), other], ['paid_once', 'other'], 'global'],
    ['one that stands alone', record(), ['paid_once'], 'global'],
    ['dynamic_invariants', { trajectory_id: 't', dynamic_invariants: [record()] }, ['paid_once'], 'dynamic'],
    ['one_shot_output', { trajectory_id: 't', one_shot_output: { invariants: [record()] } }, ['paid_once'], 'dynamic'],
    ['one_shot_output as text', { one_shot_output: JSON.stringify([record()]) }, ['paid_once'], 'dynamic'],
    [
      'static ones as text',
      { static_invariants_used: JSON.stringify({ invariants: [record()] }), dynamic_invariants: [] },
      ['paid_once'],
      'global',
    ],
    ['answers step by step', { per_step_outputs: [{ parsed: { invariant: [record()] } }] }, ['paid_once'], 'dynamic'],
    ['the plural there', { per_step_outputs: [{ parsed: { invariants: [record()] } }] }, ['paid_once'], 'dynamic'],
  ])('reads %s', (_what, json, ids, scope) => {
    const { pack } = importAgentrx(json, 'sample');
    expect(pack.constraints.map(({ id }) => id)).toEqual(ids);
    expect(pack.constraints[0]?.scope).toBe(scope);
  });

  it('takes once what a file holds twice, and tells names apart that are the same', () => {
    const twice = importAgentrx(
      { per_step_outputs: [{ parsed: { invariant: [record()] } }, { parsed: null }], dynamic_invariants: [record()] },
      'sample',
    );
    expect(twice.pack.constraints).toHaveLength(1);
    expect(twice.findings.map(({ kind }) => kind)).toEqual(['skipped', 'repair']);
    const { pack } = importAgentrx(
      [record(), record({ check_hint: 'Another.' }), record({ assertion_name: '' })],
      'sample',
    );
    expect(pack.constraints.map(({ id }) => id)).toEqual(['paid_once', 'paid_once-2', 'invariant-3']);
  });

  it.each([
    ['no file of AgentRx', { hello: 1 }],
    ['null', null],
    ['a constraint without a check', [{ assertion_name: 'a', check_type: 'python_check', python_check: {} }]],
  ])('refuses %s', (_what, json) => {
    expect(() => importAgentrx(json, 'sample')).toThrow(expect.objectContaining({ code: 'PACK_INVALID' }));
  });

  it('frees global constraints that were all bound to the same step, and writes them back as they were', () => {
    const pinned = ['a', 'b'].map((assertion_name) =>
      record({ assertion_name, event_trigger: { step_index: 1, role_name: 'assistant' } }),
    );
    const { pack, findings } = importAgentrx({ invariants: pinned }, 'sample');
    expect(pack.constraints.map(({ guard }) => guard?.steps)).toEqual([null, null]);
    expect(findings).toMatchObject([{ constraint: null, kind: 'repair' }]);
    expect(exportAgentrx(pack.constraints)).toEqual({ invariants: pinned, notes: [] });
    const { constraint } = importOne({ event_trigger: { step_index: 1, role_name: 'assistant' } });
    expect(constraint.guard?.steps).toEqual([{ from: 0, to: 0 }]);
  });
});

describe('the trigger', () => {
  it.each([
    [7, [{ from: 6, to: 6 }], []],
    ['7', [{ from: 6, to: 6 }], []],
    ['3-5', [{ from: 2, to: 4 }], ['steps']],
    [
      [1, 4],
      [
        { from: 0, to: 0 },
        { from: 3, to: 3 },
      ],
      ['steps'],
    ],
    [
      '1,4-5',
      [
        { from: 0, to: 0 },
        { from: 3, to: 4 },
      ],
      ['steps'],
    ],
    ['>=3', [{ from: 2, to: Number.MAX_SAFE_INTEGER }], ['steps']],
    ['', null, []],
    [null, null, []],
    [0, [], ['steps', 'never-matches']],
    ['5-3', [], ['steps', 'never-matches']],
    ['int', [], ['off-schema', 'never-matches']],
  ])('counts steps from 1: %j', (step_index, steps, kinds) => {
    const { constraint, kinds: found } = importOne({ event_trigger: { step_index, role_name: 'assistant' } });
    expect(constraint.guard?.steps).toEqual(steps);
    expect(found).toEqual(kinds);
  });

  it.each([
    ['Orchestrator (-> WebSurfer)', 'Orchestrator (-> WebSurfer)', ['role']],
    ['user|assistant', ['user', 'assistant'], ['role']],
    [['user', 'assistant'], ['user', 'assistant'], ['role']],
    ['assistant | *', null, ['role']],
    ['.*', null, ['role']],
    ['Orch.*', 'Orch.*', ['never-matches']],
  ])('takes the role %j', (role_name, role, kinds) => {
    const { constraint, kinds: found } = importOne({ event_trigger: { step_index: 2, role_name } });
    expect(constraint.guard?.role).toEqual(role);
    expect(found).toEqual(kinds);
  });

  it('searches tool and content in the text, the tool without regard to case', () => {
    const { constraint, findings } = importOne({
      event_trigger: { role_name: '*', tool_name: 'cancel_order|return_items', content_regex: 'refund \\d+$' },
    });
    expect(constraint.guard?.content).toEqual(['(?i-s)cancel_order|return_items', 'refund \\d+(?:\\n?\\z)']);
    expect(findings).toEqual([]);
  });

  it('says which pattern cannot be used, and what is not held', () => {
    expect(importOne({ event_trigger: { content_regex: 'a(?!b).*c' } }).findings).toMatchObject([
      { constraint: 'paid_once', kind: 'pattern', message: expect.stringContaining('lookahead') },
    ]);
    const kinds = importOne({
      event_trigger: { step_index: '*', substep_index: 2, role_name: 'user', event_types: ['llm'], phase: 'x' },
    }).kinds;
    expect(kinds).toEqual(['off-schema', 'off-schema', 'never-matches']);
    expect(importOne({ event_trigger: 'always' }).kinds).toEqual(['off-schema']);
  });
});

describe('the fields', () => {
  it.each([
    ['Instruction/PlanAdherenceFailure', 'instruction-plan-adherence'],
    ['Instruction Adherence Failure', 'instruction-plan-adherence'],
    ['Misinterpretation of Tool Output', 'misinterpretation-of-tool-output'],
    ['Intent not supported', 'intent-not-supported'],
    ['UnderspecifiedUserIntent', 'underspecified-user-intent'],
  ])('knows the category %s', (name, category) => {
    expect(importOne({ taxonomy_targets: [name] }).constraint.category).toBe(category);
  });

  it('keeps every target, and says what is off the schema', () => {
    const { constraint, findings } = importOne({
      taxonomy_targets: ['SystemFailure', 'InvalidInvocation', 'BadLuck'],
      invariant_type: 'USER_INTENT_CHECK',
      severity: 'HIGH',
    });
    expect(constraint).toMatchObject({ category: 'system-failure', targets: ['system-failure', 'invalid-invocation'] });
    expect(constraint).toMatchObject({ type: 'ANY', severity: 'high' });
    expect(findings.map(({ message }) => message)).toEqual([
      expect.stringContaining('BadLuck'),
      expect.stringContaining('USER_INTENT_CHECK'),
    ]);
    expect(importOne({ invariant_type: undefined, constraint_type: 'relational post' }).constraint.type).toBe(
      'RELATIONAL_POST',
    );
  });

  it('tells the kind of check by what is filled in', () => {
    expect(importOne({ check_type: undefined })).toMatchObject({
      kinds: ['repair'],
      constraint: { check: { language: 'python' } },
    });
    expect(
      importOne({ check_type: undefined, python_check: {}, nl_check: { judge_rubric: ['- Polite.'] } }),
    ).toMatchObject({
      kinds: ['repair'],
      constraint: { check: { language: 'rubric', criteria: ['Polite.'] }, checkedBy: 'semantic' },
    });
  });

  it('names the placeholders of templates', () => {
    const nl_check = {
      judge_user_prompt_template: 'Policy: {POLICY_TEXT}, the run: {WINDOW_EVENTS_JSON}, {SOMETHING_ELSE}',
      judge_rubric: [],
    };
    const { constraint, findings } = importOne({ check_type: 'nl_check', nl_check });
    expect(constraint.check).toEqual({ language: 'rubric', criteria: ['An order is paid once.'] });
    expect(findings.map(({ kind, message }) => `${kind}: ${message}`)).toEqual([
      expect.stringMatching(/^placeholder: .*POLICY_TEXT, WINDOW_EVENTS_JSON/),
      'placeholder: nothing fills in SOMETHING_ELSE',
      expect.stringMatching(/^repair: the rubric is empty/),
    ]);
  });
});

describe('the program', () => {
  it('puts right a docstring of two quotes, and nothing that is Python', () => {
    const broken = withCode('def holds(t, i):', '    ""Return True iff it holds.""', '    return True');
    expect(sourceOf(broken)).toContain('    """Return True iff it holds."""\n');
    expect(broken.kinds).toEqual(['repair']);
    const longer = withCode('def holds(t, i):', '    ""Return True', '    iff it holds.""', '    return True');
    expect(sourceOf(longer)).toContain('    """Return True\n    iff it holds."""\n');
    const sound = withCode(
      'def holds(t, i):',
      '    "".join([])',
      '    x = (',
      '        ""',
      '    )',
      '    return True',
    );
    expect(sound.kinds).toEqual([]);
    expect(sourceOf(sound)).toContain('    "".join([])\n');
  });

  it('keeps the numbers of the lines, and says where it cannot', () => {
    expect(sourceOf(withCode('def holds(t, i):', '    return re.match("a", "a") is not None')).split('\n')[0]).toBe(
      'def holds(t, i):',
    );
    const early = withCode('WORDS = re.compile("yes")', 'def holds(t, i):', '    return True');
    expect(sourceOf(early).split('\n').slice(0, 2)).toEqual([
      'import json, re, math, collections',
      'WORDS = re.compile("yes")',
    ]);
    expect(early.kinds).toEqual(['repair']);
    expect(withCode('import re', 'WORDS = re.compile("yes")', 'def holds(t, i):', '    return True').kinds).toEqual([]);
  });

  it('calls the function that is there, and gives the number of the step to code that counts from 1', () => {
    const renamed = withCode('def helper(x):', '    return x', 'def other(t, i):', '    return True');
    expect(sourceOf(renamed)).toContain('_culprit_verdict(other(trajectory, current_step_index))');
    expect(renamed.kinds).toEqual(['repair']);
    const fromOne = withCode(
      'def holds(trajectory, current_step_index):',
      '    idx = current_step_index - 1',
      '    return idx >= 0',
    );
    expect(sourceOf(fromOne)).toContain('holds(trajectory, current_step_index + 1)');
    const looksBack = withCode(
      'def holds(trajectory, current_step_index):',
      '    idx = current_step_index - 1',
      '    return trajectory["steps"][current_step_index] is not None',
    );
    expect(looksBack.kinds).toEqual([]);
  });

  it.each([
    ['return (False, "why")', 1],
    ['return False, "why"', 1],
    ['return "violated"', 1],
    ['return', 1],
    ['return None', 1],
    ['return re.search("a", "b")', 1],
    ['return "a" in "b"', 0],
    ['return bool(re.search("a", "b"))', 0],
  ])('says what `%s` will be taken for', (line, count) => {
    expect(withCode('def holds(t, i):', `    ${line}`).kinds).toEqual(Array.from({ length: count }, () => 'return'));
    const inner = ['def holds(t, i):', '    def helper():', `        ${line}`, '    return True'];
    expect(withCode(...inner).kinds).toEqual([]);
  });

  it('takes a hostile file in little time', () => {
    const start = performance.now();
    const lines = Array.from({ length: 15_000 }, () => 'def f(a):\n    ""Never closed');
    withCode(...lines);
    withCode(`def holds(t, i): ${' '.repeat(150_000)}`, ' '.repeat(150_000), 'i'.repeat(150_000));
    importOne({ event_trigger: { content_regex: `${'(?=.*a'.repeat(300)}` } });
    let deep: unknown = [record()];
    for (let depth = 0; depth < 300; depth++) deep = [deep];
    expect(() => importAgentrx(deep, 'sample')).toThrow(/holds no constraints/);
    expect(performance.now() - start).toBeLessThan(3_000);
  });
});
