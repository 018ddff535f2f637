import { describe, expect, it } from 'vitest';
import { own, ownArray } from '../../base/json.ts';
import type { Trajectory } from '../../contracts/trajectory.ts';
import { parseTrace } from '../../formats/read-trace.ts';
import { agentrxIr, agentrxStepFacts } from './ir-view.ts';

function read(document: unknown): Trajectory {
  const [result] = parseTrace(JSON.stringify(document));
  if (result?.ok !== true) throw new Error('the sample cannot be read');
  return result.value;
}
const turnsOf = (document: unknown) =>
  (ownArray(agentrxIr(read(document)), 'steps') ?? []).map((step) => {
    const [substep] = ownArray(step, 'substeps') ?? [];
    return [own(step, 'index'), own(substep, 'role'), own(substep, 'content')];
  });

const CALL = { id: 'c1', type: 'function', function: { name: 'get_order', arguments: '{"id": "#W1"}' } };

describe('agentrxIr', () => {
  it('lays out a run of tau-bench as its converter does', () => {
    const traj = [
      { role: 'system', content: '# Policy\n' },
      { role: 'user', content: '  Where is #W1?' },
      { role: 'assistant', content: 'I will look.', tool_calls: [CALL] },
      { role: 'tool', tool_call_id: 'c1', name: 'get_order', content: ' {"total": 10.0, "id": "#W1"}' },
      { role: 'tool', tool_call_id: 'c1', name: 'get_order', content: 'Error: no such order\n' },
      { role: 'assistant', content: null, tool_calls: [CALL] },
    ];
    const calls = `[
  {
    "function": {
      "arguments": "{\\"id\\": \\"#W1\\"}",
      "name": "get_order"
    },
    "id": "c1",
    "type": "function"
  }
]`;
    expect(turnsOf([{ task_id: 1, reward: 0, traj }])).toEqual([
      [1, 'system', '# Policy'],
      [2, 'user', 'Where is #W1?'],
      [3, 'assistant', `I will look.\n\n${calls}`],
      [4, 'tool', '{\n  "total": 10.0,\n  "id": "#W1"\n}'],
      [5, 'tool', 'Error: no such order'],
      [6, 'assistant', calls],
    ]);
  });

  it('keeps the words and the names of a chat of Magentic-One', () => {
    const chat = [
      { role: 'human', content: 'How many stops are there?' },
      { role: 'Orchestrator (thought)', content: 'Initial plan:\n\n- look' },
      { role: 'Orchestrator (-> Assistant)', content: 'Count them.' },
      { role: 'Assistant', content: 'Run this:\n\n```python\nprint(1)\n```\n\nThen tell me.' },
      { role: 'ComputerTerminal', content: 'exitcode: 0 (execution succeeded)\nCode output: 1' },
      {
        role: 'WebSurfer',
        content: "I clicked 'Next'.\n\nHere is a screenshot of [Stops](http://example.org). It is full.",
      },
    ];
    expect(turnsOf(chat)).toEqual(chat.map(({ role, content }, at) => [at + 1, role, content]));
    const facts = agentrxStepFacts(read(chat));
    expect(facts[2]?.roles).toEqual(['Orchestrator (-> Assistant)', 'Orchestrator']);
  });

  it('gives its own representation back, numbers of steps and substeps too', () => {
    const steps = [
      { index: 3, substeps: [{ sub_index: 1, role: 'user', content: 'Cancel #W1' }] },
      {
        index: 5,
        substeps: [
          { sub_index: 1, role: 'assistant', content: 'I will.' },
          { sub_index: 2, role: 'tool', content: '{"ok": true}' },
        ],
      },
    ];
    const document = { trajectory_id: 't', instruction: 'Cancel #W1', steps };
    expect(agentrxIr(read(document))).toEqual(document);
    expect(agentrxStepFacts(read(document)).map(({ position, order }) => [position, order])).toEqual([
      [0, 2],
      [1, 4],
    ]);
  });
});
