import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { rawRequest, scriptedModel } from '../__fixtures__/fakes.ts';
import { rawAnswer } from '../raw-model.ts';
import { withCache } from './with-cache.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'culprit-cache-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const entries = () =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.includes('.json'));

test('answers once and then from disk, at no cost', async () => {
  const model = scriptedModel(rawAnswer('x', 'm', { costUsd: 0.5 }));
  const first = await withCache({ folder, endpoint: null })(model).generate(rawRequest());
  // Another client, as after a restart; what the call is for does not matter.
  const second = await withCache({ folder, endpoint: null })(model).generate(rawRequest({ purpose: 'check' }));
  expect(first).toMatchObject({ cached: false, costUsd: 0.5, attempts: 1 });
  expect(second).toEqual({ ...first, cached: true, costUsd: 0, attempts: 0 });
  expect(model.asked).toHaveLength(1);
  const [name] = entries();
  expect(statSync(join(folder, name ?? '')).mode & 0o077).toBe(0);
});

test.each([
  ['prompt', { prompt: 'other' }],
  ['system', { system: 'other' }],
  ['sample', { sampleIndex: 1 }],
  ['seed', { seed: 1 }],
  ['temperature', { temperature: 1 }],
  ['length', { maxOutputTokens: 101 }],
  ['schema', { schema: { type: 'object' } }],
  ['name', { schemaName: 'other' }],
])('another %s is another call', async (_name, more) => {
  const model = scriptedModel('x');
  const cached = withCache({ folder, endpoint: null })(model);
  await cached.generate(rawRequest());
  await cached.generate(rawRequest(more));
  expect(model.asked).toHaveLength(2);
});

test('the same name at another address is another model', async () => {
  const model = scriptedModel('x');
  await withCache({ folder, endpoint: 'http://a' })(model).generate(rawRequest());
  await withCache({ folder, endpoint: 'http://b' })(model).generate(rawRequest());
  expect(model.asked).toHaveLength(2);
});

test.each([
  ['cut', (text: string) => text.slice(0, 40)],
  ['empty', () => ''],
  ['of another shape', () => '{"kind":"model-answer"}'],
  ['the answer to something else', (text: string) => text.replace(/"key": "[^"]+"/, '"key": "0"')],
])('an entry that is %s is asked anew, with a note, and mended', async (_name, damage) => {
  const model = scriptedModel('x');
  const cached = withCache({ folder, endpoint: null })(model);
  await cached.generate(rawRequest());
  const path = join(folder, entries()[0] ?? '');
  writeFileSync(path, damage(readFileSync(path, 'utf8')));
  const answer = await cached.generate(rawRequest());
  expect(answer.cached).toBe(false);
  expect(answer.notes.join()).toContain('asked anew');
  expect((await cached.generate(rawRequest())).cached).toBe(true);
});

test('equal calls at once are sent once, and one that fails is not kept', async () => {
  const model = scriptedModel(new Error('broken'), 'x');
  const cached = withCache({ folder, endpoint: null })(model);
  const both = await Promise.allSettled([cached.generate(rawRequest()), cached.generate(rawRequest())]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(model.asked).toHaveLength(1);
  const again = await Promise.all([cached.generate(rawRequest()), cached.generate(rawRequest())]);
  expect(again.map(({ cached: hit }) => hit)).toEqual([false, true]);
  expect(model.asked).toHaveLength(2);
});

test('a folder that cannot be written costs a note, not the call', async () => {
  writeFileSync(join(folder, 'file'), '');
  const answer = await withCache({ folder: join(folder, 'file'), endpoint: null })(scriptedModel('x')).generate(
    rawRequest(),
  );
  expect(answer.text).toBe('x');
  expect(answer.notes.join()).toContain('not cached');
});

test('no half-written entry is left behind', async () => {
  const cached = withCache({ folder, endpoint: null })(scriptedModel('x'));
  await Promise.all(Array.from({ length: 20 }, (_, index) => cached.generate(rawRequest({ prompt: String(index) }))));
  expect(entries()).toHaveLength(20);
  expect(entries().filter((name) => name.endsWith('.part'))).toEqual([]);
});
