import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { medianOf } from '../../bench/measure.ts';
import { compileLinearRegex, MAX_TEXT_CHARS } from '../../src/constraints/guards/linear-regex.ts';
import type { Sandbox, SandboxLanguage, SandboxResult } from '../../src/contracts/sandbox.ts';
import { CLEAN_JAVASCRIPT, HOSTILE_JAVASCRIPT } from '../../src/sandbox/__fixtures__/hostile-javascript.ts';
import { CLEAN_PYTHON, HOSTILE_PYTHON } from '../../src/sandbox/__fixtures__/hostile-python.ts';
import { DEFAULT_LIMITS, openSandbox } from '../../src/sandbox/open-sandbox.ts';
import type { EvidenceRun } from './piece.ts';
import { watchMemory } from './sandbox/memory-watch.ts';
import { sixtyStepRun } from './sandbox/sixty-step-run.ts';
import { USUAL_CHECKS } from './sandbox/usual-checks.ts';

/** What a program may take beyond its limit, in milliseconds: the grace, and a machine that others use too. */
const LATE_MS = 1_500;
/** What the process may hold beyond the limit of the interpreter, in MB: Node itself, and a copy of what was loaded. */
const MORE_MB: Readonly<Record<SandboxLanguage, number>> = { javascript: 160, python: 320 };
const PATTERN_MS = 5_000;
const LANGUAGES = {
  javascript: { programs: HOSTILE_JAVASCRIPT, clean: CLEAN_JAVASCRIPT },
  python: { programs: HOSTILE_PYTHON, clean: CLEAN_PYTHON },
} as const;
/** Patterns that take other engines years, and letters of a text that they search. */
const PATTERNS = [
  ['(a+)+$', 'a'],
  ['(.*a){20}b', 'a'],
  ['^(\\w+\\s?)*$', 'word '],
  ['(?:[ab]*[ac]*[ad]*){30}y', 'abcd'],
  ['a[ab]{250}y', 'ab'],
  ['(?:a[ab]{5}){40}\\by', 'ab'],
] as const;

type Print = (line: string) => void;

/** Hostile checks and what became of them; then how many usual ones a second runs. */
export const run: EvidenceRun = async ({ args, print }) => {
  const wanted = (part: string): boolean => args.length === 0 || args.includes(part);
  const problems: string[] = [];
  let programs = 0;
  for (const language of ['javascript', 'python'] as const) {
    if (!wanted(language)) continue;
    const found = await contain(language, print);
    if (found === null) {
      print(`${language}: left out, its interpreter is not installed`);
      continue;
    }
    programs += found.programs;
    problems.push(...found.problems);
  }
  if (wanted('patterns')) problems.push(...searchPatterns(print));
  if (wanted('speed')) for (const language of ['javascript', 'python'] as const) await measureSpeed(language, print);
  for (const problem of problems) print(`not contained: ${problem}`);
  if (programs === 0 && !wanted('patterns')) return { met: null, text: 'no hostile program was run' };
  return {
    met: problems.length === 0,
    text: `${programs} hostile programs and ${wanted('patterns') ? PATTERNS.length : 0} patterns, ${problems.length} not contained`,
  };
};

interface Contained {
  readonly programs: number;
  readonly problems: readonly string[];
}

async function contain(language: SandboxLanguage, print: Print): Promise<Contained | null> {
  const { programs, clean } = LANGUAGES[language];
  const limits = DEFAULT_LIMITS[language];
  const listener = await listen();
  const sandbox = openSandbox({ language });
  const sources = Object.entries({ ...programs, clean: { source: clean } });
  const definitions = sources.map(([id, { source }]) => {
    return { id, source: source.replaceAll('PORT', String(listener.port)), functionName: null };
  });
  sandbox.define(definitions);
  sandbox.load({ steps: [{ position: 0 }] });
  const problems: string[] = [];
  try {
    const [first] = await sandbox.run([{ checkId: 'clean', position: 0 }]);
    if (first?.kind === 'error' && first.reason === 'unavailable') return null;
    const held = language === 'javascript' ? 'more than before it' : 'the most its process ever held';
    print(`${language}: limits ${limits.timeoutMs} ms, ${limits.memoryMb} MB; memory: ${held}`);
    print(`${'program'.padEnd(38)} ${'ends in'.padEnd(11)} ${'ms'.padStart(6)} ${'MB'.padStart(8)}  next check`);
    for (const [id, { ends }] of Object.entries(programs)) {
      const memory = watchMemory(language === 'javascript');
      const [result] = await sandbox.run([{ checkId: id, position: 0 }]);
      const peakMb = memory.stop();
      const [after] = await sandbox.run([{ checkId: 'clean', position: 0 }]);
      const end = endOf(result);
      const isClean = after?.kind === 'value' && after.value.holds === true;
      const elapsed = result?.elapsedMs ?? Number.POSITIVE_INFINITY;
      const peak = peakMb === null ? '-' : peakMb.toFixed(0);
      print(
        `${id.padEnd(38)} ${end.padEnd(11)} ${elapsed.toFixed(0).padStart(6)} ${peak.padStart(8)}  ${isClean ? 'clean' : 'not clean'}`,
      );
      const wrong = [
        (ends as readonly string[]).includes(end) ? null : `ended in ${end}`,
        isClean ? null : 'the check after it was not clean',
        elapsed <= limits.timeoutMs + LATE_MS ? null : `took ${elapsed.toFixed(0)} ms`,
        (peakMb ?? 0) <= limits.memoryMb + MORE_MB[language] ? null : `took ${peak} MB`,
        (result?.output.length ?? 0) <= limits.maxOutputChars ? null : 'printed more than is kept',
        listener.connections() === 0 ? null : 'reached the network',
        Object.keys(Object.prototype).length === 0 ? null : 'changed this process',
      ].filter((one) => one !== null);
      if (wrong.length > 0) problems.push(`${language}, ${id}: ${wrong.join('; ')}`);
    }
  } finally {
    await sandbox.close();
    listener.server.close();
  }
  print('');
  return { programs: Object.keys(programs).length, problems };
}

const endOf = (result: SandboxResult | undefined): string => {
  if (result === undefined) return 'nothing';
  if (result.kind === 'error') return result.reason;
  return result.value.holds === true ? 'holds' : 'another verdict';
};

/** A server of this machine that no check must reach. */
async function listen(): Promise<{ server: Server; port: number; connections: () => number }> {
  let connections = 0;
  const server = createServer((socket) => {
    connections++;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { server, port, connections: () => connections };
}

function searchPatterns(print: Print): readonly string[] {
  print(`patterns of guards, on ${MAX_TEXT_CHARS} characters`);
  const problems: string[] = [];
  for (const [pattern, letters] of PATTERNS) {
    const compiled = compileLinearRegex(pattern);
    if (!compiled.ok) throw new Error(compiled.error);
    // The engine gives up at once where a letter that every match needs is nowhere: all of them stand in front.
    const text = `yb ${scrambled(letters)}`;
    const start = performance.now();
    compiled.value.test(text);
    const elapsed = performance.now() - start;
    print(`${pattern.padEnd(38)} ${''.padEnd(11)} ${elapsed.toFixed(0).padStart(6)}`);
    if (elapsed > PATTERN_MS) problems.push(`pattern ${pattern}: took ${elapsed.toFixed(0)} ms`);
  }
  print('');
  return problems;
}

function scrambled(letters: string): string {
  let state = 1;
  const next = () => {
    state = (state * 48_271) % 2_147_483_647;
    return letters[state % letters.length];
  };
  return Array.from({ length: MAX_TEXT_CHARS - 3 }, next).join('');
}

/** Every usual check at every step of a real run, several times over. */
async function measureSpeed(language: SandboxLanguage, print: Print): Promise<void> {
  const { trajectory, from } = sixtyStepRun();
  const { gold: _, ...data } = trajectory;
  const checks = Object.entries(USUAL_CHECKS[language]).map(([id, source]) => ({ id, source, functionName: null }));
  const calls = checks.flatMap(({ id }) => trajectory.steps.map(({ position }) => ({ checkId: id, position })));
  const cacheFolder = mkdtempSync(join(tmpdir(), 'culprit-sandbox-'));
  const openOne = (): Sandbox => {
    const sandbox = openSandbox({ language, cacheFolder });
    sandbox.define(checks);
    sandbox.load(data);
    return sandbox;
  };
  const sandbox = openOne();
  try {
    const begin = performance.now();
    const [first] = await sandbox.run(calls.slice(0, 1));
    if (first?.kind === 'error' && first.reason === 'unavailable') return;
    const startMs = performance.now() - begin;
    const another = openOne();
    const again = performance.now();
    await another.run(calls.slice(0, 1));
    const againMs = performance.now() - again;
    await another.close();
    const times: number[] = [];
    for (let round = 0; round < 5; round++) {
      const start = performance.now();
      const results = await sandbox.run(calls);
      times.push(performance.now() - start);
      const failed = results.find((result) => result.kind === 'error');
      if (failed !== undefined) throw new Error(JSON.stringify(failed));
    }
    const median = medianOf(times);
    print(
      `${language}: ${checks.length} checks at each of ${trajectory.steps.length} steps (${from}, ${(JSON.stringify(data).length / 1000).toFixed(0)} kB): ` +
        `${((calls.length / median) * 1000).toFixed(0)} calls a second, ${(median / calls.length).toFixed(2)} ms a call; ` +
        `first answer after ${startMs.toFixed(0)} ms, of the next interpreter after ${againMs.toFixed(0)} ms`,
    );
  } finally {
    await sandbox.close();
    rmSync(cacheFolder, { recursive: true, force: true });
  }
}
