import { describe, expect, it } from 'vitest';
import { outlineOf, readFormatFixture } from '../../../test/read-format-fixture.ts';
import { magenticOne } from './index.ts';

describe('magentic-one', () => {
  it('numbers elements from 1, and takes the human for the user', () => {
    const [run] = readFormatFixture(magenticOne, 'log.json');
    expect(run && outlineOf(run).slice(0, 4)).toEqual([
      '1 user human: message',
      '2 agent Orchestrator: plan',
      '3 agent Orchestrator: reasoning',
      '4 agent Orchestrator: handoff to WebSurfer',
    ]);
    expect(run).toMatchObject({
      instruction: 'What does the sign at the north gate of the park say?',
      outcome: { status: 'unknown' },
      gold: null,
    });
    expect(run?.steps[0]?.rawRef).toBe('/0');
  });

  it('splits the report of a surfer into what it did and the page it saw', () => {
    const [run] = readFormatFixture(magenticOne, 'log.json');
    expect(run?.steps[7]?.events).toMatchObject([
      { kind: 'tool-call', name: 'click', text: "I clicked 'Park\nopening hours'.", inferred: true },
      { kind: 'tool-result', name: 'click', isError: null },
    ]);
    expect(run?.steps[7]?.events[1]?.text).toMatch(/^Here is a screenshot of \[Park\][\s\S]*403 Forbidden$/);
    expect(run?.steps[8]?.events).toMatchObject([{ kind: 'message', text: 'The page does not show the sign.' }]);
  });

  it('reads the events of AgentChat, and leaves out the result that repeats them', () => {
    const [run] = readFormatFixture(magenticOne, 'agentchat-events.json');
    expect(run?.steps.map(({ agent }) => agent)).toEqual([
      'user',
      'MagenticOneOrchestrator',
      'MagenticOneOrchestrator',
      'Coder',
      'MagenticOneOrchestrator',
      'FileSurfer',
    ]);
    expect(run?.steps[3]).toMatchObject({
      rawRef: '/events/3',
      startedAt: '2026-05-09T10:42:51.305481Z',
      usage: { inputTokens: 1631, outputTokens: 478, costUsd: null },
    });
    expect(run?.metadata).toEqual({ stopReason: 'Max rounds reached.' });
    expect(run?.coverage).toMatchObject({
      recordsRead: 7,
      elided: [{ what: 'messages that the task result repeats', count: 3 }],
    });
  });

  it('reads the tool calls, thoughts and handoffs of AgentChat', () => {
    const [run] = readFormatFixture(magenticOne, 'agentchat-tools.json');
    expect(run && outlineOf(run)).toEqual([
      '1 user user: message',
      '2 agent calculator: reasoning',
      '3 agent calculator: call add',
      '4 tool calculator: result add false',
      '5 agent calculator: handoff to writer',
      '6 agent writer: other CodeGenerationEvent',
      '7 agent writer: message',
    ]);
  });
});
