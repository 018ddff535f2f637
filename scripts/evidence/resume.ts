import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ModelServer, startModelServer } from '../../bench/model-server.ts';
import { simulatedAnswer } from '../../bench/simulated-answers.ts';
import { syntheticRun } from '../../bench/synthetic-run.ts';
import type { EvidenceRun } from './piece.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const LATENCY_MS = 150;
/** An answer is on disk this long after it has left, or the machine is too busy to tell. */
const STORED_AFTER_MS = 400;

/**
 * Kills a run at every stage that asks a model, and starts it again: an answer that had come is not asked for again. What
 * was under way when it was killed may be.
 */
export const run: EvidenceRun = async ({ print }) => {
  const folder = mkdtempSync(join(tmpdir(), 'culprit-resume-'));
  const trace = join(folder, 'run.json');
  writeFileSync(trace, JSON.stringify([{ ...syntheticRun(40, 2), reward: 0 }]));
  const server = await startModelServer(LATENCY_MS, simulatedAnswer);
  let repeated = 0;
  let different = 0;
  try {
    const whole = await diagnose(trace, join(folder, 'whole'), server).ended;
    const stages = stagesOf(server);
    print(
      `undisturbed: ${server.bodies.length} calls (${[...server.calls].map(([name, n]) => `${name} ${n}`).join(', ')})`,
    );
    for (const [stage, after] of stages) {
      server.reset();
      const cache = join(folder, `cache-${after}`);
      const answered: string[] = [];
      const first = diagnose(trace, cache, server);
      await new Promise<void>((killed) => {
        server.onAnswered = (body) => {
          answered.push(body);
          if (answered.length === after) {
            void sleep(STORED_AFTER_MS).then(() => {
              first.child.kill('SIGKILL');
              killed();
            });
          }
        };
      });
      server.onAnswered = () => {};
      await first.ended;
      const before = server.bodies.length;
      const paid = new Set(answered);
      server.reset();
      const second = await diagnose(trace, cache, server).ended;
      const again = server.bodies.filter((body) => paid.has(body)).length;
      repeated += again;
      if (second !== whole) different++;
      print(
        `killed after ${stage.padEnd(12)} ${answered.length} of ${before} calls answered; then ${server.bodies.length} calls, ${again} of them answered before; the diagnosis is ${second === whole ? 'the same' : 'NOT the same'}`,
      );
    }
  } finally {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
  return repeated + different === 0
    ? { met: true, text: 'no answered call was made again, and every diagnosis came out the same' }
    : { met: false, text: `${repeated} answered calls were made again, ${different} diagnoses differ` };
};

/** After how many answers each kind of call has first been answered, in the order of the stages. */
function stagesOf({ bodies }: ModelServer): readonly (readonly [string, number])[] {
  const stages = new Map<string, number>();
  bodies.forEach((body, at) => {
    const name: string = JSON.parse(body).response_format?.json_schema?.name ?? 'text';
    if (!stages.has(name)) stages.set(name, at + 1);
  });
  return [...stages];
}

interface Started {
  readonly child: ChildProcess;
  /** The diagnosis without what it cost; empty where it was killed. */
  readonly ended: Promise<string>;
}

function diagnose(trace: string, cache: string, { name }: ModelServer): Started {
  const args = ['diagnose', trace, '--json', '--quiet', '--model', name, '--ask-below', '1', '--no-redact'];
  const asked = ['--synthesis', 'step-by-step', '--reflect', '--judge', 'llm-step-then-category'];
  const child = spawn(process.execPath, ['--import', 'tsx', join(ROOT, 'src/cli/main.ts'), ...args, ...asked], {
    cwd: ROOT,
    env: { ...process.env, XDG_CACHE_HOME: cache },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = new Promise<string>((done) => {
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
    child.on('close', () => done(withoutCost(text)));
  });
  return { child, ended };
}

function withoutCost(text: string): string {
  if (text.trim() === '') return '';
  const { cost: _, ...rest } = JSON.parse(text);
  return JSON.stringify(rest);
}
