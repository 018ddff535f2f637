import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { PROTOCOLS } from './__fixtures__/protocols.ts';
import { testRequest } from './__fixtures__/scenarios.ts';
import { type ScriptedServer, startScriptedServer } from './__fixtures__/scripted-server.ts';
import { openModel } from './open-model.ts';

let server: ScriptedServer;
beforeAll(async () => {
  server = await startScriptedServer();
});
afterAll(() => server.close());

/** What the one request looked like: its path, and its body with the schema cut to a word. */
async function sent(protocol: string) {
  const spoken = PROTOCOLS[protocol];
  if (spoken === undefined) throw new Error(protocol);
  server.script({ kind: 'text', text: '{"step":3,"why":"x"}' });
  const { client } = await openModel(spoken.name(server.address), { env: spoken.env(server.address) });
  await client.generate(testRequest({ seed: 7 }));
  const [request] = server.requests;
  const body: unknown = JSON.parse(request?.body ?? '', (key, value: unknown) =>
    ['schema', 'format', 'responseSchema', 'responseJsonSchema'].includes(key) &&
    JSON.stringify(value).includes('"step"') &&
    !JSON.stringify(value).includes('json_schema')
      ? 'THE SCHEMA'
      : value,
  );
  return { url: request?.url, body };
}

test.each(Object.keys(PROTOCOLS))('what %s is sent', async (protocol) => {
  expect(await sent(protocol)).toMatchSnapshot();
});

test('the key goes into a header, and nothing else does', async () => {
  for (const protocol of Object.keys(PROTOCOLS)) {
    await sent(protocol);
    const [request] = server.requests;
    const holders = Object.entries(request?.headers ?? {}).filter(([, value]) => String(value).includes('test-key'));
    const keyless = protocol === 'Ollama' || protocol === 'OpenAI-compatible';
    expect([protocol, holders.length]).toEqual([protocol, keyless ? 0 : 1]);
    expect(`${request?.url}${request?.body}`).not.toContain('test-key');
  }
});

test.each(['OpenAI responses', 'OpenAI chat', 'Azure', 'OpenRouter', 'OpenAI-compatible'])(
  '%s is told to enforce only what it can enforce',
  async (protocol) => {
    const spoken = PROTOCOLS[protocol];
    if (spoken === undefined) throw new Error(protocol);
    server.script({ kind: 'text', text: '{}' });
    const { client } = await openModel(spoken.name(server.address), { env: spoken.env(server.address) });
    const optional = z.object({ step: z.number().optional() });
    await client.generate({ ...testRequest(), schema: optional });
    expect(server.requests[0]?.body).toContain('"strict":false');
  },
);

test('a dated version of Azure puts the deployment into the address', async () => {
  server.script({ kind: 'text', text: '{"step":3,"why":"x"}' });
  const env = {
    AZURE_API_KEY: 'k',
    AZURE_OPENAI_ENDPOINT: `${server.address}/`,
    AZURE_OPENAI_API_VERSION: '2024-10-21',
  };
  const { client } = await openModel('azure:mine', { env });
  await client.generate(testRequest());
  expect(server.requests[0]?.url).toBe('/openai/deployments/mine/chat/completions?api-version=2024-10-21');
});
