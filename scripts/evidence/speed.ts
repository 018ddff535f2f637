import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { childUsage } from '../../bench/child-usage.ts';
import { type FreeCores, freeCores } from '../../bench/free-cores.ts';
import { writeLargeFile } from '../../bench/large-file.ts';
import { medianOf, tidy, timesOf } from '../../bench/measure.ts';
import { onlyTrajectory, STAGES, type StageTimes, stageTimes } from '../../bench/stage-times.ts';
import { syntheticRun } from '../../bench/synthetic-run.ts';
import { runPipeline } from '../../src/pipeline/run-pipeline.ts';
import { installPacked } from '../pack/install-packed.ts';
import type { EvidenceRun } from './piece.ts';

/** One measured figure against its target; `null` where this machine cannot tell at the moment. */
interface Line {
  readonly met: boolean | null;
  readonly text: string;
}

const TARGETS = {
  coldCpuSeconds: 0.8,
  warmMs: 25,
  growthRatio: 1.3,
  coresInUse: 1.5,
  /** Below this, a busy loop says that two cores are not free, and the figure of jobs says nothing. */
  freeCoresSpeedUp: 1.7,
  peakMb: 400,
} as const;

interface Setup {
  readonly quick: boolean;
  readonly folder: string;
  readonly print: (line: string) => void;
  readonly freeCores: FreeCores;
  /** The script of the packed and installed command line; packed on first use. */
  readonly cli: () => string;
}

/** What is measured, by the name that selects it on the command line. */
const PARTS = {
  warm: (): readonly Line[] => [warmRun()],
  growth,
  start: startUp,
  files: manyFiles,
  memory: largeFile,
} as const satisfies Record<string, (setup: Setup) => readonly Line[] | Promise<readonly Line[]>>;

export const run: EvidenceRun = async ({ args, print }) => {
  const folder = mkdtempSync(join(tmpdir(), 'culprit-speed-'));
  const cores = await freeCores();
  print(
    `machine: ${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores, Node ${process.version}; ` +
      `load ${cores.load.toFixed(1)}; a second thread is worth ${cores.speedUp.toFixed(2)}x of 2`,
  );
  let packed: string | null = null;
  const cli = () => {
    packed ??= installPacked(folder).bin;
    return packed;
  };
  const setup: Setup = { quick: args.includes('--quick'), folder, print, freeCores: cores, cli };
  const chosen = Object.entries(PARTS).filter(([name]) => args.includes(name));
  const lines: Line[] = [];
  try {
    for (const [, measure] of chosen.length > 0 ? chosen : Object.entries(PARTS)) {
      for (const line of await measure(setup)) {
        lines.push(line);
        print(`${line.met === null ? 'UNCLEAR' : line.met ? 'met    ' : 'MISSED '} ${line.text}`);
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const missed = lines.filter(({ met }) => met === false).length;
  const unclear = lines.filter(({ met }) => met === null).length;
  return {
    met: missed === 0,
    text: `${lines.length - missed - unclear} of ${lines.length} targets met, ${missed} missed, ${unclear} unclear`,
  };
};

/** A usual run, warm, in process: what a server or a large batch pays for each. */
function warmRun(): Line {
  const text = JSON.stringify(syntheticRun(60, 1));
  const median = medianOf(timesOf(100, 50, () => runPipeline(onlyTrajectory(text))));
  return {
    met: median < TARGETS.warmMs,
    text: `reading and diagnosing 60 steps, warm: ${median.toFixed(1)} ms of processor time (target < ${TARGETS.warmMs})`,
  };
}

/**
 * Whether a step costs the same in a long run. Each length is measured over as many steps in all, so that each pays its
 * share of collecting garbage, and several times: what else runs on the machine only ever adds, so the lowest counts.
 */
function growth({ print }: Setup): readonly Line[] {
  const steps = [1_000, 10_000, 50_000];
  const passes = 5;
  const totals = steps.map((length) => {
    const text = JSON.stringify(syntheticRun(length, 2));
    const rounds = 50_000 / length;
    const times = Array.from({ length: passes }, (_, pass) => {
      tidy();
      return meanTimes(text, rounds, pass === 0 ? Math.min(10, rounds) : 0);
    });
    const best = times.reduce((one, other) => (totalOf(one) < totalOf(other) ? one : other));
    const parts = STAGES.map((stage) => `${stage} ${best[stage].toFixed(0)}`).join(', ');
    print(`        ${length} steps (${(text.length / 1e6).toFixed(1)} MB): ${totalOf(best).toFixed(0)} ms (${parts})`);
    return { length, perStep: totalOf(best) / length };
  });
  const first = totals[0];
  return totals.slice(1).map(({ length, perStep }) => {
    const ratio = perStep / (first?.perStep ?? Number.NaN);
    return {
      met: ratio <= TARGETS.growthRatio,
      text: `${length} steps: a step costs ${ratio.toFixed(2)}x what it costs in ${first?.length} (target <= ${TARGETS.growthRatio})`,
    };
  });
}

const totalOf = (times: StageTimes): number => STAGES.reduce((sum, stage) => sum + times[stage], 0);

function meanTimes(text: string, rounds: number, warmUp: number): StageTimes {
  for (let round = 0; round < warmUp; round++) stageTimes(text);
  const all = Array.from({ length: rounds }, () => stageTimes(text));
  const mean = (stage: keyof StageTimes) => all.reduce((sum, times) => sum + times[stage], 0) / rounds;
  return Object.fromEntries(STAGES.map((stage) => [stage, mean(stage)])) as StageTimes;
}

async function startUp({ cli, folder }: Setup): Promise<readonly Line[]> {
  const trace = join(folder, 'run.json');
  writeFileSync(trace, JSON.stringify([syntheticRun(32, 3)]));
  const median = async (args: readonly string[]) => {
    const used: number[] = [];
    for (let round = 0; round < 5; round++) {
      const { status, cpuSeconds, stderr } = await childUsage(cli(), args);
      if (status !== 0) throw new Error(`culprit ${args.join(' ')} ended with ${status}: ${stderr}`);
      used.push(cpuSeconds);
    }
    return medianOf(used);
  };
  const version = await median(['--version']);
  const cold = await median(['diagnose', trace]);
  return [
    { met: version < TARGETS.coldCpuSeconds, text: `culprit --version: ${version.toFixed(2)} s of processor time` },
    {
      met: cold < TARGETS.coldCpuSeconds,
      text: `culprit diagnose, cold, one run of 32 steps: ${cold.toFixed(2)} s of processor time (target < ${TARGETS.coldCpuSeconds})`,
    },
  ];
}

/**
 * A folder of small files with one thread and with two. The target is on cores in use. The gain in time is less than
 * that: one thread is already helped by those that compile and collect garbage, and two share caches and memory; what
 * two separate processes on half the files each gain stands beside it.
 */
async function manyFiles({ cli, folder, quick, freeCores }: Setup): Promise<readonly Line[]> {
  const count = quick ? 200 : 1_000;
  const halves = ['a', 'b'].map((name) => join(folder, 'many', name));
  for (const half of halves) mkdirSync(half, { recursive: true });
  for (let index = 0; index < count; index++) {
    const file = join(halves[index % 2] ?? folder, `${index}.json`);
    writeFileSync(file, JSON.stringify([syntheticRun(30 + (index % 60), index)]));
  }
  const use = async (traces: string, jobs: number) => {
    const used = await childUsage(cli(), ['diagnose', traces, '--jsonl', '--jobs', `${jobs}`]);
    if (used.status !== 0) throw new Error(`culprit diagnose --jobs ${jobs} ended with ${used.status}: ${used.stderr}`);
    return { seconds: used.wallSeconds, cores: used.cpuSeconds / used.wallSeconds };
  };
  const all = join(folder, 'many');
  const [one, two] = [await use(all, 1), await use(all, 2)];
  const apart = Math.max(...(await Promise.all(halves.map((half) => use(half, 1)))).map(({ seconds }) => seconds));
  const text =
    `${count} files with 2 jobs keep ${two.cores.toFixed(2)} cores busy (target >= ${TARGETS.coresInUse}; 1 job ${one.cores.toFixed(2)}): ` +
    `${one.seconds.toFixed(1)} s with 1 job, ${two.seconds.toFixed(1)} s with 2, ${apart.toFixed(1)} s as two processes`;
  if (two.cores >= TARGETS.coresInUse) return [{ met: true, text }];
  return freeCores.speedUp < TARGETS.freeCoresSpeedUp
    ? [{ met: null, text: `${text}; two cores are not free here just now` }]
    : [{ met: false, text }];
}

async function largeFile({ cli, folder, quick }: Setup): Promise<readonly Line[]> {
  const megabytes = quick ? 200 : 1_000;
  const file = join(folder, 'large.jsonl');
  const runs = writeLargeFile(file, megabytes * 1e6);
  const size = statSync(file).size / 1e6;
  const { status, wallSeconds, peakMb, stderr } = await childUsage(cli(), ['diagnose', file, '--jsonl']);
  rmSync(file);
  if (status !== 0) throw new Error(`culprit diagnose of a large file ended with ${status}: ${stderr}`);
  const text = `${size.toFixed(0)} MB of JSON lines, ${runs} runs: ${peakMb.toFixed(0)} MB of memory at most (target < ${TARGETS.peakMb}), ${wallSeconds.toFixed(0)} s`;
  return [{ met: peakMb < TARGETS.peakMb, text }];
}
