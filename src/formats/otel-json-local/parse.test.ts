import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { dataFolder, dataPath } from '../../../test/data-folder.ts';
import { expectSound } from '../../../test/expect-sound.ts';
import { outlineTrajectory } from '../../../test/outline-trajectory.ts';
import { isRecord, own, ownArray, ownString, parseJson } from '../../base/json.ts';
import type { Trajectory } from '../../contracts/trajectory.ts';
import { otelJsonLocal } from './index.ts';

function read(document: unknown): Trajectory {
  expect(otelJsonLocal.detect(document)).toBe(1);
  const [trajectory] = otelJsonLocal.parse(document, { uri: null, recordRef: '' });
  if (trajectory === undefined) throw new Error('no trajectory');
  expectSound(trajectory);
  return trajectory;
}

const fixture = (): unknown =>
  parseJson(readFileSync(new URL('./__fixtures__/electric-kettle.json', import.meta.url), 'utf8'));

const withoutGold = (trajectory: Trajectory): string => JSON.stringify({ ...trajectory, gold: null });

describe('otel-json-local', () => {
  it("reads the agents' work under the numbers that the run gives it", () => {
    const trajectory = read(fixture());
    expect(outlineTrajectory(trajectory, 30)).toMatchInlineSnapshot(`
      [
        "agent/Coordinator 2983b4409d665329: other(input-message) "Task: What is the cheapest ava…" | message "I will use the ProductCatalogS…" | plan "Use ProductCatalogSearch and a…" | plan "{\\"available_only\\": true, \\"prod…" | handoff Coordinator -> Researcher """,
        "agent/Researcher 3d0470fff92ec9bb: other(input-message) "Plan: Use ProductCatalogSearch…" | message "I will call ProductCatalogSear…" | call ProductCatalogSearch#e7-call "{\\"available_only\\": true, \\"prod…"",
        "tool/ProductCatalogSearch a10e811b3abb602c: result #e7-call error "{\\"error\\": {\\"message\\": \\"catalog…"",
        "agent/Executor 6f96daa025b4945a: other(input-message) "Synthesize answer for: What is…" | message "The task could not be complete…"",
        "agent/Evaluator 3f4f1b27110ab05f: other(input-message) "Evaluate answer: The task coul…" | message "REJECTED: The answer indicates…" | other(validation-status) "REJECTED"",
      ]
    `);
    expect(trajectory.steps.map((step) => step.nativeIndex)).toEqual([1, 2, 3, 4, 5]);
    expect(trajectory.instruction).toBe('What is the cheapest available Electric Kettle?');
    expect(trajectory.outcome).toEqual({ status: 'failed', reward: null, reason: 'status FAILED' });
    expect(trajectory.tools[0]?.parameters).toEqual({
      type: 'object',
      properties: { product_type: { type: 'string' } },
      required: ['product_type'],
    });
  });

  it('keeps the expected answer, the criteria and the fault as gold alone', () => {
    const trajectory = read(fixture());
    for (const secret of ['137.17', 'must state the task', 'System Failure', 'fault', 'inject']) {
      expect(withoutGold(trajectory)).not.toContain(secret);
      expect(JSON.stringify(trajectory.gold)).toContain(secret);
    }
  });

  it('lets no field reach a step that it does not know', () => {
    const document = fixture();
    const secret = 'SECRET-ROOT-CAUSE';
    if (!isRecord(document)) throw new Error('not a record');
    document.root_cause = secret;
    const task = own(document, 'task_metadata');
    if (isRecord(task)) task.new_fault_field = secret;
    for (const span of ownArray(document, 'spans') ?? []) {
      const attributes = own(span, 'attributes');
      if (isRecord(attributes)) Object.assign(attributes, { 'chaos.cause': secret, 'fault.mode': secret });
      const events = own(span, 'events');
      if (Array.isArray(events)) events.push({ name: 'chaos.started', attributes: { cause: secret } });
    }
    const trajectory = read(document);
    expect(withoutGold(trajectory)).not.toContain(secret);
    expect(JSON.stringify(trajectory.gold)).toContain(secret);
  });

  it("takes a run's own word for failure, not for success", () => {
    const document = fixture();
    if (!isRecord(document)) throw new Error('not a record');
    expect(read({ ...document, status: 'SUCCESS' }).outcome.status).toBe('unknown');
    expect(read({ ...document, status: undefined }).outcome.status).toBe('unknown');
  });

  it.each([[null], [{ schema: 'otel-json-local-v0' }], [{ schema: 'other', spans: [] }], [[]]])(
    'is not detected in %j',
    (document) => expect(otelJsonLocal.detect(document)).toBe(0),
  );
});

describe.skipIf(dataFolder === null)(dataFolder === null ? 'injected runs (no data)' : 'injected runs', () => {
  it('has a step for each number that a label names, and tells no fault', () => {
    const labels = readdirSync(dataPath('mas-sim', 'ground_truth'));
    for (const file of labels) {
      const label = parseJson(readFileSync(dataPath('mas-sim', 'ground_truth', file), 'utf8'));
      const name = file.replace('.ground_truth.json', '.otel.json');
      const run = parseJson(readFileSync(dataPath('mas-sim', 'otel', name), 'utf8'));
      const trajectory = read(run);
      expect(trajectory.steps.map((step) => step.nativeIndex)).toContain(own(label, 'critical_failure_step'));
      const task = own(run, 'task_metadata');
      for (const key of ['target_fault_category', 'expected_result', 'failure_response']) {
        const secret = ownString(task, key) ?? '';
        // An agent may say the expected answer by itself; only what it did not say can have leaked.
        const said = JSON.stringify(
          ownArray(run, 'spans')?.map((span) => own(own(span, 'attributes'), 'agent.output_message')),
        );
        if (!said.includes(secret)) expect(withoutGold(trajectory)).not.toContain(secret);
      }
      expect(withoutGold(trajectory)).not.toMatch(/fault|inject/i);
    }
    expect(labels.length).toBeGreaterThan(20);
  });
});
