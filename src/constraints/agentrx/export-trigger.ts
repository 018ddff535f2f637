import type { JsonValue } from '../../base/json.ts';
import type { Constraint, Guard } from '../../contracts/constraint.ts';

type Note = (message: string) => void;

/** How AgentRx's converters call our roles. */
const ROLE_NAMES: Readonly<Record<string, string>> = { agent: 'assistant', environment: '*' };
/** A trigger takes one role and one range of steps: more of them make several triggers, but not more than this. */
const MAX_TRIGGERS = 20;
const LAST_STEP = 1_000_000;

const listOf = (names: string | readonly string[] | null | undefined): readonly string[] | null =>
  names === null || names === undefined ? null : typeof names === 'string' ? [names] : names;

/** The triggers of a constraint: one for each role and range of steps that its guard names. */
export function exportTriggers({ guard, view }: Constraint, note: Note): readonly JsonValue[] {
  const ranges = guard?.steps ?? null;
  if (ranges?.length === 0) note('its guard lets no step pass, and is written as one that none has');
  const steps = ranges === null ? ['*'] : ranges.length === 0 ? [0] : ranges.map(stepsOf);
  const roles = rolesOf(guard, view, note);
  const all = steps.flatMap((step_index) => roles.map((role_name) => ({ step_index, role_name })));
  if (all.length > 1)
    note(`is written ${Math.min(all.length, MAX_TRIGGERS)} times, for a trigger takes one role and one range of steps`);
  if (all.length > MAX_TRIGGERS) note(`${all.length - MAX_TRIGGERS} of its triggers are left out`);
  const tool = toolOf(guard, note);
  const content = contentOf(guard, note);
  return all.slice(0, MAX_TRIGGERS).map(({ step_index, role_name }) => ({
    step_index,
    substep_index: '*',
    role_name,
    tool_name: tool,
    content_regex: content,
  }));
}

const stepsOf = ({ from, to }: { readonly from: number; readonly to: number }): number | string =>
  from === to ? from + 1 : `${from + 1}-${Math.min(to, LAST_STEP) + 1}`;

function rolesOf(guard: Guard | null, view: Constraint['view'], note: Note): readonly string[] {
  const agents = listOf(guard?.agent);
  const roles = listOf(guard?.role);
  if (agents !== null && roles !== null) note('asks for an agent and a role; AgentRx knows the agent alone');
  const names = agents ?? roles?.map((role) => (view === 'agentrx-ir' ? role : (ROLE_NAMES[role] ?? role))) ?? ['*'];
  if (roles?.includes('environment') === true && agents === null)
    note('AgentRx has no role for the environment: written as any role');
  const bracketed = names.filter((name) => /[()]/.test(name));
  if (bracketed.length > 0) note(`AgentRx never matches a role with brackets: ${bracketed.join(', ')}`);
  return [...new Set(names)];
}

function toolOf(guard: Guard | null, note: Note): string {
  const tools = listOf(guard?.tool);
  if (tools === null) return '*';
  note('AgentRx looks for the name of the tool anywhere in the text of a step, whether it is called there or not');
  return tools.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|');
}

/** Several patterns that all must match stand side by side in one that looks ahead for each. */
function contentOf(guard: Guard | null, note: Note): string {
  const patterns = listOf(guard?.content)?.map((pattern) => inPython(pattern, note)) ?? [];
  const [only] = patterns;
  if (only === undefined) return '*';
  return patterns.length === 1 ? only : patterns.map((pattern) => `(?=.*${scoped(pattern)})`).join('');
}

function inPython(pattern: string, note: Note): string {
  if (/\\[pPQCN]|\[\[:|\(\?[a-z]*[U-]/.test(pattern))
    note(`the pattern ${JSON.stringify(pattern)} may mean something else in Python`);
  return pattern
    .replace(/\\z/g, '\\Z')
    .replace(/\\x\{([0-9a-fA-F]{1,4})\}/g, (_all, code: string) => `\\u${code.padStart(4, '0')}`);
}

/** Flags that stand first hold for a part alone once it is one of several. */
function scoped(pattern: string): string {
  const flags = /^\(\?([a-zA-Z]+)\)/.exec(pattern);
  return flags === null ? `(?:${pattern})` : `(?${flags[1]}:${pattern.slice(flags[0].length)})`;
}
