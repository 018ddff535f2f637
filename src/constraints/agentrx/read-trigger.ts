import { isRecord, own } from '../../base/json.ts';
import type { Guard } from '../../contracts/constraint.ts';
import { compileLinearRegex } from '../guards/linear-regex.ts';
import type { Note } from './import-result.ts';
import { toLinearPattern } from './linear-pattern.ts';
import { isAny, readSteps } from './read-steps.ts';

const KNOWN = ['step_index', 'substep_index', 'role_name', 'tool_name', 'content_regex', 'event_types'];

/**
 * The guard that an `event_trigger` stands for. As in AgentRx, a role is matched whole (or up to its bracket), and the
 * patterns for tool and content are searched in the step's text.
 */
export function readTrigger(trigger: unknown, note: Note): Guard | null {
  if (!isRecord(trigger)) {
    if (!isAny(trigger))
      note('off-schema', `the trigger is ${JSON.stringify(trigger)}, not an object: taken as every step`);
    return null;
  }
  const unknown = Object.keys(trigger).filter((key) => !KNOWN.includes(key) && !isAny(own(trigger, key)));
  if (unknown.length > 0) note('off-schema', `the trigger has keys that nothing reads: ${unknown.join(', ')}`);
  if (!isAny(own(trigger, 'substep_index'))) {
    note(
      'off-schema',
      `substep_index ${JSON.stringify(own(trigger, 'substep_index'))} is not held: a step is checked whole`,
    );
  }
  const role = readRole(own(trigger, 'role_name'), note);
  const patterns = [...readTool(own(trigger, 'tool_name'), note), ...readContent(own(trigger, 'content_regex'), note)];
  let steps = readSteps(own(trigger, 'step_index'), note);
  if (isShutOut(trigger)) {
    note('never-matches', 'event_types does not hold the role that the trigger asks for');
    steps = [];
  }
  if (steps === null && role === null && patterns.length === 0) return null;
  const content = patterns.length > 1 ? patterns : (patterns[0] ?? null);
  return { steps, agent: null, role, tool: null, content };
}

/** AgentRx wants the trigger's own role among its event types. */
function isShutOut(trigger: Record<string, unknown>): boolean {
  const types = own(trigger, 'event_types');
  return Array.isArray(types) && types.length > 0 && !types.includes('*') && !types.includes(own(trigger, 'role_name'));
}

function readRole(value: unknown, note: Note): Guard['role'] {
  if (isAny(value)) return null;
  const given = Array.isArray(value) ? value : [value];
  const names = given.flatMap((one) => (typeof one === 'string' ? one.split('|').map((name) => name.trim()) : []));
  if (names.length === 0) {
    note('never-matches', `the role ${JSON.stringify(value)} is no name`);
    return [''];
  }
  if (names.some((name) => isAny(name) || /^\.[*+]$/.test(name))) {
    note('role', `the role ${JSON.stringify(value)} is taken as any: AgentRx's own checker never matches it`);
    return null;
  }
  if (names.length > 1) {
    note(
      'role',
      `the role ${JSON.stringify(value)} is taken as one of ${names.length}: AgentRx's own checker never matches it`,
    );
  }
  const bracketed = names.filter((name) => /[()]/.test(name));
  if (bracketed.length > 0) {
    note(
      'role',
      `the role ${bracketed.map((name) => `"${name}"`).join(', ')} is matched with its bracket: AgentRx's own checker takes that for a pattern and never matches it`,
    );
  }
  const patterns = names.filter((name) => /[\\^$*+?[\]{}]|\.[*+]/.test(name));
  if (patterns.length > 0) {
    note(
      'never-matches',
      `a role is matched whole, so the pattern ${patterns.map((name) => JSON.stringify(name)).join(', ')} matches none`,
    );
  }
  return names.length === 1 ? (names[0] ?? null) : names;
}

/** Case is not regarded, and the name may stand anywhere in the step's text, whoever wrote it. */
function readTool(value: unknown, note: Note): readonly string[] {
  if (isAny(value)) return [];
  const given = (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'string');
  if (given.length === 0 || given.some(isAny)) return [];
  if (Array.isArray(value)) note('off-schema', `tool_name is a list, taken as any of ${given.join(', ')}`);
  const { patterns, rewritten } = toLinearPattern(given.join('|'));
  const flagged = patterns.map((pattern) => `(?i-s)${pattern}`);
  return checked(given.join('|'), flagged, rewritten, note);
}

function readContent(value: unknown, note: Note): readonly string[] {
  if (isAny(value)) return [];
  if (typeof value !== 'string') {
    note('off-schema', `content_regex is ${JSON.stringify(value)}, not text: not held`);
    return [];
  }
  const { patterns, rewritten } = toLinearPattern(value);
  return checked(value, patterns, rewritten, note);
}

function checked(given: string, patterns: readonly string[], rewritten: boolean, note: Note): readonly string[] {
  for (const pattern of patterns) {
    const compiled = compileLinearRegex(pattern, { dotAll: true });
    if (compiled.ok) continue;
    note(
      'pattern',
      `the pattern ${JSON.stringify(given)} cannot be used, its checks end in an error: ${compiled.error}`,
    );
    return patterns;
  }
  if (rewritten) {
    const now = patterns.map((pattern) => JSON.stringify(pattern)).join(' and ');
    note('pattern', `the pattern ${JSON.stringify(given)} looks ahead or behind; ${now} finds the same`);
  }
  return patterns;
}
