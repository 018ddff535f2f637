import { resolve } from 'node:path';
import type { Config } from '../../config/settings.ts';
import type { ModelClient } from '../../contracts/model.ts';
import { READING_PARTS } from '../../contracts/model-options.ts';
import { LLM_JUDGES } from '../../judges/llm/index.ts';
import type { ReadingContext } from '../../judges/llm/llm-judge.ts';
import { readPanel } from '../../judges/llm/panel.ts';
import { createCallTally } from '../../pipeline/call-tally.ts';
import { type ModelStages, runWithModels } from '../../pipeline/run-with-models.ts';
import { cacheFolderOf, createSandboxes } from '../constraints/sandboxes.ts';
import type { Host } from '../host.ts';
import type { OpenedModels } from '../models.ts';
import { type Diagnoser, withContext } from './diagnoser.ts';
import type { ExtraChecks } from './extra-checks.ts';
import { writeConstraintsFor } from './write-constraints.ts';

/** What a diagnosis with models depends on besides the trace. */
export type ModelConfig = Pick<
  Config,
  | 'judge'
  | 'judgeWith'
  | 'askBelow'
  | 'samples'
  | 'shortlist'
  | 'synthesis'
  | 'reflect'
  | 'keepConstraints'
  | 'reference'
>;

/** Runs that wait for models at the same time. */
const RUNS_AT_ONCE = 4;

/** A diagnoser that asks models, with the constraints of packs and tools beside the rules. */
export function createModelDiagnoser(
  checks: ExtraChecks | null,
  { clients }: OpenedModels,
  config: ModelConfig,
  { cwd, env }: Pick<Host, 'cwd' | 'env'>,
): Diagnoser {
  const sandboxes = createSandboxes(cacheFolderOf(env));
  const mode = config.synthesis;
  const judges = config.judge.map((id) => LLM_JUDGES[id]);
  const parts = Object.fromEntries(READING_PARTS.map((part) => [part, config.judgeWith.includes(part)]));
  const context = { ...parts, reference: config.reference } as ReadingContext;
  const shortlist = config.shortlist === 'auto' ? null : config.shortlist;
  return {
    run: (given, options) => {
      const trajectory = checks === null ? given : withContext(given, checks);
      const tally = createCallTally();
      const counted = (client: ModelClient | null) => (client === null ? null : tally.of(client));
      const judge = counted(clients.judge);
      const check = counted(clients.check);
      const synthesis = counted(clients.synthesis);
      const stages: ModelStages = {
        write:
          synthesis === null || mode === 'none'
            ? null
            : (index) =>
                writeConstraintsFor(index, {
                  mode,
                  reflect: config.reflect,
                  client: synthesis,
                  sandbox: sandboxes.get,
                  known: checks?.constraints ?? [],
                  folder: config.keepConstraints === '' ? null : resolve(cwd, config.keepConstraints),
                }),
        read:
          judge === null
            ? null
            : ({ index, graph, validationLog }, candidates) =>
                readPanel(judges, config.samples, {
                  index,
                  graph,
                  validationLog,
                  candidates,
                  context,
                  shortlist,
                  client: judge,
                }),
        askBelow: config.askBelow >= 1 ? Number.POSITIVE_INFINITY : config.askBelow,
        cost: tally.cost,
      };
      const constraints = {
        constraints: checks?.constraints ?? [],
        libraries: new Map(checks?.libraries ?? []),
        sandbox: sandboxes.get,
        ...(check === null ? {} : { client: check }),
      };
      return runWithModels(trajectory, { constraints, stages }, options);
    },
    atOnce: RUNS_AT_ONCE,
    close: sandboxes.close,
  };
}
