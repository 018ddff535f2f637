import { mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { runInMemory } from '../../../test/memory-host.ts';
import { diagnosisSchema } from '../../contracts/diagnosis.ts';

const RUN = [
  { role: 'user', content: 'Please cancel order #W1234567.' },
  {
    role: 'assistant',
    content: null,
    tool_calls: [
      { id: 'c1', type: 'function', function: { name: 'cancel_order', arguments: '{"order_id":"#W1234567"}' } },
    ],
  },
  { role: 'tool', tool_call_id: 'c1', content: '{"status": "cancelled"}' },
  { role: 'assistant', content: 'Order #W1234567 has been cancelled.' },
];
const PACK = {
  name: 'shop',
  clauses: [{ id: '2.1', text: 'Ask before you cancel.' }],
  constraints: [
    {
      id: 'asked-first',
      description: 'The agent asks before it cancels.',
      clause: '2.1',
      category: 'instruction-plan-adherence',
      severity: 'high',
      guard: { tool: 'cancel_order' },
      check: {
        language: 'javascript',
        source:
          "const check = (t, step) => ({ holds: t.steps.slice(0, step.position).some((s) => s.role === 'agent'), message: 'cancelled unasked' });",
      },
    },
    {
      id: 'never-there',
      description: 'Something about a tool that is not called.',
      category: 'invalid-invocation',
      guard: { tool: 'no_such_tool' },
      check: { language: 'javascript', source: 'const check = () => true;' },
    },
  ],
};

describe('diagnose with constraints of one’s own', () => {
  let cwd: string;
  const write = (name: string, content: unknown) => {
    mkdirSync(join(cwd, name, '..'), { recursive: true });
    writeFileSync(join(cwd, name), typeof content === 'string' ? content : JSON.stringify(content));
  };
  const culprit = (...args: string[]) => runInMemory(args, { cwd });
  const diagnosisOf = async (...args: string[]) => {
    const { stdout } = await culprit('diagnose', 'run.json', '--json', ...args);
    return diagnosisSchema.parse(JSON.parse(stdout));
  };

  beforeEach(() => {
    cwd = mkdtempSync(join(tmpdir(), 'culprit-packs-'));
    write('run.json', RUN);
    write('culprit.constraints.json', PACK);
  });

  it('blames the step that breaks one, names its clause, and says how many ran', async () => {
    const diagnosis = await diagnosisOf('--constraints', 'culprit.constraints.json', '--outcome', 'failed');
    expect(diagnosis.markers.critical?.position).toBe(1);
    expect(diagnosis.violations.map(({ message }) => message)).toContain('cancelled unasked (clause 2.1)');
    expect(diagnosis.checks.given).toMatchObject({ constraints: 2, ran: 1, violated: 1, errors: 0, undecided: 0 });
    expect(diagnosis.checks.given?.outcomes).toMatchObject([
      { constraintId: 'asked-first', clause: '2.1', violated: 1 },
    ]);
    expect(diagnosis.violations.find(({ constraintId }) => constraintId === 'asked-first')?.clause).toBe('2.1');
    const { stdout } = await culprit('diagnose', 'run.json', '--constraints', 'culprit.constraints.json');
    expect(stdout.replace(/\s+/g, ' ')).toContain('of yours 1 of 2 constraints ran: 1 violation');
  });

  it('finds packs of a configuration file beside it', async () => {
    write('culprit.config.json', { constraints: ['packs/shop.json'] });
    write('packs/shop.json', PACK);
    expect((await diagnosisOf()).checks.given?.constraints).toBe(2);
  });

  it('holds calls against definitions of tools, and tells each fault once', async () => {
    const parameters = {
      type: 'object',
      properties: { order_id: { type: 'integer' } },
      required: ['order_id', 'reason'],
    };
    write('tools.json', [{ type: 'function', function: { name: 'cancel_order', parameters } }]);
    const diagnosis = await diagnosisOf('--tools', 'tools.json');
    const messages = diagnosis.violations.map(({ message }) => message);
    expect(messages.filter((message) => message.includes('reason'))).toHaveLength(1);
    expect(messages.join()).toContain('order_id');
    write('run.json', [...RUN.slice(0, 2), { role: 'tool', tool_call_id: 'c1', content: 'Error: unknown tool' }]);
    write('other.json', [{ name: 'get_order', input_schema: { type: 'object' } }]);
    const unknown = await diagnosisOf('--tools', 'other.json');
    expect(unknown.violations.map(({ message }) => message).join()).toContain('cancel_order is called');
  });

  it('says loudly that nothing ran, and what crashed, in every report', async () => {
    write('silent.json', { ...PACK, constraints: PACK.constraints.slice(1) });
    const { stdout } = await culprit('diagnose', 'run.json', '--constraints', 'silent.json');
    expect(stdout.replace(/\s+/g, ' ')).toContain('of yours 0 of 1 constraint ran');
    const broken = { ...PACK.constraints[0], check: { language: 'javascript', source: '() => nothing.at.all' } };
    write('broken.json', { ...PACK, constraints: [broken] });
    const crashed = 'asked-first, clause 2.1: 1 error, exception: ReferenceError';
    const terminal = (await culprit('diagnose', 'run.json', '--constraints', 'broken.json')).stdout;
    expect(terminal.replace(/\s+/g, ' ')).toContain(crashed);
    const markdown = (await culprit('diagnose', 'run.json', '--constraints', 'broken.json', '--md')).stdout;
    expect(markdown).toMatch(/> \[!WARNING\]\n> 0 of 1 constraint ran: 0 violations, 1 error/);
    write('second.json', RUN);
    const args = ['diagnose', 'run.json', 'second.json', '--constraints', 'broken.json'];
    expect((await culprit(...args)).stdout).toContain('0 of 1 constraint ran: 0 violations, 2 errors');
    await culprit(...args, '--html', 'page.html');
    expect(readFileSync(join(cwd, 'page.html'), 'utf8')).toContain('0 of 1 constraint ran: 0 violations, 2 errors');
    const lines = await culprit(...args, '--jsonl', '--quiet');
    expect(lines.stderr).toBe('culprit: 0 of 1 constraint ran: 0 violations, 2 errors\n');
    expect(lines.stdout.trim().split('\n')).toHaveLength(2);
    const failing = await culprit(...args, '--fail-on', 'error');
    expect(failing.exitCode).toBe(1);
  });

  it('gives tools and policy to runs that hold none, and says that it does', async () => {
    write('tools.json', { tools: [{ name: 'cancel_order', inputSchema: { type: 'object' } }] });
    write('policy.md', '- Ask before you cancel.');
    const given = ['--tools', 'tools.json', '--policy', 'policy.md'];
    const { coverage } = await diagnosisOf(...given);
    expect(coverage.assumed).toEqual([
      'the agent had the tools of tools.json',
      'the agent was given the policy of policy.md',
    ]);
    write('run.json', {
      messages: [{ role: 'system', content: 'Be kind.' }, ...RUN],
      tools: [{ type: 'function', function: { name: 'cancel_order', parameters: { type: 'object' } } }],
    });
    expect((await diagnosisOf(...given)).coverage.assumed).toEqual([]);
  });

  it('takes tools from a trace that declares them, and says what of a file it leaves out', async () => {
    const declared = { type: 'function', function: { name: 'cancel_order', parameters: { required: ['reason'] } } };
    write('trace.jsonl', `${JSON.stringify({ messages: RUN, tools: [declared] })}\n`.repeat(2));
    const messages = (await diagnosisOf('--tools', 'trace.jsonl')).violations.map(({ message }) => message);
    expect(messages.join()).toContain('cancel_order: reason is missing');
    write('tools.json', [{ type: 'web_search' }, { name: 'cancel_order', input_schema: { pattern: '(?=a)' } }]);
    const { stderr } = await culprit('diagnose', 'run.json', '--tools', 'tools.json');
    expect(stderr).toContain('culprit: tools.json: /0: a tool of the provider without a name');
    expect(stderr).toContain('culprit: tools.json: /1/input_schema/pattern: ');
    expect((await culprit('diagnose', 'run.json', '--tools', 'tools.json', '--quiet')).stderr).toBe('');
  });

  it('loads a pack that is a module, with its checks as functions', async () => {
    write(
      'shop.ts',
      `import { definePack, javascript } from '${join(import.meta.dirname, '../../constraints/packs/define-pack.ts')}';
       const unused: string = 'typed';
       export default definePack({ name: 'shop', constraints: [{ id: 'never-cancels', description: 'It never cancels.',
         category: 'instruction-plan-adherence', guard: { tool: 'cancel_order' },
         check: javascript((_trajectory, step) => ({ holds: step.events.length === 0, message: 'it did' })) }] });`,
    );
    const messages = (await diagnosisOf('--constraints', 'shop.ts')).violations.map(({ message }) => message);
    expect(messages).toContain('it did');
  });

  it.each([
    ['no file', ['--constraints', 'nowhere.json'], 'nowhere.json: no such file'],
    ['no JSON', ['--constraints', 'broken.json'], 'broken.json'],
    ['no tools', ['--tools', 'culprit.constraints.json'], 'culprit.constraints.json'],
    ['a pack with an unknown field', ['--constraints', 'field.json'], 'field.json: /constraints/0: '],
    [
      'two constraints of one id',
      ['--constraints', 'twice.json'],
      'twice.json: two constraints have the id asked-first',
    ],
    [
      'one id in two packs',
      ['--constraints', 'culprit.constraints.json,other.json'],
      'other.json: /constraints/0/id: culprit.constraints.json has a constraint asked-first too',
    ],
    [
      'the name of a rule',
      ['--constraints', 'rule.json'],
      'rule.json: /constraints/0/id: tool-known is the name of a built-in rule',
    ],
    [
      'a guard that can never match',
      ['--constraints', 'never.json'],
      'never.json: /constraints/0/guard/role: can never match',
    ],
    [
      'a library outside the folder',
      ['--constraints', 'packs/far.json'],
      'packs/far.json: /library: ../run.json: stands outside the folder',
    ],
    [
      'a library through a link',
      ['--constraints', 'packs/link.json'],
      'packs/link.json: /library: out.js: is a link that leads out',
    ],
    ['a module that throws', ['--constraints', 'throws.ts'], 'throws.ts: boom'],
    ['a folder without a pack', ['--constraints', 'packs'], 'packs: the folder holds no culprit.constraints.json'],
    [
      'tools in a circle',
      ['--tools', 'circle.json'],
      'circle.json: /tools/0/inputSchema/properties/a/$ref: refers to itself without end',
    ],
    ['tools that are no JSON', ['--tools', 'empty.md'], 'empty.md: '],
    ['a policy of more than a megabyte', ['--policy', 'long.md'], 'long.md: longer than 1000000 characters'],
    ['a policy that is a folder', ['--policy', 'packs'], 'packs: is a folder'],
    ['no policy', ['--policy', 'nowhere.md'], 'nowhere.md: no such file'],
    ['an empty policy', ['--policy', 'empty.md'], 'empty.md: holds no clause'],
  ])('refuses %s with the name and exit code 2', async (_what, args, message) => {
    write('broken.json', '{"name": ');
    write('empty.md', ' \n');
    const [first] = PACK.constraints;
    write('field.json', { ...PACK, constraints: [{ ...first, guards: {} }] });
    write('twice.json', { ...PACK, constraints: [first, first] });
    write('other.json', { ...PACK, name: 'other' });
    write('rule.json', { ...PACK, constraints: [{ ...first, id: 'tool-known' }] });
    write('never.json', { ...PACK, constraints: [{ ...first, guard: { role: 'assistant' } }] });
    write('packs/far.json', { ...PACK, library: { javascript: '../run.json' } });
    write('packs/link.json', { ...PACK, library: { javascript: 'out.js' } });
    symlinkSync(join(cwd, 'run.json'), join(cwd, 'packs/out.js'));
    write('throws.ts', "throw new Error('boom');");
    const circle = { properties: { a: { $ref: '#/properties/a' } } };
    write('circle.json', { tools: [{ name: 'a', inputSchema: circle }] });
    write('long.md', 'word '.repeat(300_000));
    const { exitCode, stderr } = await culprit('diagnose', 'run.json', ...args);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(message);
  });
});
