import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { runInMemory } from '../../../test/memory-host.ts';

const call = (name: string, args: unknown) => ({
  role: 'assistant',
  content: null,
  tool_calls: [{ id: 'c1', type: 'function', function: { name, arguments: JSON.stringify(args) } }],
});
const user = { role: 'user', content: 'Please cancel order #W1.' };
const CANCELLED = [user, call('cancel_order', { id: '#W1' }), { role: 'tool', tool_call_id: 'c1', content: 'done' }];
const GREETED = [user, { role: 'assistant', content: 'Good day. Shall I?' }, ...CANCELLED.slice(1)];

const constraint = (id: string, more: Record<string, unknown> = {}) => ({
  id,
  description: `${id} holds.`,
  category: 'instruction-plan-adherence',
  guard: { tool: 'cancel_order' },
  check: { language: 'javascript', source: '() => true' },
  ...more,
});
const ASKED = constraint('asked-first', {
  clause: '1.2',
  check: { language: 'javascript', functionName: 'askedFirst' },
  examples: [
    { note: 'asked', holds: true, trace: GREETED },
    { note: 'not asked', holds: false, trace: CANCELLED },
  ],
});
const PACK = {
  name: 'shop',
  description: 'Constraints of a shop.',
  clauses: [
    { id: '1.1', text: 'Be kind.' },
    { id: '1.2', text: 'Ask before you cancel.' },
    { id: '1.3', text: 'Never sing.' },
  ],
  library: { javascript: 'checks.js' },
  constraints: [ASKED, constraint('never-sings', { clause: '1.3', guard: { tool: 'sing' } })],
};

describe('culprit constraints', () => {
  let cwd: string;
  const write = (name: string, content: unknown) =>
    writeFileSync(join(cwd, name), typeof content === 'string' ? content : JSON.stringify(content));
  const constraints = (...args: string[]) => runInMemory(['constraints', ...args], { cwd });

  beforeEach(() => {
    cwd = mkdtempSync(join(tmpdir(), 'culprit-constraints-'));
    write('culprit.constraints.json', PACK);
    write(
      'checks.js',
      "const askedFirst = (t, step) => t.steps.slice(0, step.position).some((s) => s.role === 'agent');",
    );
    write('bad.json', CANCELLED);
    write('good.json', GREETED);
  });

  it('lists what packs hold, and shows one constraint', async () => {
    const { stdout, exitCode } = await constraints('list');
    expect(exitCode).toBe(0);
    expect(stdout).toContain('shop (culprit.constraints.json): 2 constraints, 3 clauses');
    expect(stdout).toContain('clause 1.2 · javascript · medium · 2 examples · not calibrated');
    expect(JSON.parse((await constraints('list', '--json')).stdout)).toMatchObject([
      { id: 'asked-first' },
      { id: 'never-sings' },
    ]);
    const shown = (await constraints('show', 'asked-first')).stdout;
    expect(shown).toMatch(/Clause +1\.2 Ask before you cancel\./);
    expect(shown).toMatch(/Applies to +each step where cancel_order is called/);
    expect(shown).toContain('function askedFirst of the library of the pack');
    const unknown = await constraints('show', 'asked-furst');
    expect([unknown.exitCode, unknown.stderr]).toEqual([2, expect.stringContaining('did you mean "asked-first"?')]);
  });

  it('tests constraints on their own examples, and says which have none', async () => {
    const { stdout, exitCode } = await constraints('test');
    expect(exitCode).toBe(0);
    expect(stdout).toContain('ok      asked-first: 2 examples');
    expect(stdout).toContain('none    never-sings: has no examples');
    expect(stdout).toContain('2 of 2 examples as they say, 1 constraint of 2 without examples');
  });

  it('tests go wrong where an example does not end as it says, whatever the reason', async () => {
    const wrong = [
      ['should hold', { note: 'a', holds: true, trace: CANCELLED }, 'is violated at position 1'],
      ['should be violated', { note: 'b', holds: false, trace: GREETED }, 'should be violated; holds'],
      ['never triggered', { note: 'c', holds: true, trace: [user] }, 'never triggered'],
      ['no trace', { note: 'd', holds: true, trace: { a: 1 } }, 'its trace cannot be read'],
    ] as const;
    write('culprit.constraints.json', {
      ...PACK,
      constraints: [
        { ...ASKED, examples: wrong.map(([, example]) => example) },
        constraint('crashes', {
          check: { language: 'javascript', source: '() => nothing' },
          examples: [{ holds: false, trace: CANCELLED }],
        }),
        constraint('unsure', {
          check: { language: 'javascript', source: '() => ({ holds: null })' },
          examples: [{ holds: false, trace: CANCELLED }],
        }),
      ],
    });
    const { stdout, exitCode } = await constraints('test');
    expect(exitCode).toBe(1);
    const text = stdout.replace(/\s+/g, ' ');
    for (const [, , found] of wrong) expect(text).toContain(found);
    expect(text).toContain('crashes: 1 of 1 example should be violated; error: exception: ReferenceError');
    expect(text).toContain('could not tell');
    expect(text).toContain('0 of 6 examples as they say, 6 wrong');
    expect((await constraints('test', '--only', 'unsure', '--json')).exitCode).toBe(1);
  });

  it('lints: what cannot work is an error, what never triggers a note with the name that was meant', async () => {
    write('culprit.constraints.json', {
      ...PACK,
      constraints: [
        ASKED,
        constraint('pattern', { clause: '1.1', guard: { content: '(?!x)y' } }),
        constraint('syntax', { clause: '1.1', check: { language: 'javascript', source: '(t => {' } }),
        constraint('near', { clause: '1.1', guard: { tool: 'cancel_ordr' } }),
      ],
    });
    const { stdout, exitCode } = await constraints('lint', '--on', 'bad.json', '--on', 'good.json');
    expect(exitCode).toBe(1);
    const text = stdout.replace(/\s+/g, ' ');
    expect(text).toContain('error pattern: the pattern "(?!x)y" of the guard');
    expect(text).toContain('error syntax: compile:');
    expect(text).toContain(
      'note near: never triggered over 2 runs: no trace has the tool "cancel_ordr"; did you mean "cancel_order"?',
    );
    expect(text).not.toContain('asked-first');
    write('culprit.constraints.json', { ...PACK, constraints: [ASKED] });
    expect(await constraints('lint')).toMatchObject({ exitCode: 0, stdout: '  1 constraint: 0 errors, 0 notes\n' });
  });

  it('shows over many runs which clauses are put to the test', async () => {
    const { stdout, exitCode } = await constraints('coverage', 'bad.json', 'good.json');
    expect(exitCode).toBe(0);
    expect(stdout.replace(/\s+/g, ' ')).toContain(
      '1.1 no constraint Be kind. 1.2 violated in 1 run, held in 1 [asked-first] Ask before you cancel. 1.3 never triggered [never-sings]',
    );
    expect(stdout).toContain('3 clauses over 2 runs: 1 violated, 1 never triggered, 1 no constraint');
    const json = JSON.parse((await constraints('coverage', 'bad.json', '--json')).stdout);
    expect(json).toMatchObject({
      runs: 1,
      clauses: [{ pack: 'shop', clause: '1.1' }, { violated: 1 }, { state: 'never triggered' }],
    });
  });

  it('shows coverage by a policy and by tools, and keeps errors apart', async () => {
    write('policy.md', '## Orders\n\n- Be kind.\n- Ask before you cancel.');
    write('tools.json', [{ name: 'cancel_order', input_schema: { required: ['reason'] } }, { name: 'sing' }]);
    write('checks.js', 'const askedFirst = () => nothing;');
    const args = ['coverage', 'bad.json', '--constraints', 'culprit.constraints.json'];
    const { stdout } = await constraints(...args, '--policy', 'policy.md', '--tools', 'tools.json');
    const text = stdout.replace(/\s+/g, ' ');
    expect(text).toContain(
      '1.2 errors in 1 run [asked-first] Ask before you cancel. 1.3 never triggered [never-sings]',
    );
    expect(text).toContain('- violated in 1 run [tool-call.cancel_order] - never triggered [tool-call.sing]');
    expect(text).toContain('3 clauses over 1 run: 1 errors, 1 never triggered, 1 no constraint');
    const tooLong = await constraints(...args, '--policy', 'long.md');
    expect(tooLong).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('long.md: no such file') });
  });

  it('imports what AgentRx wrote and writes it back, and what it imported can be run', async () => {
    const invariant = {
      assertion_name: 'cancel_asked',
      taxonomy_targets: ['Instruction/PlanAdherenceFailure'],
      invariant_type: 'PROTOCOL',
      event_trigger: { step_index: '*', role_name: 'assistant', tool_name: 'cancel_order' },
      check_hint: 'Ask first.',
      check_type: 'nl_check',
      nl_check: { judge_scope: 'STEP', focus_steps_instruction: '', judge_rubric: ['It asks first.'] },
    };
    write('static.json', { invariants: [invariant] });
    const { exitCode, stderr } = await constraints('import', 'static.json', '--out', 'imported.json');
    expect({ exitCode, stderr }).toMatchObject({
      exitCode: 0,
      stderr: expect.stringContaining('1 constraint imported'),
    });
    expect((await constraints('list', 'imported.json')).stdout).toContain('rubric');
    const exported = await constraints('export', 'imported.json', '--to', 'agentrx');
    expect(JSON.parse(exported.stdout)).toEqual({ invariants: [invariant] });
    write('nothing.json', { a: 1 });
    expect(await constraints('import', 'nothing.json')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('nothing.json'),
    });
    expect(readFileSync(join(cwd, 'imported.json'), 'utf8')).toContain('"constraint-pack"');
  });

  it('says what is missing', async () => {
    expect(await runInMemory(['constraints'], { cwd })).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('Usage: culprit constraints'),
    });
    expect((await constraints('lst')).stderr).toContain("unknown command 'lst'");
    writeFileSync(join(cwd, 'culprit.constraints.json'), '{"name": "a", "constraints": [');
    const broken = await constraints('list');
    expect([broken.exitCode, broken.stderr]).toEqual([
      2,
      expect.stringContaining('culprit.constraints.json: JSON ends in the middle of a value (line 1, column 31)'),
    ]);
    const elsewhere = await runInMemory(['constraints', 'list'], { cwd: tmpdir() });
    expect([elsewhere.exitCode, elsewhere.stderr]).toEqual([2, expect.stringContaining('name a pack')]);
  });
});
