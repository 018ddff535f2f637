import { describe, expect, it } from 'vitest';
import { outlineOf, parseFirst, readFormatFixture } from '../../../test/read-format-fixture.ts';
import { agentrxIr } from './index.ts';
import { readTelemetry } from './telemetry.ts';

const TELEMETRY = [
  '1 agent Coordinator: other input, plan, plan, message',
  '2 agent Researcher: other input, call ProductCatalogSearch, message',
  '3 tool ProductCatalogSearch: other input, result ProductCatalogSearch true, message',
  '4 agent Executor: other input, message',
  '5 agent Evaluator: other input, message, other validation, other constraints',
];

const telemetryStep = (index: number, ...lines: readonly string[]) => ({
  index,
  substeps: [{ sub_index: 1, role: 'Worker', content: ['Agent: Worker', 'Operation: work', ...lines].join('\n') }],
});
const ofSteps = (...steps: readonly unknown[]) =>
  parseFirst(agentrxIr, { trajectory_id: 't', instruction: 'i', steps });

describe('agentrx-ir with telemetry', () => {
  it.each(['telemetry-lines.json', 'telemetry-json.json'])('makes structured events of %s', (name) => {
    const [run] = readFormatFixture(agentrxIr, name);
    expect(run && outlineOf(run)).toEqual(TELEMETRY);
    expect(run?.steps[2]?.events[1]).toMatchObject({
      kind: 'tool-result',
      errorType: 'CatalogServiceTimeoutError',
      data: { ok: false },
    });
    expect(run?.tools[0]).toMatchObject({
      name: 'ProductCatalogSearch',
      parameters: { type: 'object', required: ['item_id', 'product_id'] },
    });
  });

  it('does not let a validator that rejects set the outcome', () => {
    const [run] = readFormatFixture(agentrxIr, 'telemetry-lines.json');
    expect(run?.outcome.status).toBe('unknown');
    expect(run?.gold).toBeNull();
  });

  it('reads model and tokens of telemetry written as JSON', () => {
    const [run] = readFormatFixture(agentrxIr, 'telemetry-json.json');
    expect(run?.steps[0]).toMatchObject({ model: 'Gemma3-27B', usage: { inputTokens: 100, outputTokens: 35 } });
  });

  it('takes a call that runs otherwise than it was prepared for another call', () => {
    const run = ofSteps(
      telemetryStep(1, 'Tool: search', 'Tool args: {"q": 1}'),
      telemetryStep(2, 'Tool: search', 'Tool args: {"q": 2}', 'Tool result: {"ok": true}'),
    );
    expect(outlineOf(run)).toEqual(['1 agent Worker: call search', '2 tool Worker: call search, result search false']);
    expect(run.coverage.warnings).toMatchObject([{ code: 'TOOL_CALL_WITHOUT_RESULT', firstRef: '/steps/0' }]);
  });

  it('keeps an error without a tool result as an error', () => {
    const run = ofSteps(telemetryStep(1, 'Status: ERROR', 'Error: Timeout: gone'), telemetryStep(2, 'Status: ERROR'));
    expect(run.steps.map(({ events }) => events)).toMatchObject([
      [{ kind: 'error', text: 'Timeout: gone', errorType: 'Timeout' }],
      [{ kind: 'error', text: 'ERROR', errorType: null }],
    ]);
  });

  it('takes a value to the next new key: lines of an answer that look like keys stay in it', () => {
    const telemetry = readTelemetry('Agent: A\nStatus: OK\nOutput: first\nStatus: ERROR\nsecond\nConstraints: []');
    expect(telemetry?.fields.get('Output')).toBe('first\nStatus: ERROR\nsecond');
    expect(telemetry?.fields.get('Status')).toBe('OK');
  });

  it('counts steps itself where their numbers are none', () => {
    const run = ofSteps({ ...telemetryStep(0), index: 1e21 }, { ...telemetryStep(0), index: 'two' }, telemetryStep(7));
    expect(run.steps.map(({ nativeIndex }) => nativeIndex)).toEqual([1, 2, 7]);
  });

  it('takes no text with a colon for telemetry', () => {
    expect(readTelemetry('Plan: first\nthen: second')).toBeNull();
    expect(readTelemetry('{"status": "delivered", "error": "x", "role": "y"}')).toBeNull();
  });
});

describe('agentrx-ir of chats', () => {
  it('reads text with calls behind it, and the tool that answers', () => {
    const [run] = readFormatFixture(agentrxIr, 'chat-and-orchestrator.json');
    expect(run && outlineOf(run)).toEqual([
      '1 system system: message',
      '2 user user: message',
      '3 agent assistant: message, call get_order_details',
      '4 tool tool: result get_order_details null',
      '5 agent assistant: message',
      '6 environment unknown: ',
    ]);
    expect(run?.steps[2]?.events[0]?.text).toBe('Let me look [first].');
    expect(run?.coverage.warnings).toMatchObject([{ code: 'STEP_WITHOUT_SUBSTEPS', count: 1 }]);
  });

  it('reads an orchestrated chat as its own format does, and keeps labels in gold', () => {
    const run = readFormatFixture(agentrxIr, 'chat-and-orchestrator.json')[1];
    expect(run && outlineOf(run)[5]).toBe('6 agent WebSurfer: call type*, result type null');
    expect(run?.instruction).toBe('What does the sign at the north gate of the park say?');
    expect(run?.gold).toEqual({ failures: [{ failure_id: 1, step_number: 3 }] });
  });
});
