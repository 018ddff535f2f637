import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testRequest } from '../__fixtures__/scenarios.ts';
import { openModel } from '../open-model.ts';
import { splitCommand } from './exec.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'culprit exec-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const GOOD = '{"step":3,"why":"x"}';

/** A model that is a program of this source. */
async function program(source: string, timeoutMs = 20_000) {
  const file = join(folder, `program-${Math.random()}.mjs`);
  writeFileSync(file, source);
  const { client } = await openModel(`exec:"${process.execPath}" "${file}" --flag`, { env: process.env, timeoutMs });
  return client;
}

test('gets the request on its standard input, and nothing of it in its arguments', async () => {
  const client = await program(`
    let text = ''; for await (const chunk of process.stdin) text += chunk;
    console.log(JSON.stringify({ step: 3, why: JSON.stringify({ args: process.argv.slice(2), asked: JSON.parse(text) }) }));`);
  const answer = await client.generate(testRequest({ prompt: '$(touch /tmp/x) "; rm -rf /"' }));
  const { args, asked } = JSON.parse(answer.value?.why ?? '');
  expect(args).toEqual(['--flag']);
  expect(asked).toMatchObject({
    system: testRequest().system,
    prompt: '$(touch /tmp/x) "; rm -rf /"',
    schemaName: 'verdict',
  });
  expect(asked.schema.properties).toHaveProperty('step');
  expect(answer).toMatchObject({ costUsd: null, usage: { inputTokens: null, outputTokens: null } });
});

test('one that does not read its input is heard all the same', async () => {
  const client = await program(`process.stdin.destroy(); console.log('${GOOD}')`);
  expect((await client.generate(testRequest({ prompt: 'x'.repeat(2_000_000) }))).value?.step).toBe(3);
});

test('one that fails says why', async () => {
  const client = await program(`console.error('no login'); process.exit(7)`);
  await expect(client.generate(testRequest())).rejects.toMatchObject({
    code: 'MODEL_UNAVAILABLE',
    message: expect.stringContaining('ended with 7: no login'),
  });
});

test('one that takes too long is ended, with what it started', async () => {
  const mark = join(folder, 'still-there');
  const child = `setTimeout(() => require('fs').writeFileSync(${JSON.stringify(mark)}, ''), 1500); setInterval(() => {}, 1000)`;
  const client = await program(
    `import { spawn } from 'node:child_process';
     spawn(process.execPath, ['-e', ${JSON.stringify(child)}], { stdio: 'ignore' }); setInterval(() => {}, 1000);`,
    600,
  );
  await expect(client.generate(testRequest())).rejects.toThrow('no answer within 0.6 s');
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  expect(existsSync(mark)).toBe(false);
});

test('one that never stops printing is ended', async () => {
  const client = await program(`const s = 'x'.repeat(1e6); (function go() { process.stdout.write(s, go); })();`);
  await expect(client.generate(testRequest())).rejects.toThrow('printed more than');
});

test('an abort ends it', async () => {
  const client = await program('setInterval(() => {}, 1000)');
  const abort = new AbortController();
  setTimeout(() => abort.abort(new Error('enough')), 100);
  await expect(client.generate(testRequest({ signal: abort.signal }))).rejects.toThrow('enough');
});

test('one that is not there', async () => {
  const { client } = await openModel('exec:no-such-program-here -p', { env: process.env });
  await expect(client.generate(testRequest())).rejects.toMatchObject({ code: 'MODEL_UNKNOWN' });
});

test('commands are split at blanks and quotes, and by nothing else', () => {
  expect(splitCommand(`a "b c" 'd "e' f\\g  "" $(x) ; h|i`)).toEqual([
    'a',
    'b c',
    'd "e',
    'f\\g',
    '',
    '$(x)',
    ';',
    'h|i',
  ]);
  expect(() => splitCommand('a "b')).toThrow('no closing');
});
