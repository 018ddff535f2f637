import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSandbox } from '../compose.ts';
import { exportAgentrx } from '../constraints/agentrx/export.ts';
import { importAgentrx } from '../constraints/agentrx/import.ts';
import type { Constraint } from '../contracts/constraint.ts';
import type { Sandbox } from '../contracts/sandbox.ts';
import { parseTrace } from '../formats/read-trace.ts';
import { runWithConstraints } from './run-with-constraints.ts';

const CHAT = [
  { role: 'system', content: 'Ask before you cancel.' },
  { role: 'user', content: 'Cancel #W1.' },
  { role: 'assistant', content: 'Done, I cancelled #W1.' },
];

describe('checks of AgentRx in our sandbox', () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await createSandbox({ language: 'python' });
  });
  afterAll(() => sandbox.close());

  async function outcomeOf(code_lines: readonly string[], chat: readonly unknown[] = CHAT) {
    const { pack } = importAgentrx([recordOf(code_lines)], 'sample');
    return checked(pack.constraints, chat);
  }

  const recordOf = (code_lines: readonly string[]) => ({
    assertion_name: 'one',
    check_hint: 'It holds.',
    event_trigger: { step_index: '*', role_name: 'assistant' },
    check_type: 'python_check',
    python_check: { function_name: 'holds', code_lines },
  });

  async function checked(constraints: readonly Constraint[], chat: readonly unknown[]) {
    const [trace] = parseTrace(JSON.stringify(chat));
    if (trace?.ok !== true) throw new Error('the sample cannot be read');
    const { validationLog } = await runWithConstraints(trace.value, { constraints, sandbox: async () => sandbox });
    const [outcome] = validationLog.outcomes.filter(({ constraintId }) => constraintId === 'one');
    return { status: outcome?.status, position: outcome?.position, message: outcome?.message };
  }
  const body = (...lines: readonly string[]) => [
    'def holds(trajectory, current_step_index):',
    ...lines.map((line) => `    ${line}`),
  ];

  it.each([
    ['return True', 'satisfied', 'holds'],
    ['return False', 'violated', 'not so: It holds.'],
    ['return (False, "no question before")', 'violated', 'no question before'],
    ['return True, "asked"', 'satisfied', 'holds'],
    ['return None', 'undecided', 'nothing \\(None\\)'],
    ['pass', 'undecided', 'nothing \\(None\\)'],
    ['return "pass"', 'satisfied', 'holds'],
    ['return "Violated."', 'violated', 'not so'],
    ['return "the user never agreed"', 'undecided', 'the user never agreed'],
    ['return {"passed": False, "reason": "late"}', 'violated', 'late'],
    ['return {"verdict": "fail"}', 'violated', 'not so'],
    ['return {"steps": 1}', 'undecided', 'without a verdict'],
    ['return []', 'undecided', 'a list'],
    ['return 1', 'undecided', 'an? int'],
    ['return re.search("cancel", "cancelled")', 'satisfied', 'holds'],
    ['raise ValueError("unsafe")', 'error', 'ValueError: unsafe \\(line 2\\)'],
    ['return undefined_name', 'error', 'NameError'],
  ])('%s is %s', async (line, status, message) => {
    expect(await outcomeOf(body(line))).toMatchObject({ status, message: expect.stringMatching(message) });
  });

  it('provides what AgentRx provides, and finds helpers, constants and itself', async () => {
    const code = [
      'WORD = "cancelled"',
      'def deep(n):',
      '    return n if n == 0 else deep(n - 1)',
      ...body('""Two quotes.""', 'text = trajectory["steps"][current_step_index]["substeps"][0]["content"]'),
      '    return math.isclose(deep(3), 0) and WORD not in text',
    ];
    expect(await outcomeOf(code)).toEqual({ status: 'violated', position: 2, message: 'not so: It holds.' });
    const early = ['NUMBER = re.compile("#W[0-9]+")', ...body('return NUMBER.search("#W1") is not None')];
    expect((await outcomeOf(early)).status).toBe('satisfied');
  });

  it('gives the policy to a check that asks for it, and says so where there is none', async () => {
    const code = body('return "Ask before" in POLICY_TEXT');
    expect((await outcomeOf(code)).status).toBe('satisfied');
    expect(await outcomeOf(code, CHAT.slice(1))).toMatchObject({
      status: 'undecided',
      message: expect.stringContaining('the trace has none'),
    });
  });

  it.each([
    ['WORD not in text', 'violated'],
    ['WORD in text', 'satisfied'],
  ])('a program that was written anew for AgentRx says the same: %s', async (expression, status) => {
    const code = [
      'WORD = "cancelled"',
      ...body('text = trajectory["steps"][current_step_index]["substeps"][0]["content"]', `return ${expression}`),
    ];
    const { pack } = importAgentrx([recordOf(code)], 'sample');
    const changed = pack.constraints.map((one) => ({ ...one, description: 'Changed.' }));
    const { invariants } = exportAgentrx(changed);
    expect(JSON.stringify(invariants)).not.toContain('"function_name":"holds"');
    expect((await checked(importAgentrx(invariants, 'again').pack.constraints, CHAT)).status).toBe(status);
  });
});
