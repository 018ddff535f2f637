import { estimateTokens } from '../../base/estimate-tokens.ts';
import type { PolicyClause } from '../../contracts/constraint-pack.ts';
import type { ModelClient } from '../../contracts/model.ts';
import type { Tool } from '../../contracts/trajectory.ts';
import { joinBlocks } from '../../prompting/context-blocks.ts';
import { fence } from '../../prompting/fence.ts';
import { splitClauses } from '../policy/split-clauses.ts';
import type { SynthesisFinding, SynthesisResult } from './finding.ts';
import { GLOBAL_SYSTEM } from './instructions.ts';
import { materialOf, roomOf } from './material.ts';
import type { TrialTools } from './try-constraints.ts';
import { type Writing, writeConstraints } from './write-constraints.ts';

export interface SynthesiseGlobalInput extends TrialTools {
  readonly tools: readonly Tool[];
  /** The policy as text; null = none. */
  readonly policy: string | null;
  readonly client: ModelClient;
  /** Name of the pack; left out = `synthesised`. */
  readonly name?: string;
  /** Ids that are taken by other packs. */
  readonly taken?: Iterable<string>;
}

/** Clauses, or tools where there is no policy, that one call is asked about. */
const CLAUSES_PER_CALL = 12;
const CLAUSE_TOKENS = 4_000;
const TOOLS_PER_CALL = 20;
/** Most calls that write; what is left over is not asked about, which a finding says. */
const MAX_CALLS = 40;
const MOST_PER_CALL = 30;

/**
 * Writes the constraints of a domain once, from its tools and its policy, clause by clause (AgentRx, arXiv 2602.02475,
 * section 3.1): one call for each dozen clauses, and one more for each of them that has to be put right.
 * @throws AppError POLICY_INVALID for a policy that is no text, empty or too long; what `signal` was aborted with
 */
export async function synthesiseGlobal(input: SynthesiseGlobalInput): Promise<SynthesisResult> {
  const { tools, policy, client, name = 'synthesised' } = input;
  const findings: SynthesisFinding[] = [];
  const say = (message: string): void => {
    findings.push({ constraint: null, kind: 'left-out', message });
  };
  const clauses = policy === null ? [] : splitClauses(policy, 'the policy');
  const room = roomOf(client, GLOBAL_SYSTEM);
  const material = materialOf({ policy, tools, instruction: null }, room);
  for (const note of material.notes) say(note);
  const batches = policy === null ? toolBatches(tools) : clauseBatches(clauses);
  if (batches.length > MAX_CALLS) {
    const beyond = batches.slice(MAX_CALLS);
    say(`not asked about, after ${MAX_CALLS} calls: ${beyond.map(({ about }) => about).join(', ')}`.slice(0, 600));
  }
  const context = {
    scope: 'global' as const,
    tools: tools.length === 0 ? null : new Set(tools.map((tool) => tool.name)),
    agents: null,
    clauses: new Set(clauses.map(({ id }) => id)),
    range: null,
    positionOf: () => null,
  };
  const writings = batches.slice(0, MAX_CALLS).map(({ about, shown }): Writing => {
    return {
      about,
      context,
      index: null,
      most: MOST_PER_CALL,
      prompt: joinBlocks(material.policy, material.tools, `Write the constraints that come from these:\n${shown}`),
    };
  });
  const written = await writeConstraints({
    ...input,
    system: GLOBAL_SYSTEM,
    writings,
    repairs: writings.length,
    maxOutputTokens: room.answer,
  });
  const covered = new Set(written.constraints.flatMap(({ clause }) => clause ?? []));
  const bare = clauses.filter(({ id }) => !covered.has(id) && !written.leftOut.has(id)).map(({ id }) => id);
  if (bare.length > 0)
    say(`no constraint comes from the clauses ${bare.join(', ')}, and no reason is given`.slice(0, 600));
  return {
    pack: {
      kind: 'constraint-pack',
      schemaVersion: 1,
      name,
      description: `Written by ${client.id} from ${policy === null ? 'definitions of tools' : 'a policy and definitions of tools'}; not reviewed by a person.`,
      clauses: [...clauses],
      libraries: { javascript: null, python: null },
      constraints: [...written.constraints],
    },
    findings: [...findings, ...written.findings],
  };
}

interface Batch {
  readonly about: string;
  /** Fenced. */
  readonly shown: string;
}

function clauseBatches(clauses: readonly PolicyClause[]): readonly Batch[] {
  const batches: PolicyClause[][] = [];
  let tokens = 0;
  for (const clause of clauses) {
    const cost = estimateTokens(clause.text);
    const last = batches.at(-1);
    if (last === undefined || last.length >= CLAUSES_PER_CALL || tokens + cost > CLAUSE_TOKENS) {
      batches.push([clause]);
      tokens = cost;
    } else {
      last.push(clause);
      tokens += cost;
    }
  }
  return batches.map((batch) => ({
    about: `clauses ${batch[0]?.id} to ${batch.at(-1)?.id}`,
    shown: fence('clauses', batch.map(clauseLine).join('\n')),
  }));
}

const clauseLine = ({ id, heading, text }: PolicyClause): string =>
  JSON.stringify({ clause: id, ...(heading === null ? {} : { under: heading }), text });

function toolBatches(tools: readonly Tool[]): readonly Batch[] {
  const batches: Batch[] = [];
  for (let at = 0; at < tools.length; at += TOOLS_PER_CALL) {
    const names = tools.slice(at, at + TOOLS_PER_CALL).map(({ name }) => name);
    batches.push({ about: `tools ${at + 1} to ${at + names.length}`, shown: fence('tool-names', names.join('\n')) });
  }
  return batches;
}
