import { dirname, resolve } from 'node:path';
import { AppError } from '../../base/errors.ts';
import { parseJson } from '../../base/json.ts';
import type { ResolvedConfig } from '../../config/resolve-config.ts';
import { librariesOf } from '../../constraints/packs/read-pack.ts';
import { MAX_POLICY_CHARS, splitClauses } from '../../constraints/policy/split-clauses.ts';
import { readTools, type ToolDefinition, type ToolFile } from '../../constraints/tools/read-tools.ts';
import { toolConstraints } from '../../constraints/tools/tool-constraints.ts';
import type { Constraint } from '../../contracts/constraint.ts';
import type { ConstraintPack, PolicyClause } from '../../contracts/constraint-pack.ts';
import { parseTrace } from '../../formats/read-trace.ts';
import { type LoadedPack, loadPacks } from '../constraints/load-packs.ts';
import { readText } from '../constraints/read-text.ts';
import { cacheFolderOf } from '../constraints/sandboxes.ts';

/** What runs are held against beside the rules; plain data, so that it can be sent to a worker. */
export interface ExtraChecks {
  readonly constraints: readonly Constraint[];
  readonly libraries: readonly (readonly [pack: string, ConstraintPack['libraries']])[];
  /** Tools for traces that declare none, and where they come from; null = none. */
  readonly tools: { readonly from: string; readonly definitions: readonly ToolDefinition[] } | null;
  /** The policy for traces that hold none, and where it comes from; null = none. */
  readonly policy: { readonly from: string; readonly text: string } | null;
  readonly cacheFolder: string | null;
}

const MAX_TOOLS_BYTES = 32_000_000;

export interface ExtraChecksHost {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Hears what a person should know of the files. */
  readonly note: (text: string) => void;
}

/**
 * Loads the packs, the tools and the policy that are set; null where none are. What a configuration file names stands
 * beside it.
 * @throws AppError PACK_INVALID, TOOLS_INVALID, POLICY_INVALID naming the file, the place in it and what is wrong
 */
export async function loadExtraChecks(
  { values, origins }: ResolvedConfig,
  { cwd, env, note }: ExtraChecksHost,
): Promise<ExtraChecks | null> {
  const folderOf = (name: 'constraints' | 'tools' | 'policy'): string =>
    /\.(?:json|[cm]?[jt]s)$/.test(origins[name]) ? dirname(resolve(cwd, origins[name])) : cwd;
  const packs = await loadPacks(values.constraints, folderOf('constraints'));
  const policy = values.policy === '' ? null : await loadPolicy(values.policy, folderOf('policy'));
  const definitions = await loadTools(values.tools, folderOf('tools'), note);
  if (packs.length === 0 && policy === null && definitions.length === 0) return null;
  const ofTools = definitions.length === 0 ? [] : toolConstraints(definitions);
  refuseToolIds(packs, ofTools);
  return {
    constraints: [...ofTools, ...packs.flatMap(({ pack }) => pack.constraints)],
    libraries: [...librariesOf(packs.map(({ pack }) => pack))],
    tools: definitions.length === 0 ? null : { from: values.tools.join(', '), definitions },
    policy: policy === null ? null : { from: values.policy, text: policy.text },
    cacheFolder: cacheFolderOf(env),
  };
}

/** Tools of several files; the first definition of a name counts, as for an agent that is given them in that order. */
export async function loadTools(
  names: readonly string[],
  folder: string,
  note: (text: string) => void,
): Promise<readonly ToolDefinition[]> {
  const found = new Map<string, ToolDefinition>();
  for (const file of names) {
    const text = await readText(file, resolve(folder, file), MAX_TOOLS_BYTES, 'TOOLS_INVALID');
    const { tools, notes } = toolsIn(text, file);
    for (const one of notes) note(`${file}: ${one}`);
    for (const tool of tools) {
      if (!found.has(tool.name)) found.set(tool.name, tool);
      else note(`${file}: ${tool.name} is defined before, and not taken from here`);
    }
  }
  return [...found.values()];
}

/** The tools of a list of tools, or those that a trace declares. */
function toolsIn(text: string, file: string): ToolFile {
  try {
    return readTools(parsed(text, file), file);
  } catch (error) {
    const declared = new Map(
      parseTrace(text).flatMap((result) => (result.ok ? result.value.tools.map((tool) => [tool.name, tool]) : [])),
    );
    if (declared.size === 0) throw error;
    return readTools([...declared.values()], file);
  }
}

function parsed(text: string, file: string): unknown {
  try {
    return parseJson(text);
  } catch (cause) {
    if (!AppError.isInstance(cause)) throw cause;
    throw new AppError('TOOLS_INVALID', `${file}: ${cause.message}`, { cause });
  }
}

/**
 * A policy, whole and by its clauses.
 * @throws AppError POLICY_INVALID
 */
export async function loadPolicy(
  name: string,
  folder: string,
): Promise<{ readonly text: string; readonly clauses: readonly PolicyClause[] }> {
  // A character takes four bytes at most.
  const text = await readText(name, resolve(folder, name), MAX_POLICY_CHARS * 4, 'POLICY_INVALID');
  return { text, clauses: splitClauses(text, name) };
}

/** Outcomes are told apart by the id of their constraint. */
function refuseToolIds(packs: readonly LoadedPack[], ofTools: readonly Constraint[]): void {
  const taken = new Set(ofTools.map(({ id }) => id));
  for (const { name, pack } of packs) {
    const at = pack.constraints.findIndex(({ id }) => taken.has(id));
    const id = pack.constraints[at]?.id;
    if (id !== undefined) {
      throw new AppError(
        'PACK_INVALID',
        `${name}: /constraints/${at}/id: ${id} is the name of a constraint of --tools`,
      );
    }
  }
}
