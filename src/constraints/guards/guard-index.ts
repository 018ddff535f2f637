import { AppError } from '../../base/errors.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { Constraint, Guard } from '../../contracts/constraint.ts';
import { compileLinearRegex, type LinearRegex } from './linear-regex.ts';
import type { StepFacts } from './step-facts.ts';

/** A guard that can be asked. */
interface CompiledGuard {
  readonly steps: Guard['steps'];
  readonly agents: ReadonlySet<string> | null;
  readonly roles: ReadonlySet<string> | null;
  readonly tools: ReadonlySet<string> | null;
  readonly patterns: readonly LinearRegex[];
}

/** Steps that a constraint applies to. */
export interface GuardMatches {
  readonly positions: readonly number[];
  /** Steps whose text is too long to tell. */
  readonly undecided: readonly number[];
}

const listOf = (names: string | readonly string[] | null): readonly string[] | null =>
  names === null ? null : typeof names === 'string' ? [names] : names;

const setOf = (names: string | readonly string[] | null): ReadonlySet<string> | null => {
  const list = listOf(names);
  return list === null ? null : new Set(list);
};

/** Compiles a guard; the error names what is wrong in it. */
export function compileGuard(guard: Guard | null): Result<CompiledGuard, string> {
  const patterns: LinearRegex[] = [];
  for (const pattern of listOf(guard?.content ?? null) ?? []) {
    const compiled = compileLinearRegex(pattern, { dotAll: true });
    if (!compiled.ok) return err(`the pattern ${JSON.stringify(pattern)} of the guard: ${compiled.error}`);
    patterns.push(compiled.value);
  }
  const range = guard?.steps?.find(({ from, to }) => from > to);
  if (range !== undefined) return err(`the guard's steps ${range.from} to ${range.to} hold none`);
  return ok({
    steps: guard?.steps ?? null,
    agents: setOf(guard?.agent ?? null),
    roles: setOf(guard?.role ?? null),
    tools: setOf(guard?.tool ?? null),
    patterns,
  });
}

/**
 * Finds the steps of each constraint in one pass over the steps. Constraints stand under the rarest thing they ask for
 * (a tool, else an agent, else a role), so that a step is held against those alone that can apply to it.
 */
export function matchGuards(
  guards: ReadonlyMap<Constraint, CompiledGuard>,
  steps: readonly StepFacts[],
): ReadonlyMap<Constraint, GuardMatches> {
  const byKey = new Map<string, Constraint[]>();
  const found = new Map<Constraint, { positions: number[]; undecided: number[] }>();
  for (const [constraint, guard] of guards) {
    found.set(constraint, { positions: [], undecided: [] });
    for (const key of keysOf(guard)) {
      const known = byKey.get(key);
      if (known === undefined) byKey.set(key, [constraint]);
      else known.push(constraint);
    }
  }
  for (const facts of steps) {
    const candidates = new Set(
      [
        ANY,
        ...facts.tools.map((name) => `tool ${name}`),
        ...facts.agents.map((name) => `agent ${name}`),
        ...facts.roles.map((name) => `role ${name}`),
      ].flatMap((key) => byKey.get(key) ?? []),
    );
    for (const constraint of candidates) {
      const guard = guards.get(constraint);
      const matches = found.get(constraint);
      if (guard === undefined || matches === undefined) throw new AppError('INTERNAL', 'a constraint lost its guard');
      const applies = admits(guard, facts);
      if (applies === true) matches.positions.push(facts.position);
      else if (applies === null) matches.undecided.push(facts.position);
    }
  }
  return found;
}

const ANY = 'any';

function keysOf({ tools, agents, roles }: CompiledGuard): readonly string[] {
  if (tools !== null) return [...tools].map((name) => `tool ${name}`);
  if (agents !== null) return [...agents].map((name) => `agent ${name}`);
  if (roles !== null) return [...roles].map((name) => `role ${name}`);
  return [ANY];
}

/** Whether a guard lets a step pass; null where its text is too long to tell. */
function admits(guard: CompiledGuard, facts: StepFacts): boolean | null {
  const holdsOne = (names: ReadonlySet<string> | null, own: readonly string[]): boolean =>
    names === null || own.some((name) => names.has(name));
  const order = facts.order ?? facts.position;
  const inRange = guard.steps === null || guard.steps.some(({ from, to }) => order >= from && order <= to);
  if (!inRange || !holdsOne(guard.tools, facts.tools)) return false;
  if (!holdsOne(guard.agents, facts.agents) || !holdsOne(guard.roles, facts.roles)) return false;
  let known: boolean | null = true;
  for (const pattern of guard.patterns) {
    const matched = pattern.test(facts.text);
    if (matched === false) return false;
    if (matched === null) known = null;
  }
  return known;
}
