import type { Constraint } from '../../contracts/constraint.ts';
import type { ConstraintPack } from '../../contracts/constraint-pack.ts';
import type { Step, Trajectory } from '../../contracts/trajectory.ts';
import { fence } from '../../prompting/fence.ts';

/** A pack for one run: its guards name positions of that run. */
export const dynamicPack = (
  { id }: Pick<Trajectory, 'id'>,
  modelId: string,
  constraints: readonly Constraint[],
): ConstraintPack => ({
  kind: 'constraint-pack',
  schemaVersion: 1,
  name: `dynamic-${id}`.replace(/[^\w.-]+/g, '-').slice(0, 80),
  description: `Written by ${modelId} for one run, and of use for no other.`,
  clauses: [],
  libraries: { javascript: null, python: null },
  constraints: [...constraints],
});

/** Longest list of constraints that is shown, in characters. */
const MAX_KNOWN_CHARS = 12_000;

/** What constraints there are already, fenced; empty where there are none. */
export function knownBlock(known: readonly Constraint[]): string {
  if (known.length === 0) return '';
  let text = known.map(({ id, description }) => `${id}: ${description}`).join('\n');
  if (text.length > MAX_KNOWN_CHARS) text = `${text.slice(0, MAX_KNOWN_CHARS)}\n[… more]`;
  return `These constraints are checked already; write none of them again:\n${fence('constraints', text)}`;
}

/** Names that guards may use, from the tools that are declared and the steps that are seen. */
export function namesOf({ tools }: Pick<Trajectory, 'tools'>, seen: readonly Step[]) {
  const called = seen.flatMap(({ events }) => events.flatMap((one) => (one.kind === 'tool-call' ? [one.name] : [])));
  return {
    tools: new Set([...tools.map(({ name }) => name), ...called]),
    agents: new Set(seen.map(({ agent }) => agent)),
  };
}
