import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { expectSound } from '../../../test/expect-sound.ts';
import { outlineTrajectory } from '../../../test/outline-trajectory.ts';
import { parseJson } from '../../base/json.ts';
import type { Trajectory } from '../../contracts/trajectory.ts';
import { claudeCode } from './index.ts';
import { joinSubagents } from './join-subagents.ts';

const sidechain = readFileSync(new URL('./__fixtures__/agent-atest01.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map(parseJson);
const PROMPT = 'Explore the structure of this codebase and report the main directories and files.';

function read(lines: readonly unknown[], uri: string): readonly Trajectory[] {
  const placed = lines.map((value, index) => ({ lineNumber: index + 1, value }));
  return claudeCode.session?.parse(placed, { uri, recordRef: '' }) ?? [];
}

const mainLines = (prompt: string, rich: Record<string, unknown> = {}): readonly unknown[] => [
  {
    type: 'user',
    uuid: 'm1',
    sessionId: 'test-session-004',
    isSidechain: false,
    message: { role: 'user', content: 'What is in here?' },
  },
  {
    type: 'assistant',
    uuid: 'm2',
    sessionId: 'test-session-004',
    isSidechain: false,
    message: {
      id: 'msg',
      content: [{ type: 'tool_use', id: 'toolu_task', name: 'Task', input: { subagent_type: 'Explore', prompt } }],
    },
  },
  {
    type: 'user',
    uuid: 'm3',
    sessionId: 'test-session-004',
    isSidechain: false,
    toolUseResult: rich,
    message: {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: 'toolu_task', content: 'src, tests, docs' }],
    },
  },
];

const joinedOutline = [
  'user/user m1: message "What is in here?"',
  expect.stringContaining('agent/assistant m2: call Task#toolu_task'),
  'agent/assistant sidechain-001: handoff assistant -> Explore "Explore the structure of this codebase a…"',
  'agent/Explore sidechain-002: message "I\'ll explore the directory structure." | call Bash#toolu_ls_001 "{\\"command\\":\\"ls -la\\"}"',
  expect.stringContaining('tool/Bash sidechain-003: result #toolu_ls_001'),
  expect.stringContaining('agent/Explore sidechain-004: message'),
  'tool/Task m3: result #toolu_task "src, tests, docs"',
];

describe('joinSubagents', () => {
  it('puts a sub-agent of another file after the call whose prompt is its first message', () => {
    const [joined, ...more] = joinSubagents([
      ...read(sidechain, '/p/agent-atest01.jsonl'),
      ...read(mainLines(PROMPT), '/p/main.jsonl'),
    ]);
    expect(more).toEqual([]);
    if (joined === undefined) throw new Error('nothing was joined');
    expectSound(joined);
    expect(outlineTrajectory(joined)).toEqual(joinedOutline);
    expect(joined.steps.map((step) => step.parentId)).toEqual([null, null, 'm2', 'm2', 'm2', 'm2', null]);
    expect(joined.steps[3]?.rawRef).toBe('/p/agent-atest01.jsonl#line:2');
    expect(joined.coverage).toMatchObject({ recordsRead: 7, warnings: [] });
    expect(joined.agents).toContainEqual({ name: 'Explore', role: 'agent' });
    expect(joined.usage).toEqual({ inputTokens: 200, outputTokens: 60, costUsd: null });
  });

  it('finds the call by the id that its result names, whatever the prompt says, and by the name of the file', () => {
    const main = read(mainLines('Something else', { agentId: 'atest01' }), '/p/main.jsonl');
    const [joined, ...more] = joinSubagents([...main, ...read(sidechain, '/p/agent-atest01.jsonl')]);
    expect(more).toEqual([]);
    expect(joined && outlineTrajectory(joined).length).toBe(7);
  });

  it('joins what one file holds by itself', () => {
    const trajectories = read([...mainLines(PROMPT), ...sidechain], '/p/main.jsonl');
    expect(trajectories.map((one) => outlineTrajectory(one))).toEqual([joinedOutline]);
    expect(trajectories[0]?.steps[3]?.rawRef).toBe('line:5');
  });

  it('does not change what it is given, and leaves apart what belongs to nobody', () => {
    const main = read(mainLines('Something else'), '/p/main.jsonl');
    const before = JSON.stringify(main);
    const [first, second] = joinSubagents([...main, ...read(sidechain, '/p/agent-other.jsonl')]);
    expect(JSON.stringify(main)).toBe(before);
    expect(first).toBe(main[0]);
    expect(second?.coverage.warnings).toMatchObject([{ code: 'SUBAGENT_NOT_JOINED' }]);
  });
});
