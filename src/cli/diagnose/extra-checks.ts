import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { AppError } from '../../base/errors.ts';
import type { ResolvedConfig } from '../../config/resolve-config.ts';
import { librariesOf } from '../../constraints/packs/read-pack.ts';
import { readTools, type ToolDefinition } from '../../constraints/tools/read-tools.ts';
import { toolConstraints } from '../../constraints/tools/tool-constraints.ts';
import type { Constraint } from '../../contracts/constraint.ts';
import type { ConstraintPack } from '../../contracts/constraint-pack.ts';
import type { Run } from '../../contracts/run.ts';
import type { Trajectory } from '../../contracts/trajectory.ts';
import { type PipelineOptions, runPipeline } from '../../pipeline/run-pipeline.ts';
import { runWithConstraints } from '../../pipeline/run-with-constraints.ts';
import { jsonOf } from '../constraints/json-of.ts';
import { loadPacks } from '../constraints/load-packs.ts';
import { cacheFolderOf, createSandboxes, type Sandboxes } from '../constraints/sandboxes.ts';

/** What runs are held against beside the rules; plain data, so that it can be sent to a worker. */
export interface ExtraChecks {
  readonly constraints: readonly Constraint[];
  readonly libraries: readonly (readonly [pack: string, ConstraintPack['libraries']])[];
  /** The policy for traces that hold none; null = none. */
  readonly policy: string | null;
  readonly cacheFolder: string | null;
}

/** Under which a thread is told what to check. */
export const CHECKS_KEY = 'culprit.extra-checks';

const MAX_POLICY_BYTES = 1_000_000;

/**
 * Loads the packs and the policy that are set; null where none are. What a configuration file names stands beside it.
 * @throws AppError PACK_INVALID, TOOLS_INVALID, POLICY_INVALID
 */
export async function loadExtraChecks(
  { values, origins }: ResolvedConfig,
  { cwd, env }: { readonly cwd: string; readonly env: Readonly<Record<string, string | undefined>> },
): Promise<ExtraChecks | null> {
  const folderOf = (name: 'constraints' | 'tools' | 'policy'): string =>
    /\.(?:json|[cm]?[jt]s)$/.test(origins[name]) ? dirname(resolve(cwd, origins[name])) : cwd;
  const packs = (await loadPacks(values.constraints, folderOf('constraints'))).map(({ pack }) => pack);
  const policy = values.policy === '' ? null : await readPolicy(values.policy, folderOf('policy'));
  const tools = await readToolFiles(values.tools, folderOf('tools'));
  if (packs.length === 0 && policy === null && tools.length === 0) return null;
  return {
    constraints: [...toolConstraintsOf(tools), ...packs.flatMap(({ constraints }) => constraints)],
    libraries: [...librariesOf(packs)],
    policy,
    cacheFolder: cacheFolderOf(env),
  };
}

const toolConstraintsOf = (tools: readonly ToolDefinition[]): readonly Constraint[] =>
  tools.length === 0 ? [] : toolConstraints(tools);

/** Tools of several files; the first definition of a name counts, as for an agent that is given them in that order. */
async function readToolFiles(names: readonly string[], folder: string): Promise<readonly ToolDefinition[]> {
  const tools = new Map<string, ToolDefinition>();
  for (const name of names) {
    const json = await jsonOf(name, folder, 'TOOLS_INVALID');
    for (const tool of readTools(json, name).tools) if (!tools.has(tool.name)) tools.set(tool.name, tool);
  }
  return [...tools.values()];
}

async function readPolicy(name: string, folder: string): Promise<string> {
  let text: string;
  try {
    text = await readFile(resolve(folder, name), 'utf8');
  } catch (cause) {
    throw new AppError('POLICY_INVALID', `${name}: cannot be read`, { cause });
  }
  if (text.length > MAX_POLICY_BYTES) throw new AppError('POLICY_INVALID', `${name}: more than 1 MB`);
  if (text.includes('\0')) throw new AppError('POLICY_INVALID', `${name}: no text`);
  if (text.trim() === '') throw new AppError('POLICY_INVALID', `${name}: holds nothing`);
  return text;
}

/** Diagnoses one trajectory. */
export interface Diagnoser {
  run(trajectory: Trajectory, options: PipelineOptions): Promise<Run>;
  close(): Promise<void>;
}

/** A diagnoser for a process or thread, with its sandboxes; they start with the first check that needs one. */
export function createDiagnoser(checks: ExtraChecks | null): Diagnoser {
  if (checks === null)
    return { run: async (trajectory, options) => runPipeline(trajectory, options), close: async () => {} };
  const sandboxes: Sandboxes = createSandboxes(checks.cacheFolder);
  const libraries = new Map(checks.libraries);
  return {
    run: (given, options) => {
      const trajectory = given.policy === null && checks.policy !== null ? { ...given, policy: checks.policy } : given;
      return runWithConstraints(
        trajectory,
        { constraints: checks.constraints, libraries, sandbox: sandboxes.get },
        options,
      );
    },
    close: () => sandboxes.close(),
  };
}
