import { availableParallelism, cpus, tmpdir } from 'node:os';
import { freeCores } from '../../bench/free-cores.ts';
import { medianOf } from '../../bench/measure.ts';
import { isRecord, own, ownArray } from '../../src/base/json.ts';
import { createSandbox } from '../../src/compose.ts';
import { importAgentrx } from '../../src/constraints/agentrx/import.ts';
import { agentrxIr } from '../../src/constraints/agentrx/ir-view.ts';
import type { Constraint } from '../../src/contracts/constraint.ts';
import type { CheckSource, SandboxCall, SandboxLanguage, SandboxResult } from '../../src/contracts/sandbox.ts';
import type { Trajectory } from '../../src/contracts/trajectory.ts';
import { callsOf } from './agentrx/check-verdicts.ts';
import { dataFile, readJsonFile, runsIn } from './agentrx/data.ts';
import { JAVASCRIPT_CHECKS } from './agentrx/javascript-checks.ts';
import { runPython3 } from './agentrx/python3.ts';
import type { EvidenceRun } from './piece.ts';

const SET = ['agentrx-oracle', 'variants', 'D_static_tau_wild_docfixed.json'] as const;
/** What AgentRx's checker took for this set over 29 runs, in its own process: 4,024 checks in 4.6 to 4.8 s. */
const AGENTRX_PER_SECOND = 4_024 / 4.7;
const ROUNDS = 5;
/** Below this a second thread gets no core of its own just now, and a rate says nothing. */
const FREE_SPEED_UP = 1.7;

interface Work {
  readonly data: ReturnType<typeof agentrxIr>;
  readonly calls: readonly SandboxCall[];
}

/**
 * How many checks run in a second: one and the same set of Python functions over the same runs in our sandbox and in plain
 * CPython, round by round in turn, and as many in JavaScript. Missed where our Python is slower than AgentRx's checker.
 */
export const run: EvidenceRun = async ({ print }) => {
  const failed = dataFile('agentrx', 'tau_retail', 'tau_dataset_failed.json');
  const set = dataFile(...SET);
  if (failed === null || set === null) {
    return { met: null, text: 'no data: set CULPRIT_DATA to the folder of the public data sets' };
  }
  const cores = await freeCores();
  print(
    `machine: ${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores, Node ${process.version}; ` +
      `load ${cores.load.toFixed(1)}; a second thread is worth ${cores.speedUp.toFixed(2)}x of 2`,
  );
  const runs = runsIn(failed);
  const { constraints } = importAgentrx(readJsonFile(set), 'set-d').pack;
  const work = runs.map(
    (trajectory): Work => ({ data: agentrxIr(trajectory), calls: callsOf(constraints, trajectory) }),
  );
  const python = await opened('python', sourcesOf(constraints), print);
  const rates: number[] = [];
  const plain: number[] = [];
  let verdicts: readonly unknown[] | null = null;
  let ours: readonly SandboxResult[] = [];
  try {
    for (let round = 0; round < ROUNDS; round++) {
      const measured = await python.measure(work);
      ours = measured.results;
      rates.push(measured.perSecond);
      const other = inCpython(constraints, work);
      if (other === null) continue;
      plain.push(other.perSecond);
      verdicts = other.verdicts;
    }
  } finally {
    await python.close();
  }
  const count = ours.length;
  const median = medianOf(rates);
  print(
    `Python in our sandbox: ${median.toFixed(0)} checks a second (${count} checks over ${runs.length} runs, ${ROUNDS} rounds, ${shown(rates)})`,
  );
  if (verdicts === null) {
    print('no python3 here: not compared with CPython');
  } else {
    const cpython = medianOf(plain);
    const same = verdicts.filter((verdict, at) => holdsOf(verdict) === verdictOf(ours[at])).length;
    print(
      `the same functions in CPython, in one process without isolation: ${cpython.toFixed(0)} a second (${shown(plain)}); ${same} of ${count} verdicts the same`,
    );
    print(`CPython is ${(cpython / median).toFixed(1)}x as fast as our sandbox on this machine`);
  }
  print(
    `AgentRx's own checker, as measured for this set: ${AGENTRX_PER_SECOND.toFixed(0)} a second; ours is ${(median / AGENTRX_PER_SECOND).toFixed(1)}x that`,
  );
  await measureJavascript(runs, print);
  const text = `Python ${median.toFixed(0)} checks a second, AgentRx ${AGENTRX_PER_SECOND.toFixed(0)} (target: no fewer)`;
  if (median >= AGENTRX_PER_SECOND) return { met: true, text };
  return cores.speedUp < FREE_SPEED_UP
    ? { met: null, text: `${text}; this machine is busy just now` }
    : { met: false, text };
};

const shown = (rates: readonly number[]): string =>
  `${Math.min(...rates).toFixed(0)} to ${Math.max(...rates).toFixed(0)}`;

const sourcesOf = (constraints: readonly Constraint[]): readonly CheckSource[] =>
  constraints.flatMap(({ id, check }) =>
    check.language === 'python' ? [{ id, source: check.source, functionName: check.functionName ?? null }] : [],
  );

/** A started sandbox; what it takes to start is said, and is no part of the rate. */
async function opened(language: SandboxLanguage, checks: readonly CheckSource[], print: (line: string) => void) {
  const sandbox = await createSandbox({ language, cacheFolder: `${tmpdir()}/culprit-evidence` });
  const begun = performance.now();
  sandbox.define(checks);
  sandbox.load({ steps: [] });
  await sandbox.run([{ checkId: checks[0]?.id ?? '', position: 0 }]);
  print(`${language}: started in ${(performance.now() - begun).toFixed(0)} ms`);
  return {
    close: () => sandbox.close(),
    /** Loading the data of each run is part of it. */
    async measure(work: readonly Work[]) {
      const start = performance.now();
      const results: SandboxResult[] = [];
      for (const { data, calls } of work) {
        sandbox.load(data);
        results.push(...(await sandbox.run(calls)));
      }
      return { results, perSecond: (results.length * 1_000) / (performance.now() - start) };
    },
  };
}

function inCpython(constraints: readonly Constraint[], work: readonly Work[]) {
  const input = {
    checks: sourcesOf(constraints),
    runs: work.map(({ data, calls }) => ({ data: JSON.stringify(data), calls })),
    rounds: 1,
  };
  const output = runPython3('call-checks.py', [], JSON.stringify(input));
  if (output === null) return null;
  const result: unknown = JSON.parse(output);
  const seconds = Number(ownArray(result, 'seconds')?.[0]);
  return { perSecond: Number(own(result, 'calls')) / seconds, verdicts: ownArray(result, 'verdicts') ?? [] };
}

const holdsOf = (verdict: unknown): unknown => (isRecord(verdict) ? own(verdict, 'holds') : verdict);
const verdictOf = (result: SandboxResult | undefined): unknown =>
  result?.kind === 'value' ? result.value.holds : result?.reason;

async function measureJavascript(runs: readonly Trajectory[], print: (line: string) => void): Promise<void> {
  const work = runs.map((trajectory): Work => {
    const acting = trajectory.steps.filter(({ role }) => role === 'agent');
    const calls = JAVASCRIPT_CHECKS.flatMap(({ id }) => acting.map(({ position }) => ({ checkId: id, position })));
    const { gold: _, ...data } = trajectory;
    // What was parsed from JSON is JSON.
    return { data: JSON.parse(JSON.stringify(data)), calls };
  });
  const sandbox = await opened('javascript', JAVASCRIPT_CHECKS, print);
  try {
    const rates: number[] = [];
    let results: readonly SandboxResult[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const measured = await sandbox.measure(work);
      rates.push(measured.perSecond);
      results = measured.results;
    }
    const failures = results.filter(({ kind }) => kind === 'error').length;
    print(
      `JavaScript in our sandbox: ${medianOf(rates).toFixed(0)} checks a second (${results.length} checks, ${failures} errors, ${shown(rates)})`,
    );
  } finally {
    await sandbox.close();
  }
}
