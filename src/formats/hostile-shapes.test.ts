import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AppError } from '../base/errors.ts';
import { type Trajectory, trajectorySchema } from '../contracts/trajectory.ts';
import type { TraceFormat } from './format.ts';
import { FORMATS } from './index.ts';

/** Keys and words that the formats look for, and those that reach a prototype where code is careless. */
const KEYS = (
  'role content name type text tool_calls function function_call arguments id tool_call_id tool_use_id input is_error ' +
  'messages traj reward task_id trial info history question question_ID mistake_step ground_truth is_correct steps ' +
  'substeps index sub_index trajectory_id instruction request response choices message simulations metadata tools ' +
  'source events model_dump models_usage extra usage exit_status trajectory_format system system_prompt timestamp ' +
  '__proto__ constructor toString'
).split(' ');
const WORDS = [
  'user',
  'assistant',
  'tool',
  'system',
  'Orchestrator (thought)',
  'Orchestrator (-> X)',
  'human',
  'tool_use',
  'tool_result',
  'thinking',
  'text',
  'TextMessage',
  'mini-swe-agent-1',
  '```python\nx\n```',
  '```bash\nls\n```',
  'exitcode: 1 (execution failed)',
  '<returncode>0</returncode>',
  'Agent: A\nStatus: ERROR\nTool: x\nTool args: {',
  '<action>\ntool: x\n</action>',
  'Action: x\nAction Input: {',
  'Observation: y',
  '{"a": [1]}',
  '',
  'Infinity',
];

const { document } = fc.letrec((tie) => ({
  document: fc.oneof(
    { maxDepth: 6, depthSize: 'medium' },
    fc.constantFrom(...WORDS),
    fc.constantFrom(null, true, false, 0, 1, -1.5, 1e21),
    fc.array(tie('document'), { maxLength: 5 }),
    fc
      .array(fc.tuple(fc.constantFrom(...KEYS), tie('document')), { maxLength: 6 })
      .map((entries) =>
        JSON.parse(`{${entries.map(([k, v]) => `${JSON.stringify(k)}:${JSON.stringify(v)}`).join(',')}}`),
      ),
  ),
}));

/** What a format makes of a document that it may not even be of: trajectories, or an error with a code. */
function parsed(format: TraceFormat, value: unknown): readonly Trajectory[] {
  try {
    return format.parse(value, { uri: null, recordRef: '' });
  } catch (error) {
    if (AppError.isInstance(error)) return [];
    throw error;
  }
}

/** Checks what holds for every trajectory, however it was written. */
function checkAll(format: TraceFormat, value: unknown): void {
  const confidence = format.detect(value);
  expect(confidence).toBeGreaterThanOrEqual(0);
  expect(confidence).toBeLessThanOrEqual(1);
  for (const trajectory of parsed(format, value)) {
    trajectorySchema.parse(trajectory);
    expect(trajectory.steps.length).toBeGreaterThan(0);
    expect(new Set(trajectory.steps.map(({ id }) => id)).size).toBe(trajectory.steps.length);
  }
}

/** The JSON documents among a format's fixtures, as text. */
function fixtureTexts(id: string): readonly string[] {
  const folder = join(import.meta.dirname, id, '__fixtures__');
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return names.map((name) => readFileSync(join(folder, name), 'utf8'));
}

/** A document with one value, picked by a number, replaced. */
function mutate(text: string, pick: number, replacement: unknown): unknown {
  let count = 0;
  JSON.parse(text, (_key, value: unknown) => {
    count++;
    return value;
  });
  const target = pick % count;
  let at = 0;
  return JSON.parse(text, (_key, value: unknown) => (at++ === target ? replacement : value));
}

describe.each(Object.values(FORMATS) as TraceFormat[])('$id', (format) => {
  it('detects documents of any shape without throwing, and reads or refuses them by code', () => {
    fc.assert(
      fc.property(document, (value) => checkAll(format, value)),
      { numRuns: 300, seed: 20_240_501 },
    );
  });

  const texts = fixtureTexts(format.id);
  it.skipIf(texts.length === 0)('reads or refuses its own documents with any value replaced', () => {
    fc.assert(
      fc.property(fc.constantFrom(...texts), fc.nat(), document, (text, pick, replacement) =>
        checkAll(format, mutate(text, pick, replacement)),
      ),
      { numRuns: 200, seed: 20_240_501 },
    );
  });
});
