import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isModelError, type ModelClient } from '../../src/contracts/model.ts';
import { PROTOCOLS } from '../../src/llm/__fixtures__/protocols.ts';
import { testRequest } from '../../src/llm/__fixtures__/scenarios.ts';
import { type Reply, startScriptedServer } from '../../src/llm/__fixtures__/scripted-server.ts';
import { openModel } from '../../src/llm/open-model.ts';
import type { EvidenceRun } from './piece.ts';

const REPLIES: readonly Reply[] = [
  { kind: 'text', text: '{"step":3,"why":"it looped"}' },
  { kind: 'text', text: 'no JSON' },
  { kind: 'text', text: 'Now: {"step":4,"why":"wrote to ⟦EMAIL_1⟧"}' },
  { kind: 'refusal', text: 'I cannot help with that.' },
  { kind: 'status', status: 400, body: '{"error":{"message":"maximum context length is 8192 tokens"}}' },
  { kind: 'text', text: '{"step":"x"}' },
];
const PROMPTS = ['one', 'two, repaired, mail ann@example.org', 'three, refused', 'four, too long', 'five, never fits'];

/** Records calls of every protocol, closes the server, and asks the recording the same. */
export const run: EvidenceRun = async ({ print }) => {
  const folder = mkdtempSync(join(tmpdir(), 'culprit-replay-'));
  const server = await startScriptedServer();
  const recorded: string[] = [];
  try {
    for (const [protocol, { name, env }] of Object.entries(PROTOCOLS)) {
      server.script(...REPLIES);
      const { client } = await openModel(name(server.address), {
        env: env(server.address),
        recordFolder: folder,
        redact: true,
      });
      recorded.push(await outcomes(client));
      print(`recorded ${protocol}: ${PROMPTS.length} calls, ${server.requests.length} requests`);
    }
  } finally {
    await server.close();
  }
  print(`${readdirSync(folder).length} files; the server is gone, and no key is set`);
  let equal = 0;
  let missing = '';
  try {
    let at = 0;
    for (const [protocol, { name }] of Object.entries(PROTOCOLS)) {
      const { client } = await openModel(name(server.address), { env: {}, replayFolder: folder, redact: true });
      const replayed = await outcomes(client);
      const same = replayed === recorded[at];
      print(`replayed ${protocol}: ${same ? `the same ${replayed.length} characters` : 'NOT the same'}`);
      if (same) equal++;
      else print(`  was ${recorded[at]}\n  is  ${replayed}`);
      at++;
      missing = await client.generate(testRequest({ prompt: 'never asked' })).then(
        () => 'answered',
        (error: unknown) => (isModelError(error) ? `${error.code}: ${error.message}` : String(error)),
      );
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  print(`a call that was not recorded: ${missing}`);
  const all = Object.keys(PROTOCOLS).length;
  return {
    met: equal === all && missing.startsWith('MODEL_REPLAY_MISSING'),
    text: `${equal} of ${all} protocols replayed byte for byte, failures included`,
  };
};

async function outcomes(client: ModelClient): Promise<string> {
  const all: unknown[] = [];
  for (const prompt of PROMPTS) {
    all.push(
      await client.generate(testRequest({ prompt })).catch((error: unknown) => {
        if (!isModelError(error)) throw error;
        return { code: error.code, message: error.message };
      }),
    );
  }
  return JSON.stringify(all);
}
