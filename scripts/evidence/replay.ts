import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startModelServer } from '../../bench/model-server.ts';
import { simulatedAnswer } from '../../bench/simulated-answers.ts';
import { syntheticRun } from '../../bench/synthetic-run.ts';
import { isModelError, type ModelClient } from '../../src/contracts/model.ts';
import { PROTOCOLS } from '../../src/llm/__fixtures__/protocols.ts';
import { testRequest } from '../../src/llm/__fixtures__/scenarios.ts';
import { type Reply, startScriptedServer } from '../../src/llm/__fixtures__/scripted-server.ts';
import { openModel } from '../../src/llm/open-model.ts';
import { runInMemory } from '../../test/memory-host.ts';
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
  const whole = await replayWholeRun(print);
  return {
    met: equal === all && missing.startsWith('MODEL_REPLAY_MISSING') && whole,
    text: `${equal} of ${all} protocols replayed byte for byte, failures included; a whole diagnosis ${whole ? 'too' : 'NOT'}`,
  };
};

/** Diagnoses a run with every stage that asks a model, closes the server, and diagnoses it again from the recording. */
async function replayWholeRun(print: (line: string) => void): Promise<boolean> {
  const cwd = mkdtempSync(join(tmpdir(), 'culprit-replay-run-'));
  writeFileSync(join(cwd, 'run.json'), JSON.stringify([{ ...syntheticRun(30, 2), reward: 0 }]));
  const server = await startModelServer(0, simulatedAnswer);
  const asked = ['--synthesis', 'step-by-step', '--reflect', '--judge', 'llm-step-then-category,llm-compare'];
  const diagnose = async (...more: string[]) => {
    const args = ['diagnose', 'run.json', '--jsonl', '--model', server.name, '--ask-below', '1', ...asked, ...more];
    const { stdout } = await runInMemory(args, { cwd, env: { XDG_CACHE_HOME: cwd } });
    return stdout;
  };
  try {
    const recorded = await diagnose('--record', 'tape', '--no-model-cache');
    const calls = server.bodies.length;
    await server.close();
    const first = await diagnose('--replay', 'tape');
    const second = await diagnose('--replay', 'tape');
    const same = recorded !== '' && recorded === first && first === second;
    print(
      `a whole run: ${calls} calls recorded; with the server gone, replayed twice: ${same ? 'the same' : 'NOT the same'}`,
    );
    return same && calls > 5;
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}

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
