import type { Constraint } from '../../contracts/constraint.ts';
import { STEP_ROLES } from '../../contracts/trajectory.ts';

/** A part of a guard that lets no step through, whatever the run. */
export interface ImpossiblePart {
  /** JSON pointer within the guard. */
  readonly pointer: string;
  readonly problem: string;
}

/** What other tools call the roles. */
const ALSO_CALLED: Readonly<Record<string, string>> = {
  assistant: 'agent',
  ai: 'agent',
  model: 'agent',
  human: 'user',
  customer: 'user',
  function: 'tool',
  developer: 'system',
};

/** The role that a word means: one of ours as it is, what other tools call it in our word; else the word. */
export const plainRole = (word: string): string => {
  const lower = word.trim().toLowerCase();
  return Object.hasOwn(ALSO_CALLED, lower) ? (ALSO_CALLED[lower] ?? lower) : lower;
};

/** Why a guard can never match; null where it can. Roles of an imported view are names, and may be anything. */
export function impossiblePart({ guard, view }: Pick<Constraint, 'guard' | 'view'>): ImpossiblePart | null {
  if (guard === null) return null;
  const range = guard.steps?.findIndex(({ from, to }) => from > to) ?? -1;
  if (guard.steps !== null && range !== -1 && guard.steps.every(({ from, to }) => from > to)) {
    const { from, to } = guard.steps[range] ?? { from: 0, to: 0 };
    return { pointer: `/steps/${range}`, problem: `can never match: no step lies from ${from} to ${to}` };
  }
  const unknown = unknownRoles({ guard, view });
  const roles = rolesOf(guard.role);
  if (roles.length === 0 || unknown.length < roles.length) return null;
  return { pointer: '/role', problem: `can never match: ${unknownRoleWords(unknown)}` };
}

/** Roles that a guard asks for and no step has. */
export function unknownRoles({ guard, view }: Pick<Constraint, 'guard' | 'view'>): readonly string[] {
  if ((view ?? 'culprit') !== 'culprit' || guard === null) return [];
  const known: readonly string[] = STEP_ROLES;
  return rolesOf(guard.role).filter((role) => !known.includes(role));
}

export function unknownRoleWords(roles: readonly string[]): string {
  const meant = roles.flatMap((role) => ALSO_CALLED[role.toLowerCase()] ?? []);
  const hint = meant.length === 0 ? '' : `; here it is called ${meant.join(' or ')}`;
  return `no step has the role ${roles.join(' or ')}, only ${STEP_ROLES.join(', ')}${hint}`;
}

const rolesOf = (role: string | readonly string[] | null): readonly string[] =>
  role === null ? [] : typeof role === 'string' ? [role] : role;
