import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { expectSound } from '../../../test/expect-sound.ts';
import { outlineTrajectory } from '../../../test/outline-trajectory.ts';
import { parseJson } from '../../base/json.ts';
import type { Trajectory } from '../../contracts/trajectory.ts';
import { claudeCode } from './index.ts';

const readText = (name: string): string => readFileSync(new URL(`./__fixtures__/${name}`, import.meta.url), 'utf8');

function readLines(values: readonly unknown[], uri: string | null = null): readonly Trajectory[] {
  const lines = values.map((value, index) => ({ lineNumber: index + 1, value }));
  const trajectories = claudeCode.session?.parse(lines, { uri, recordRef: '' }) ?? [];
  for (const trajectory of trajectories) expectSound(trajectory);
  return trajectories;
}

const linesOf = (name: string): readonly unknown[] => readText(name).trim().split('\n').map(parseJson);
const outline = (trajectories: readonly Trajectory[]): unknown => trajectories.map((one) => outlineTrajectory(one));

/** A line as a session of version 2 has it. */
const line = (type: string, uuid: string, message: unknown, more: Record<string, unknown> = {}): unknown => ({
  type,
  uuid,
  sessionId: 's',
  isSidechain: false,
  timestamp: '2026-01-01T00:00:00.000Z',
  message,
  ...more,
});
const user = (uuid: string, content: unknown, more: Record<string, unknown> = {}): unknown =>
  line('user', uuid, { role: 'user', content }, more);
const assistant = (uuid: string, id: string, block: unknown, usage = { input_tokens: 1, output_tokens: 2 }): unknown =>
  line('assistant', uuid, { id, role: 'assistant', model: 'claude', content: [block], usage });
const result = (uuid: string, id: string, content: string, more: Record<string, unknown> = {}): unknown =>
  user(uuid, [{ type: 'tool_result', tool_use_id: id, content, ...more }]);

describe('recorded sessions', () => {
  it('reads a session that stands in one JSON document', () => {
    const document = parseJson(readText('sample-session.json'));
    expect(claudeCode.detect(document)).toBeCloseTo(0.95);
    const trajectories = claudeCode.parse(document, { uri: null, recordRef: '' });
    for (const trajectory of trajectories) expectSound(trajectory);
    expect(outline(trajectories)).toMatchInlineSnapshot(`
      [
        [
          "user/user step-1: message "Create a simple Python function to add t…"",
          "agent/assistant step-2: reasoning "The user wants a simple addition functio…" | message "I'll create a simple Python function for…" | call Write#toolu_write_001 "{\\"file_path\\":\\"/project/math_utils.py\\",\\"c…"",
          "tool/Write step-3: result #toolu_write_001 "File written successfully"",
          "agent/assistant step-4: message "I've created the \`add\` function. Now let…" | call Bash#toolu_bash_001 "{\\"command\\":\\"python -m pytest tests/\\",\\"de…"",
          "tool/Bash step-5: result #toolu_bash_001 "===== test session starts =====\\ncollecte…"",
          "agent/assistant step-6: message "All tests pass. Let me update the todo l…" | call TodoWrite#toolu_todo_001 "{\\"todos\\":[{\\"content\\":\\"Create add functio…" | plan "[completed] Create add function\\n[complet…"",
          "tool/TodoWrite step-7: result #toolu_todo_001 "Todos updated"",
          "agent/assistant step-8: call Bash#toolu_bash_002 "{\\"command\\":\\"git add . && git commit -m '…"",
          "tool/Bash step-9: result #toolu_bash_002 "[main abc1234] Add math_utils with add f…"",
          "agent/assistant step-10: message "Committed! Now pushing to remote." | call Bash#toolu_bash_003 "{\\"command\\":\\"git push -u origin main\\",\\"de…"",
          "tool/Bash step-11: result #toolu_bash_003 "remote: \\nremote: Create a pull request f…"",
          "user/user step-12: message "Now edit the file to add a subtract func…"",
          "agent/assistant step-13: call Glob#toolu_glob_001 "{\\"pattern\\":\\"**/*.py\\",\\"path\\":\\"/project\\"}"",
          "tool/Glob step-14: result #toolu_glob_001 "/project/math_utils.py\\n/project/tests/te…"",
          "agent/assistant step-15: call Edit#toolu_edit_001 "{\\"file_path\\":\\"/project/math_utils.py\\",\\"o…"",
          "tool/Edit step-16: result #toolu_edit_001 "File edited successfully"",
          "agent/assistant step-17: message "Added the subtract function. Let me veri…" | call Grep#toolu_grep_001 "{\\"pattern\\":\\"def subtract\\",\\"path\\":\\"/proje…"",
          "tool/Grep step-18: result #toolu_grep_001 "/project/math_utils.py:6:def subtract(a:…"",
          "user/user step-19: message "Run the tests again"",
          "agent/assistant step-20: call Bash#toolu_bash_004 "{\\"command\\":\\"python -m pytest tests/ -v\\",…"",
          "tool/Bash step-21: result #toolu_bash_004 error "Exit code 1\\n===== FAILURES =====\\ntest_su…"",
          "agent/assistant step-22: message "There's a test failure. I need to check …"",
          "user/user step-23: message "Fix the issue and commit"",
          "agent/assistant step-24: call Edit#toolu_edit_002 "{\\"file_path\\":\\"/project/tests/test_math.p…"",
          "tool/Edit step-25: result #toolu_edit_002 "File edited successfully"",
          "agent/assistant step-26: call Bash#toolu_bash_005 "{\\"command\\":\\"git add . && git commit -m '…"",
          "tool/Bash step-27: result #toolu_bash_005 "[main def5678] Add subtract function and…"",
          "agent/assistant step-28: message "Done! The subtract function is now worki…"",
          "environment/harness step-29: compaction "This is a session continuation summary f…"",
          "user/user step-30: message "Add a multiply function too"",
          "agent/assistant step-31: call Edit#toolu_edit_003 "{\\"file_path\\":\\"/project/math_utils.py\\",\\"o…"",
          "tool/Edit step-32: result #toolu_edit_003 "File edited successfully"",
          "agent/assistant step-33: message "Added multiply function!"",
        ],
      ]
    `);
    expect(trajectories[0]?.steps[1]?.rawRef).toBe('/loglines/1');
  });

  it('keeps lines that are broken, and says so', () => {
    const lines = linesOf('edge-cases.jsonl');
    expect(claudeCode.session?.detect(lines)).toBeGreaterThan(0.9);
    const trajectories = readLines(lines);
    expect(outline(trajectories)).toMatchInlineSnapshot(`
      [
        [
          "user/user edge_001: message "Here's a message with some **markdown** …"",
          "agent/assistant edge_002: message "Great example! Markdown formatting is in…"",
          "user/user edge_003: message "Let's test a very long message to see ho…"",
          "agent/assistant edge_004: call FailingTool#tool_edge_001 "{\\"test_param\\":\\"This tool will fail to de…"",
          "tool/FailingTool edge_005: result #tool_edge_001 error "Error: Tool execution failed with error:…"",
          "environment/harness edge_006: message "Caveat: The messages below were generate…"",
          "user/user edge_007: message "<command-name>test-command</command-name…"",
          "environment/harness edge_008: message "<local-command-stdout>Command output her…"",
          "agent/assistant edge_009: message "I see the long Lorem ipsum text wraps ni…" | call MultiEdit#tool_edge_002 "{\\"file_path\\":\\"/tmp/complex_example.py\\",\\"…"",
          "environment/unknown edge_010: other(malformed) "{\\"type\\":\\"user\\",\\"timestamp\\":\\"2025-06-14T1…"",
          "environment/unknown edge_011: other(malformed) "{\\"type\\":\\"user\\",\\"timesstamp\\":\\"2025-06-14T…"",
          "user/user edge_011#12: message "Testing special characters: café, naïve,…"",
          "environment/unknown step-13: other(unknown) "\\"massive error\\""",
          "environment/unknown step-14: other(unknown) "{\\"silly\\":\\"this\\"}"",
          "environment/unknown step-15: other(unknown) "42"",
          "environment/unknown step-16: other(unknown) "[1]"",
          "user/user edge_010#17: message "wow error"",
        ],
        [
          "agent/assistant assistant_004: call TodoWrite#toolu_todowrite_002 "{\\"todos\\":[\\"broken_todo\\",{\\"id\\":\\"2\\",\\"conte…" | plan "broken_todo\\n[in_progress] Implement core…"",
        ],
      ]
    `);
    expect(trajectories[0]?.coverage).toMatchObject({ recordsRead: 18, recordsOther: 6 });
    expect(trajectories[0]?.coverage.warnings.map((warning) => warning.code)).toContain('LINE_NOT_AN_OBJECT');
  });

  it('makes another trajectory of what follows /clear', () => {
    const trajectories = readLines(linesOf('clear-split.jsonl'));
    expect(trajectories.map((one) => [one.id, one.instruction, one.steps.length])).toEqual([
      ['test-session-003', 'First conversation message', 2],
      ['test-session-003#2', 'Second conversation after clear', 2],
    ]);
  });

  it('leaves a sub-agent alone whose caller is not there, and says so', () => {
    const [trajectory] = readLines(linesOf('agent-atest01.jsonl'));
    expect(trajectory?.metadata).toMatchObject({ isSidechain: true, sessionId: 'test-session-004' });
    expect(trajectory?.coverage.warnings).toMatchObject([{ code: 'SUBAGENT_NOT_JOINED' }]);
  });
});

describe('lines', () => {
  it('puts the blocks of one message together, with the usage of the last', () => {
    const [trajectory] = readLines([
      user('u1', 'List the files'),
      assistant('a1', 'm1', { type: 'thinking', thinking: 'ls will do' }),
      assistant('a2', 'm1', { type: 'text', text: 'I list them.' }),
      assistant(
        'a3',
        'm1',
        { type: 'tool_use', id: 't1', name: 'Bash', input: { command: 'ls' } },
        { input_tokens: 10, output_tokens: 20 },
      ),
      result('u2', 't1', 'a.txt'),
    ]);
    expect(trajectory && outlineTrajectory(trajectory)).toEqual([
      'user/user u1: message "List the files"',
      'agent/assistant a1: reasoning "ls will do" | message "I list them." | call Bash#t1 "{\\"command\\":\\"ls\\"}"',
      'tool/Bash u2: result #t1 "a.txt"',
    ]);
    expect(trajectory?.steps[1]?.events.map((event) => event.rawRef)).toEqual([null, 'line:3', 'line:4']);
    expect(trajectory?.usage).toEqual({ inputTokens: 10, outputTokens: 20, costUsd: null });
    expect(trajectory?.coverage.recordsRead).toBe(5);
  });

  it('reads what stopped the agent as guardrails: a person, a rule, a hook', () => {
    const [trajectory] = readLines([
      assistant('a1', 'm1', { type: 'tool_use', id: 't1', name: 'Bash', input: {} }),
      result('u1', 't1', "The user doesn't want to proceed with this tool use. The tool use was rejected.", {
        is_error: true,
      }),
      user('u2', [{ type: 'text', text: '[Request interrupted by user for tool use]' }]),
      line('attachment', 'x1', undefined, { attachment: { type: 'hook_blocking_error', content: 'no force pushes' } }),
      line('system', 'x2', undefined, { subtype: 'stop_hook_summary', hookErrors: ['tests are red'], content: '' }),
    ]);
    expect(trajectory && outlineTrajectory(trajectory)).toEqual([
      'agent/assistant a1: call Bash#t1 "{}"',
      'tool/Bash u1: result #t1 error "The user doesn\'t want to proceed with th…" | guardrail "The user doesn\'t want to proceed with th…"',
      'user/user u2: guardrail "[Request interrupted by user for tool us…"',
      'environment/harness x1: guardrail "no force pushes"',
      'environment/harness x2: guardrail "[\\"tests are red\\"]"',
    ]);
  });

  it('reads a compaction as one event, whether the flag or the words tell it', () => {
    const continued = 'This session is being continued from a previous conversation that ran out of context.';
    const [trajectory] = readLines([
      line('system', 'x1', undefined, { subtype: 'compact_boundary', content: 'Conversation compacted' }),
      user('u1', 'What was done so far: a lot.', { isCompactSummary: true }),
      user('u2', continued),
      user('u3', 'Go on'),
    ]);
    expect(trajectory && outlineTrajectory(trajectory, 30)).toEqual([
      'environment/harness x1: compaction "Conversation compacted" | compaction "What was done so far: a lot." | compaction "This session is being continue…"',
      'user/user u3: message "Go on"',
    ]);
    expect(trajectory?.instruction).toBe('Go on');
  });

  it('tells the person from the harness', () => {
    const [trajectory] = readLines([
      user(
        'u1',
        'Caveat: The messages below were generated by the user while running local commands. DO NOT respond.',
        { isMeta: true },
      ),
      user('u2', '<command-name>/review</command-name>\n<command-args>#12</command-args>'),
      user('u3', '<local-command-stdout>ok</local-command-stdout>'),
      user('u4', '<system-reminder>Be careful</system-reminder>'),
      line('attachment', 'x1', undefined, { attachment: { type: 'queued_command', prompt: 'Also fix the tests' } }),
    ]);
    expect(trajectory?.steps.map((step) => step.role)).toEqual([
      'environment',
      'user',
      'environment',
      'environment',
      'user',
    ]);
    expect(trajectory?.instruction).toContain('/review');
  });

  it('counts the lines that only keep the books, and reads errors of the API', () => {
    const [trajectory] = readLines([
      { type: 'summary', summary: 'About files', leafUuid: 'u1' },
      { type: 'file-history-snapshot', snapshot: {} },
      user('u1', 'Hi'),
      line('progress', 'p1', undefined),
      line(
        'assistant',
        'a1',
        { id: 'm1', role: 'assistant', model: '<synthetic>', content: [{ type: 'text', text: 'API Error: 529' }] },
        { isApiErrorMessage: true },
      ),
      user('u1', 'Hi'),
      line('brand-new-kind', 'n1', undefined),
    ]);
    expect(trajectory?.coverage.elided).toEqual([
      { what: 'lines of type summary', count: 1 },
      { what: 'lines of type file-history-snapshot', count: 1 },
      { what: 'lines of type progress', count: 1 },
      { what: 'lines that the file repeats', count: 1 },
    ]);
    expect(trajectory?.steps.map((step) => step.events.map((event) => event.kind))).toEqual([
      ['message'],
      ['error'],
      ['other'],
    ]);
    expect(trajectory?.coverage).toMatchObject({ recordsRead: 7, recordsOther: 1 });
  });

  it('gives lists of things to do and plans as plans', () => {
    const [trajectory] = readLines([
      assistant('a1', 'm1', {
        type: 'tool_use',
        id: 't1',
        name: 'TodoWrite',
        input: { todos: [{ content: 'Look', status: 'in_progress' }] },
      }),
      assistant('a2', 'm2', { type: 'tool_use', id: 't2', name: 'ExitPlanMode', input: { plan: 'Move the button' } }),
    ]);
    const plans = trajectory?.steps.flatMap((step) => step.events).filter((event) => event.kind === 'plan');
    expect(plans?.map((plan) => plan.text)).toEqual(['[in_progress] Look', 'Move the button']);
  });

  it('reads the stream of a run without a terminal, and that it broke off', () => {
    const [trajectory] = readLines([
      { type: 'system', subtype: 'init', session_id: 's', tools: ['Bash'] },
      { type: 'assistant', session_id: 's', uuid: 'a1', message: { id: 'm', content: [{ type: 'text', text: 'Hi' }] } },
      { type: 'result', subtype: 'error_max_turns', is_error: true, session_id: 's', total_cost_usd: 0.5 },
    ]);
    expect(trajectory?.outcome).toMatchObject({ status: 'failed', reason: 'the session ended with error_max_turns' });
    expect(trajectory?.tools).toEqual([{ name: 'Bash', description: null, parameters: null }]);
  });

  it.each([
    [null],
    [7],
    [{}],
    [[]],
    [{ type: 'user' }],
    [[{ role: 'user', content: 'hi' }]],
    [{ type: 'assistant', message: 'x', uuid: 'u' }],
  ])('is not detected in %j', (document) => expect(claudeCode.detect(document)).toBe(0));
});
