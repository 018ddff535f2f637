import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MODEL_ERRORS } from '../contracts/model.ts';
import { testRequest } from './__fixtures__/scenarios.ts';
import { type ScriptedServer, startScriptedServer } from './__fixtures__/scripted-server.ts';
import type { CallSpan } from './call-span.ts';
import { type ModelOptions, openModel } from './open-model.ts';
import { PROVIDERS } from './providers/index.ts';
import { createBudget } from './wrappers/with-budget.ts';

let server: ScriptedServer;
let folder: string;
beforeAll(async () => {
  server = await startScriptedServer();
});
afterAll(() => server.close());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'culprit-model-'));
  return () => rmSync(folder, { recursive: true, force: true });
});

const NAME = 'openai-chat:gpt-4.1-mini';
const env = () => ({ OPENAI_API_KEY: 'test-key', OPENAI_BASE_URL: `${server.address}/v1` });
const open = (options: Partial<ModelOptions> = {}) => openModel(NAME, { env: env(), ...options });
const good = { kind: 'text', text: '{"step":3,"why":"ask ⟦EMAIL_1⟧"}' } as const;
const withMail = testRequest({ prompt: 'Ask ann@example.org' });

const everythingIn = (root: string): string =>
  readdirSync(root, { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    .join('\n');

describe('the order of the wrappers', () => {
  test('what is masked reaches neither the provider nor the disk, and the caller sees it whole', async () => {
    server.script(good);
    const { client, redacted } = await open({
      cacheFolder: join(folder, 'cache'),
      recordFolder: join(folder, 'record'),
    });
    const answer = await client.generate(withMail);
    expect(redacted).toBe(true);
    expect(answer).toMatchObject({ value: { why: 'ask ann@example.org' }, masked: { EMAIL: 1 } });
    expect(server.requests[0]?.body).not.toContain('ann@');
    const files = everythingIn(folder);
    expect(files).toContain('⟦EMAIL_1⟧');
    expect(files).not.toContain('ann@');
    expect(files).not.toContain('test-key');
  });

  test('what is in the cache is not paid for, is recorded, and stands in the ledger', async () => {
    server.script(good);
    const cacheFolder = join(folder, 'cache');
    await (await open({ cacheFolder })).client.generate(withMail);
    const recordFolder = join(folder, 'record');
    const { client, ledger } = await open({
      cacheFolder,
      recordFolder,
      budget: createBudget({ maxCostUsd: null, maxCalls: 1 }),
    });
    for (let call = 0; call < 3; call++) await client.generate(withMail);
    expect(server.requests).toHaveLength(1);
    expect(ledger.totals()).toMatchObject({ calls: 3, cached: 3, attempts: 0, costUsd: 0, masked: { EMAIL: 3 } });
    const replay = await openModel(NAME, { env: {}, replayFolder: recordFolder });
    expect((await replay.client.generate(withMail)).value?.step).toBe(3);
  });

  test('a repair counts as a call of the budget, and a retry does not', async () => {
    const bad = { kind: 'text', text: 'no' } as const;
    const busy = { kind: 'status', status: 500, body: '{}' } as const;
    server.script(busy, bad, good, good);
    const { client, ledger } = await open({
      budget: createBudget({ maxCostUsd: null, maxCalls: 2 }),
      retry: { firstWaitMs: 1 },
    });
    expect((await client.generate(testRequest())).repaired).toBe(true);
    await expect(client.generate(testRequest())).rejects.toMatchObject({ code: 'MODEL_BUDGET_SPENT' });
    expect(ledger.calls.map(({ error, attempts }) => [error, attempts])).toEqual([
      [null, 2],
      [null, 1],
      ['MODEL_BUDGET_SPENT', 0],
    ]);
  });

  test('requests a minute count retries too', async () => {
    server.script({ kind: 'status', status: 500, body: '{}' });
    const abort = new AbortController();
    const { client } = await open({ limits: { requestsPerMinute: 2 }, retry: { firstWaitMs: 1 } });
    setTimeout(() => abort.abort(new Error('enough')), 300);
    await expect(client.generate(testRequest({ signal: abort.signal }))).rejects.toThrow('enough');
    expect(server.requests).toHaveLength(2);
  });

  test('a cost limit is kept with the prices of the table, and refused without a price', async () => {
    server.script(good);
    const { client, ledger } = await open({ budget: createBudget({ maxCostUsd: 0.002, maxCalls: null }) });
    const calls = await Promise.allSettled(
      Array.from({ length: 40 }, (_, n) => client.generate(testRequest({ prompt: `p${n}` }))),
    );
    expect(calls.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(2);
    expect(calls.filter(({ status }) => status === 'rejected').length).toBeGreaterThan(2);
    expect(ledger.totals().costUsd).toBeLessThanOrEqual(0.002);
    await expect(
      openModel('ollama:x', { env: {}, budget: createBudget({ maxCostUsd: 1, maxCalls: null }) }),
    ).rejects.toMatchObject({ code: 'USAGE_INVALID' });
    const price = { input: 1, cachedInput: null, cacheWrite: null, output: 2 };
    const own = await openModel('azure:mine', {
      env: { AZURE_API_KEY: 'k', AZURE_OPENAI_ENDPOINT: server.address },
      budget: createBudget({ maxCostUsd: 1, maxCalls: null }),
      price,
    });
    expect((await own.client.generate(testRequest())).costUsd).toBeCloseTo((120 + 2 * 30) / 1e6, 12);
  });
});

test('every call is told as a span, without any text', async () => {
  server.script(good, { kind: 'status', status: 401, body: '{"error":{"message":"ann@example.org"}}' });
  const spans: CallSpan[] = [];
  const { client, ledger } = await open({ onCall: (span) => spans.push(span) });
  await client.generate(withMail);
  await client.generate(testRequest({ purpose: 'check' })).catch(() => undefined);
  expect(spans.map(({ name, status }) => [name, status])).toEqual([
    ['chat gpt-4.1-mini', 'ok'],
    ['chat gpt-4.1-mini', 'error'],
  ]);
  expect(spans[0]?.attributes).toMatchObject({
    'gen_ai.provider.name': 'openai-chat',
    'gen_ai.usage.input_tokens': 120,
    'culprit.purpose': 'judge',
  });
  expect(spans[1]?.attributes['error.type']).toBe('MODEL_KEY_REFUSED');
  expect(JSON.stringify(spans)).not.toMatch(/ann@|EMAIL|Ask|step that broke/);
  expect(ledger.byPurpose()).toMatchObject({
    judge: { calls: 1, failed: 0 },
    check: { calls: 1, failed: 1, costUsd: 0 },
  });
});

test('what is unknown in a sum makes the sum unknown, never smaller', async () => {
  server.script(good);
  const azure = { AZURE_API_KEY: 'k', AZURE_OPENAI_ENDPOINT: server.address };
  const { ledger, client } = await open();
  const other = await openModel('azure:mine', { env: azure, ledger });
  await client.generate(testRequest());
  expect(ledger.totals().costUsd).toBeGreaterThan(0);
  await other.client.generate(testRequest());
  expect(ledger.totals()).toMatchObject({ costUsd: null, inputTokens: 240 });
});

describe('what is masked unless asked otherwise', () => {
  test.each([
    ['openai:x', { OPENAI_API_KEY: 'k' }, true],
    ['openai:x', { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: 'http://127.0.0.1:1/v1' }, true],
    ['openai-compatible:http://localhost:1/v1#x', {}, false],
    ['openai-compatible:https://gpu.example.org/v1#x', {}, true],
    ['ollama:x', {}, false],
    ['ollama:x', { OLLAMA_HOST: '0.0.0.0' }, false],
    ['ollama:x', { OLLAMA_HOST: 'gpu.example.org:11434' }, true],
    ['exec:cat', {}, false],
  ])('%s with %o: %s', async (name, variables, expected) => {
    expect((await openModel(name, { env: variables })).redacted).toBe(expected);
    expect((await openModel(name, { env: variables, redact: !expected })).redacted).toBe(!expected);
  });
});

describe('names', () => {
  test.each([
    ['gpt-5', 'MODEL_UNKNOWN', 'openai:'],
    ['', 'MODEL_UNKNOWN', 'openai:'],
    ['constructor:x', 'MODEL_UNKNOWN', 'is not the name'],
    ['openai:', 'MODEL_UNKNOWN', 'names no model'],
    ['openai-compatible:http://x/v1', 'MODEL_UNKNOWN', 'an address and a name'],
    ['openai-compatible:ftp://x/v1#m', 'MODEL_UNKNOWN', 'http'],
    ['openai-compatible:https://user:secret@x/v1#m', 'MODEL_UNKNOWN', 'password'],
    ['exec:  ', 'MODEL_UNKNOWN', 'names no model'],
    ['openai:gpt-5', 'MODEL_KEY_MISSING', 'OPENAI_API_KEY'],
    ['anthropic:x', 'MODEL_KEY_MISSING', 'ANTHROPIC_API_KEY'],
    ['google:x', 'MODEL_KEY_MISSING', 'GEMINI_API_KEY'],
    ['azure:x', 'MODEL_KEY_MISSING', 'AZURE_OPENAI_API_KEY'],
    ['bedrock:x', 'MODEL_KEY_MISSING', 'AWS_REGION'],
    ['openrouter:x', 'MODEL_KEY_MISSING', 'OPENROUTER_API_KEY'],
  ])('%s: %s', async (name, code, message) => {
    await expect(openModel(name, { env: { OPENAI_API_KEY: '  ' } })).rejects.toMatchObject({
      code,
      message: expect.stringContaining(message),
    });
  });

  test('no message of ours shows a password', async () => {
    const error = await openModel('openai-compatible:https://user:hunter2@x/v1#m', { env: {} }).catch(
      (one: unknown) => one,
    );
    expect(String(error)).not.toContain('hunter2');
  });
});

test('the packages that messages name are the ones that are tested, and are optional', () => {
  const { devDependencies, peerDependencies, peerDependenciesMeta, dependencies } = JSON.parse(
    readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
  );
  for (const provider of Object.values(PROVIDERS)) {
    if (provider.package === null) continue;
    const { name, version } = provider.package;
    expect(devDependencies[name]).toBe(version);
    expect(peerDependencies[name]).toBe(`^${version}`);
    expect(peerDependenciesMeta[name]).toEqual({ optional: true });
    expect(dependencies).not.toHaveProperty([name]);
  }
});

test('every provider and every error of a call is in the page about models', () => {
  const page = readFileSync(new URL('../../docs/reference/models.md', import.meta.url), 'utf8');
  for (const [name, { example, keys, addresses }] of Object.entries(PROVIDERS)) {
    for (const word of [`\`${name}:`, example, ...keys, ...addresses]) expect(page).toContain(word);
  }
  for (const code of MODEL_ERRORS) expect(page).toContain(code);
});
