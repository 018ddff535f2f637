import type { Step, TraceEvent, Trajectory } from '../src/contracts/trajectory.ts';

const call = (id: string, name: string, given: Record<string, string | number>): TraceEvent => ({
  id: `${id}-event`,
  rawRef: null,
  kind: 'tool-call',
  callId: id,
  name,
  arguments: given,
  text: JSON.stringify(given),
  argumentsValid: true,
  inferred: false,
});
const result = (id: string, name: string, text: string, isError: boolean | null = null): TraceEvent => ({
  id: `${id}-result`,
  rawRef: null,
  kind: 'tool-result',
  callId: id,
  name,
  text,
  data: null,
  isError,
  errorType: isError === true ? 'NotFound' : null,
});
const says = (id: string, text: string, to: string | null = null): TraceEvent => ({
  id,
  rawRef: null,
  kind: 'message',
  text,
  to,
});

function step(position: number, role: Step['role'], agent: string, ...events: TraceEvent[]): Step {
  return {
    id: `step-${position}`,
    position,
    nativeIndex: null,
    rawRef: `/steps/${position}`,
    role,
    agent,
    parentId: null,
    events,
    startedAt: null,
    endedAt: null,
    model: null,
    usage: null,
  };
}

/**
 * A failed run of our own making, with everything that a judge can be shown: policy, tools, several agents, a repaired
 * error, a web page, a wrong count that reaches the answer (step 8), a reference answer and labels.
 */
export const baseRun = (): Trajectory => ({
  kind: 'trajectory',
  schemaVersion: 1,
  id: 'base-run',
  source: { uri: null, format: 'culprit-ir', recordRef: '' },
  instruction: 'Find out how many lamps of the Aurora line are in stock, and write the number into stock.txt.',
  policy: 'Count only lamps with "available": true. Ask before you change a file that exists.',
  outcome: { status: 'failed', reward: 0, reason: 'reward 0' },
  agents: [
    { name: 'user', role: 'user' },
    { name: 'planner', role: 'agent' },
    { name: 'browser', role: 'agent' },
    { name: 'shop', role: 'tool' },
  ],
  tools: [
    {
      name: 'search_shop',
      description: 'Finds products of a line.',
      parameters: { type: 'object', properties: { line: { type: 'string' } } },
    },
    { name: 'open_page', description: 'Opens a page.', parameters: null },
    { name: 'write_file', description: 'Writes a text file.', parameters: null },
  ],
  steps: [
    step(0, 'user', 'user', says('m0', 'How many Aurora lamps are in stock? Please write the number into stock.txt.')),
    step(1, 'agent', 'planner', says('m1', 'Browser, look the Aurora line up in the shop.', 'browser')),
    step(2, 'agent', 'browser', call('c1', 'search_shop', { line: 'Auror' })),
    step(3, 'tool', 'shop', result('c1', 'search_shop', 'no such line: Auror', true)),
    step(4, 'agent', 'browser', call('c2', 'search_shop', { line: 'Aurora' })),
    step(
      5,
      'tool',
      'shop',
      result(
        'c2',
        'search_shop',
        '[{"id":"A1","available":true},{"id":"A2","available":false},{"id":"A3","available":true}]',
      ),
    ),
    step(6, 'agent', 'browser', call('c3', 'open_page', { url: 'https://shop.example/aurora' })),
    step(
      7,
      'tool',
      'shop',
      result('c3', 'open_page', 'Aurora lamps: a warm light for every desk. Delivery in two days.'),
    ),
    step(8, 'agent', 'browser', says('m8', 'There are 3 Aurora lamps in stock.', 'planner')),
    step(9, 'agent', 'planner', call('c4', 'write_file', { path: 'stock.txt', text: '3' })),
    step(10, 'tool', 'shop', result('c4', 'write_file', 'written')),
    step(11, 'agent', 'planner', says('m11', 'Done: 3 lamps are in stock, and stock.txt says so.')),
  ],
  startedAt: null,
  endedAt: null,
  usage: null,
  metadata: {},
  coverage: {
    recordsRead: 12,
    recordsMapped: 12,
    recordsOther: 0,
    elided: [],
    redacted: 0,
    assumed: [],
    warnings: [],
    complete: true,
  },
  gold: {
    ground_truth: 'GOLD-ANSWER two lamps',
    mistake_step: 8,
    mistake_agent: 'browser',
    mistake_reason: 'GOLD-LABEL counted all',
  },
});
