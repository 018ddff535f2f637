import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { expectSound } from '../../../test/expect-sound.ts';
import { outlineTrajectory } from '../../../test/outline-trajectory.ts';
import { parseJson } from '../../base/json.ts';
import type { Trajectory } from '../../contracts/trajectory.ts';
import { atif } from './index.ts';

function read(document: unknown): Trajectory {
  expect(atif.detect(document)).toBe(1);
  const [trajectory] = atif.parse(document, { uri: null, recordRef: '' });
  if (trajectory === undefined) throw new Error('no trajectory');
  expectSound(trajectory);
  return trajectory;
}

const readFixture = (name: string): Trajectory =>
  read(parseJson(readFileSync(new URL(`./__fixtures__/${name}`, import.meta.url), 'utf8')));

describe('atif', () => {
  it('reads calls, observations, tools and metrics', () => {
    const trajectory = readFixture('openhands.json');
    expect(outlineTrajectory(trajectory)).toMatchInlineSnapshot(`
      [
        "system/system 1: message "You are OpenHands agent, a helpful AI as…"",
        "user/user 2: message "Create a file called hello.txt with \\"Hel…"",
        "system/system 3: message "Retrieving content for: Create a file ca…"",
        "system/system 4: message "Added workspace context"",
        "agent/openhands 5: message "I edited the file /app/hello.txt." | call str_replace_editor#call_fake_1 "{\\"command\\":\\"create\\",\\"path\\":\\"/app/hello.t…" | result #call_fake_1 "File created successfully at: /app/hello…"",
        "agent/openhands 6: message "All done! What's next on the agenda?" | call finish#call_fake_2 "{\\"message\\":\\"Task complete. Created /app/…"",
      ]
    `);
    expect(trajectory.steps.map((step) => step.nativeIndex)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(trajectory.tools.map((tool) => tool.name)).toEqual(['execute_bash', 'think']);
    expect(trajectory.usage).toEqual({ inputTokens: 220, outputTokens: 80, costUsd: 0.00135 });
  });

  it('takes a message that has an observation and no call for the action, cut so that nothing stands twice', () => {
    const trajectory = readFixture('terminus-compaction.json');
    expect(outlineTrajectory(trajectory, 60)).toMatchInlineSnapshot(`
      [
        "user/user 1: message "You are an AI assistant tasked with solving command-line tas…"",
        "agent/terminus-2 2: message "{\\n  \\"analysis\\": \\"Terminal is ready. Let me create a test dir…" | call terminal#e2-call "\\"commands\\": [\\n    {\\n      \\"keystrokes\\": \\"mkdir test_dir\\\\n\\",\\n…" | result #e2-call "New Terminal Output:\\n\\nroot@CONTAINER_ID:/app# mkdir test_dir…"",
        "agent/terminus-2 3: message "{\\n  \\"analysis\\": \\"Created test directory. Let me add some fil…" | call terminal#e5-call "\\"commands\\": [\\n    {\\n      \\"keystrokes\\": \\"echo 'test1' > test…" | result #e5-call "New Terminal Output:\\n\\nroot@CONTAINER_ID:/app# echo 'test1' >…"",
        "agent/terminus-2 4: message "{\\n  \\"analysis\\": \\"Created file1.txt. Let me create another fi…" | call terminal#e8-call "\\"commands\\": [\\n    {\\n      \\"keystrokes\\": \\"echo 'test2' > test…" | result #e8-call "New Terminal Output:\\n\\nroot@CONTAINER_ID:/app# echo 'test2' >…"",
        "system/system 5: compaction "Performed context summarization and handoff to continue task…"",
      ]
    `);
    expect(trajectory.coverage).toMatchObject({ complete: false });
    expect(trajectory.coverage.warnings.map((warning) => [warning.code, warning.count])).toEqual([
      ['SUBAGENT_ELSEWHERE', 3],
      ['CONTINUED_ELSEWHERE', 1],
    ]);
  });

  it('keeps steps that were copied from an earlier context, as what nobody did here', () => {
    const trajectory = readFixture('terminus-continued.json');
    expect(trajectory.steps.slice(0, 5).map((step) => step.events.map((event) => event.kind))).toEqual([
      ['other'],
      ['other'],
      ['other'],
      ['other'],
      ['message', 'tool-call', 'tool-result'],
    ]);
    expect(trajectory.coverage.elided).toEqual([
      { what: 'steps copied from an earlier context (kept, but nobody did them here)', count: 4 },
    ]);
  });

  const agent = (name: string): unknown => ({ name, version: '1' });
  const nested = {
    schema_version: 'ATIF-v1.7',
    session_id: 's',
    agent: agent('boss'),
    steps: [
      { step_id: 1, source: 'user', message: 'Find a city' },
      {
        step_id: 2,
        source: 'agent',
        message: '',
        tool_calls: [{ tool_call_id: 'c1', function_name: 'ask', arguments: { what: 'city' } }],
        observation: {
          results: [{ source_call_id: 'c1', content: 'Bern', subagent_trajectory_ref: [{ trajectory_id: 'scout-1' }] }],
        },
      },
      { step_id: 3, source: 'agent', message: 'Bern.' },
    ],
    subagent_trajectories: [
      {
        schema_version: 'ATIF-v1.7',
        trajectory_id: 'scout-1',
        agent: agent('scout'),
        steps: [
          { step_id: 1, source: 'user', message: 'Which city?' },
          { step_id: 2, source: 'agent', message: 'Bern', reasoning_content: 'It is the capital.' },
        ],
      },
    ],
  };

  it('puts embedded sub-agents after the step that refers to them, and counts across', () => {
    const trajectory = read(nested);
    expect(outlineTrajectory(trajectory)).toEqual([
      'user/user 1: message "Find a city"',
      'agent/boss 2: call ask#c1 "{\\"what\\":\\"city\\"}" | result #c1 "Bern"',
      'agent/boss scout-1/1: handoff boss -> scout "Which city?"',
      'agent/scout scout-1/2: reasoning "It is the capital." | message "Bern"',
      'agent/boss 3: message "Bern."',
    ]);
    expect(trajectory.steps.map((step) => [step.parentId, step.nativeIndex, step.rawRef])).toEqual([
      [null, null, '/steps/0'],
      [null, null, '/steps/1'],
      ['2', null, '/subagent_trajectories/0/steps/0'],
      ['2', null, '/subagent_trajectories/0/steps/1'],
      [null, null, '/steps/2'],
    ]);
  });

  it('keeps sub-agents that no step refers to, at the end, and steps that are broken', () => {
    const trajectory = read({ ...nested, steps: [{ step_id: 1, source: 'user', message: 'Hi' }, 7] });
    expect(trajectory.steps.map((step) => step.id)).toEqual(['1', 'step-2', 'scout-1/1', 'scout-1/2']);
    expect(trajectory.coverage.warnings.map((warning) => warning.code)).toEqual([
      'STEP_MALFORMED',
      'SUBAGENT_NOT_JOINED',
    ]);
  });

  it.each([[null], [{}], [{ schema_version: 'ATIF-v2', steps: [] }], [{ schema_version: 'ATIF-v1.7' }], [[]]])(
    'is not detected in %j',
    (document) => expect(atif.detect(document)).toBe(0),
  );
});
