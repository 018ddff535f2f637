import { artifactHash } from '../src/base/hash.ts';
import { checkRules } from '../src/constraints/checking/check-rules.ts';
import type { Trajectory } from '../src/contracts/trajectory.ts';
import { buildDiagnosis } from '../src/diagnosis/build-diagnosis.ts';
import { parseTrace } from '../src/formats/read-trace.ts';
import { buildGraph } from '../src/graph/build-graph.ts';
import { judgeEmbedded } from '../src/judges/embedded/judge.ts';
import { indexTrajectory } from '../src/trajectory/index-trajectory.ts';
import { processorMs } from './measure.ts';

export const STAGES = ['read', 'index', 'graph', 'rules', 'judge', 'diagnosis', 'hashes'] as const;
export type StageTimes = Record<(typeof STAGES)[number], number>;

/** Milliseconds of processor time that each stage takes for one trace text, in the order of the pipeline. */
export function stageTimes(text: string): StageTimes {
  const times = Object.fromEntries(STAGES.map((stage) => [stage, 0])) as StageTimes;
  const timed = <T>(stage: keyof StageTimes, work: () => T): T => {
    const start = processorMs();
    const value = work();
    times[stage] += processorMs() - start;
    return value;
  };
  const hash = (artifact: Readonly<Record<string, unknown>>) => timed('hashes', () => artifactHash(artifact));
  const trajectory = timed('read', () => onlyTrajectory(text));
  const hashes = { trajectory: hash(trajectory) };
  const index = timed('index', () => indexTrajectory(trajectory));
  const graph = timed('graph', () => buildGraph(index, hashes));
  const withGraph = { ...hashes, graph: hash(graph) };
  const validationLog = timed('rules', () => checkRules({ trajectory, graph, index, madeFrom: withGraph }));
  const madeFrom = { ...withGraph, validationLog: hash(validationLog) };
  const judgment = timed('judge', () => judgeEmbedded({ index, graph, validationLog, madeFrom }));
  timed('diagnosis', () =>
    buildDiagnosis({
      index,
      graph,
      validationLog,
      judgment,
      target: 'critical',
      usedReference: false,
      durationMs: null,
      cost: null,
      notes: [],
      madeFrom: { ...madeFrom, judgment: hash(judgment) },
    }),
  );
  return times;
}

export function onlyTrajectory(text: string): Trajectory {
  const [result, ...more] = parseTrace(text);
  if (result === undefined || !result.ok || more.length > 0) throw new Error('the benchmark needs one trajectory');
  return { ...result.value, gold: null };
}
