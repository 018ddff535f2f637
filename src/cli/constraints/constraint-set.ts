import { resolve } from 'node:path';
import { AppError } from '../../base/errors.ts';
import { parseJson } from '../../base/json.ts';
import { librariesOf } from '../../constraints/packs/read-pack.ts';
import { MAX_POLICY_CHARS, splitClauses } from '../../constraints/policy/split-clauses.ts';
import { readTools, type ToolDefinition, type ToolFile } from '../../constraints/tools/read-tools.ts';
import { toolConstraints } from '../../constraints/tools/tool-constraints.ts';
import type { Constraint } from '../../contracts/constraint.ts';
import type { ConstraintPack, PolicyClause } from '../../contracts/constraint-pack.ts';
import { parseTrace } from '../../formats/read-trace.ts';
import { type LoadedPack, loadPacks } from './load-packs.ts';
import { readText } from './read-text.ts';

/** Everything that runs are held against besides the rules; plain data, so that it can be sent to a thread. */
export interface ConstraintSet {
  readonly constraints: readonly Constraint[];
  readonly libraries: ReadonlyMap<string, ConstraintPack['libraries']>;
  /** Tools for runs that declare none, and where they come from. */
  readonly tools: { readonly from: string; readonly definitions: readonly ToolDefinition[] } | null;
  /** Policy for runs that hold none. */
  readonly policy: { readonly from: string; readonly text: string; readonly clauses: readonly PolicyClause[] } | null;
  readonly packs: readonly LoadedPack[];
  /** Where a started Python is kept; null = nowhere. */
  readonly cacheFolder: string | null;
}

export interface ConstraintFiles {
  readonly constraints: readonly string[];
  readonly tools: readonly string[];
  /** '' = none. */
  readonly policy: string;
}

const MAX_TOOLS_BYTES = 32_000_000;

/**
 * Loads packs, tools and policy; null where none is named. `note` hears what a person should know of them.
 * @throws AppError PACK_INVALID, TOOLS_INVALID, POLICY_INVALID naming the file, the place in it and what is wrong
 */
export async function loadConstraintSet(
  files: ConstraintFiles,
  {
    cwd,
    cacheFolder,
    note,
  }: { readonly cwd: string; readonly cacheFolder: string | null; readonly note: (text: string) => void },
): Promise<ConstraintSet | null> {
  if (files.constraints.length === 0 && files.tools.length === 0 && files.policy === '') return null;
  const packs = await loadPacks(files.constraints, cwd);
  const definitions = await loadTools(files.tools, cwd, note);
  const ofTools = definitions.length === 0 ? [] : toolConstraints(definitions);
  refuseToolIds(packs, ofTools);
  return {
    constraints: [...packs.flatMap(({ pack }) => pack.constraints), ...ofTools],
    libraries: librariesOf(packs.map(({ pack }) => pack)),
    tools: definitions.length === 0 ? null : { from: files.tools.join(', '), definitions },
    policy: files.policy === '' ? null : await loadPolicy(files.policy, cwd),
    packs,
    cacheFolder,
  };
}

async function loadTools(
  names: readonly string[],
  cwd: string,
  note: (text: string) => void,
): Promise<readonly ToolDefinition[]> {
  const byName = new Map<string, { readonly tool: ToolDefinition; readonly file: string }>();
  for (const file of names) {
    const { tools, notes } = toolsIn(await readText(file, resolve(cwd, file), MAX_TOOLS_BYTES, 'TOOLS_INVALID'), file);
    for (const text of notes) note(`${file}: ${text}`);
    for (const tool of tools) {
      const other = byName.get(tool.name)?.file;
      if (other !== undefined && other !== file) {
        throw new AppError('TOOLS_INVALID', `${file}: ${other} defines a tool called ${tool.name} too`);
      }
      byName.set(tool.name, { tool, file });
    }
  }
  return [...byName.values()].map(({ tool }) => tool);
}

/** The tools of a list of tools, or those that a trace declares. */
function toolsIn(text: string, file: string): ToolFile {
  try {
    return readTools(parsed(text, file), file);
  } catch (error) {
    const declared = new Map(
      parseTrace(text).flatMap((result) =>
        result.ok ? result.value.tools.map((tool) => [tool.name, tool] as const) : [],
      ),
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

async function loadPolicy(from: string, cwd: string): Promise<ConstraintSet['policy']> {
  const text = await readText(from, resolve(cwd, from), MAX_POLICY_CHARS * 4, 'POLICY_INVALID');
  return { from, text, clauses: splitClauses(text, from) };
}

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
