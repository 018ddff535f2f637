import { type ModelServer, startModelServer } from '../../bench/model-server.ts';
import { simulatedAnswer } from '../../bench/simulated-answers.ts';
import { syntheticRun } from '../../bench/synthetic-run.ts';
import { createModelDiagnoser, type ModelConfig } from '../../src/cli/diagnose/model-diagnoser.ts';
import { createModels } from '../../src/compose.ts';
import type { Constraint } from '../../src/contracts/constraint.ts';
import { LLM_JUDGE_IDS, type LlmJudgeId } from '../../src/contracts/model-options.ts';
import type { Trajectory } from '../../src/contracts/trajectory.ts';
import { parseTrace } from '../../src/formats/read-trace.ts';
import type { EvidenceRun } from './piece.ts';

const LENGTHS = [5, 30, 130];
/** An answer takes 3 s where models are real; here this many milliseconds stand for it. */
const LATENCY_MS = 400;
const REAL_LATENCY_SECONDS = 3;
/** What a small model costs, in US dollars for a million tokens. */
const PRICE = { input: 0.25, cachedInput: null, cacheWrite: null, output: 2 };

interface Mode {
  readonly name: string;
  readonly config: Partial<ModelConfig>;
  readonly rubrics?: readonly Constraint[];
  /** Most calls for a run of so many steps; left out = no target. */
  readonly most?: (steps: number) => number;
  /** Longest time for 130 steps, in calls one after the other; left out = no target. */
  readonly mostLatencies?: number;
}

const NO_JUDGE: Partial<ModelConfig> = { askBelow: 0 };
const judged = (id: LlmJudgeId): Mode => ({ name: id, config: { judge: [id] } });
const stepByStep = (steps: number): number => steps / 5 + 3;

const MODES: readonly Mode[] = [
  ...LLM_JUDGE_IDS.map(judged),
  { name: 'all-at-once, 3 samples', config: { samples: 3 } },
  { name: '4 rubrics, no judge', config: NO_JUDGE, rubrics: rubrics(4) },
  { name: 'one-shot constraints, no judge', config: { ...NO_JUDGE, synthesis: 'one-shot' }, most: () => 4 },
  {
    name: 'step-by-step constraints, no judge',
    config: { ...NO_JUDGE, synthesis: 'step-by-step' },
    most: stepByStep,
  },
  {
    name: 'end to end: step by step, reviewed, checked, judged',
    config: { synthesis: 'step-by-step', reflect: true, judge: ['llm-step-then-category'] },
    mostLatencies: 12,
  },
];

/** Calls, tokens, cost and time of each way to use a model, on a server that takes its time for each answer. */
export const run: EvidenceRun = async ({ print }) => {
  const server = await startModelServer(LATENCY_MS, simulatedAnswer);
  const missed: string[] = [];
  try {
    print(
      `an answer takes ${LATENCY_MS} ms, which stand for ${REAL_LATENCY_SECONDS} s; tokens are a quarter of the characters`,
    );
    print(`cost at $${PRICE.input} and $${PRICE.output} a million tokens`);
    print('');
    print(`${'mode'.padEnd(52)} steps  calls  tokens in      cost  wall, in calls`);
    for (const mode of MODES) {
      for (const steps of LENGTHS) {
        const { calls, tokens, usd, latencies, kinds } = await measure(mode, runOf(steps), server);
        const most = mode.most?.(steps);
        const late = steps === 130 && mode.mostLatencies !== undefined && latencies > mode.mostLatencies;
        if (most !== undefined && calls > most) missed.push(`${mode.name}, ${steps} steps: ${calls} calls of ${most}`);
        if (late) missed.push(`${mode.name}: ${latencies.toFixed(1)} latencies of ${mode.mostLatencies}`);
        const target = most !== undefined ? `  (at most ${Math.floor(most)} calls)` : '';
        const time = steps === 130 && mode.mostLatencies !== undefined ? `  (at most ${mode.mostLatencies})` : '';
        print(
          `${mode.name.padEnd(52)} ${String(steps).padStart(5)} ${String(calls).padStart(6)} ${String(tokens ?? '?').padStart(10)} ${usd === null ? '  unknown' : `$${usd.toFixed(4)}`.padStart(9)} ${latencies.toFixed(1).padStart(10)}${target}${time}${kinds}`,
        );
      }
    }
  } finally {
    await server.close();
  }
  for (const one of missed) print(`missed: ${one}`);
  return missed.length === 0
    ? { met: true, text: 'one-shot, step by step and end to end stay within their targets' }
    : { met: false, text: missed.join('; ') };
};

async function measure(mode: Mode, trajectory: Trajectory, server: ModelServer) {
  server.reset();
  const opened = await createModels(
    { judge: server.name, check: server.name, synthesis: server.name },
    {
      env: {},
      maxCostUsd: null,
      maxCalls: null,
      spansTo: null,
      price: PRICE,
      redact: false,
      limits: { concurrency: 32 },
    },
  );
  const config: ModelConfig = { ...DEFAULTS, ...mode.config };
  const checks =
    mode.rubrics === undefined
      ? null
      : { constraints: mode.rubrics, libraries: [], tools: null, policy: null, cacheFolder: null };
  const diagnoser = createModelDiagnoser(checks, opened, config, { cwd: process.cwd(), env: process.env });
  try {
    const start = performance.now();
    await diagnoser.run(trajectory, {});
    const latencies = (performance.now() - start) / LATENCY_MS;
    const { inputTokens, costUsd } = opened.ledger.totals();
    const calls = [...server.calls.values()].reduce((sum, count) => sum + count, 0);
    const kinds = server.calls.size > 1 ? `  ${[...server.calls].map(([kind, n]) => `${kind} ${n}`).join(', ')}` : '';
    return { calls, tokens: inputTokens, usd: costUsd, latencies, kinds };
  } finally {
    await diagnoser.close();
  }
}

const DEFAULTS: ModelConfig = {
  judge: ['llm-all-at-once'],
  judgeWith: ['violations', 'checklist', 'policy', 'tools', 'instruction'],
  askBelow: 1,
  samples: 1,
  shortlist: 'auto',
  synthesis: 'none',
  reflect: false,
  keepConstraints: '',
  reference: false,
};

function runOf(steps: number): Trajectory {
  const [read] = parseTrace(JSON.stringify([{ ...syntheticRun(steps, 2), reward: 0 }]));
  if (read?.ok !== true) throw new Error('the synthetic run cannot be read');
  return read.value;
}

function rubrics(count: number): Constraint[] {
  return Array.from({ length: count }, (_, at) => ({
    kind: 'constraint',
    schemaVersion: 1,
    id: `rubric-${at + 1}`,
    description: `Rubric ${at + 1}`,
    scope: 'global',
    checkedBy: 'semantic',
    appliesTo: 'step',
    origin: 'user',
    type: 'ANY',
    category: 'invention-of-information',
    mode: null,
    severity: 'medium',
    clause: null,
    guard: { steps: null, agent: null, role: 'agent', tool: null, content: null },
    check: { language: 'rubric', criteria: ['Every number was given before.'] },
  }));
}
