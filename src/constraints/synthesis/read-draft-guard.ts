import { excerpt } from '../../base/text.ts';
import type { Constraint } from '../../contracts/constraint.ts';
import { STEP_ROLES } from '../../contracts/trajectory.ts';
import { plainRole } from '../guards/impossible-guard.ts';
import type { Draft } from './draft.ts';
import type { DraftContext } from './draft-context.ts';

const MAX_NAMES = 50;
const MAX_NAME_CHARS = 200;

/** The guard of a draft; what cannot be meant goes to `problems`, what was read differently to `notes`. */
export function readDraftGuard(
  { guard }: Draft,
  context: DraftContext,
  problems: string[],
  notes: string[],
): Constraint['guard'] {
  const given = (list: readonly string[] | null, kind: string): readonly string[] | null => {
    const names = [...new Set((list ?? []).map((one) => one.trim()).filter((one) => one !== '' && one !== '*'))];
    if (names.some((one) => one.length > MAX_NAME_CHARS)) {
      problems.push(`guard: a name has at most ${MAX_NAME_CHARS} characters`);
    }
    if (names.length > MAX_NAMES) problems.push(`guard: at most ${MAX_NAMES} ${kind}s`);
    return names.length === 0 ? null : names.slice(0, MAX_NAMES);
  };
  const known = (list: readonly string[] | null, all: ReadonlySet<string> | null, kind: string) => {
    if (list === null || all === null) return list;
    const meant = list.map((name) => meantNames(name, all) ?? [name]);
    if (meant.some((names, at) => names[0] !== list[at]))
      notes.push(`${kind}s of the guard were read as ${nameList(meant.flat())}`);
    const strange = meant.flat().filter((name) => !all.has(name));
    if (strange.length > 0)
      problems.push(`guard: there is no ${kind} ${nameList(strange)}; there are ${nameList([...all]) || 'none'}`);
    return [...new Set(meant.flat())];
  };
  const tools = known(given(guard.tools, 'tool'), context.tools, 'tool');
  let agents = known(given(guard.agents, 'agent'), context.agents, 'agent');
  let roles: readonly string[] | null = given(guard.roles, 'role')?.map(plainRole) ?? null;
  const actors = agents === null ? agentsMeant(given(guard.roles, 'role'), context.agents) : null;
  if (actors !== null) {
    notes.push(`roles of the guard were read as the agents ${nameList(actors)}`);
    agents = actors;
    roles = null;
  }
  const content = guard.content === null || /^(?:\*|\.\*)?$/.test(guard.content) ? null : guard.content;
  const steps = stepsOf(guard, context, problems);
  if (tools === null && agents === null && roles === null && content === null && steps === null) return null;
  const oneOrMore = (list: readonly string[] | null) =>
    list === null ? null : list.length === 1 ? (list[0] ?? null) : [...list];
  return { steps, agent: oneOrMore(agents), role: oneOrMore(roles), tool: oneOrMore(tools), content };
}

/** Roles that are none and name agents, as other tools have them: `Orchestrator (-> WebSurfer)`. */
function agentsMeant(roles: readonly string[] | null, agents: ReadonlySet<string> | null): readonly string[] | null {
  const known: readonly string[] = STEP_ROLES;
  if (roles === null || agents === null || roles.some((role) => known.includes(plainRole(role)))) return null;
  const meant = roles.map((role) => meantNames(role, agents));
  return meant.every((names) => names !== null) ? [...new Set(meant.flatMap((names) => names ?? []))] : null;
}

/** Known names that a name stands for: itself, alternatives with bars between, without a bracket behind; null where none. */
function meantNames(name: string, known: ReadonlySet<string>): readonly string[] | null {
  if (known.has(name)) return [name];
  const parts = name.split('|').map((part) => {
    const bare = part.trim();
    return known.has(bare) ? bare : (bare.split('(')[0] ?? '').trim();
  });
  return parts.every((part) => known.has(part)) ? parts : null;
}

const nameList = (names: readonly string[]): string =>
  names
    .slice(0, MAX_NAMES)
    .map((name) => JSON.stringify(excerpt(name, 80)))
    .join(', ');

function stepsOf(
  { firstStep, lastStep }: Draft['guard'],
  { range, positionOf }: DraftContext,
  problems: string[],
): NonNullable<Constraint['guard']>['steps'] {
  if (range === null) {
    if (firstStep !== null || lastStep !== null)
      problems.push('guard: a constraint of every run names no step numbers');
    return null;
  }
  const from = firstStep === null ? range.from : positionOf(firstStep);
  const to = lastStep === null ? range.to : positionOf(lastStep);
  if (from === null) problems.push(`guard: there is no step ${firstStep}`);
  if (to === null) problems.push(`guard: there is no step ${lastStep}`);
  if (from === null || to === null) return null;
  const clamped = { from: Math.max(from, range.from), to: Math.min(to, range.to) };
  if (clamped.from > clamped.to) problems.push('guard: the steps it names are none that it may apply to');
  return [clamped];
}
