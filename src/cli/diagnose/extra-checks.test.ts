import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
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
    expect(diagnosis.checks.given).toEqual({ constraints: 2, ran: 1, violated: 1, errors: 0 });
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

  it('says loudly that nothing ran', async () => {
    write('silent.json', { ...PACK, constraints: PACK.constraints.slice(1) });
    const { stdout } = await culprit('diagnose', 'run.json', '--constraints', 'silent.json');
    expect(stdout.replace(/\s+/g, ' ')).toContain('of yours 0 of 1 constraint ran');
  });

  it.each([
    ['no file', ['--constraints', 'nowhere.json'], 'nowhere.json: no such file'],
    ['no JSON', ['--constraints', 'broken.json'], 'broken.json'],
    ['no tools', ['--tools', 'culprit.constraints.json'], 'culprit.constraints.json'],
    ['no policy', ['--policy', 'nowhere.md'], 'nowhere.md: cannot be read'],
    ['an empty policy', ['--policy', 'empty.md'], 'empty.md: holds nothing'],
  ])('refuses %s with the name and exit code 2', async (_what, args, message) => {
    write('broken.json', '{"name": ');
    write('empty.md', ' \n');
    const { exitCode, stderr } = await culprit('diagnose', 'run.json', ...args);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(message);
  });
});
