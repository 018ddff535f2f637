import { isRecord, own, ownArray, stableStringify, tryParseJson } from '../../base/json.ts';
import { plural } from '../../base/text.ts';
import type { Constraint } from '../../contracts/constraint.ts';
import type { Note } from './import-result.ts';

/** A constraint as a file of AgentRx holds it, not yet read. */
export interface FoundRecord {
  readonly record: Record<string, unknown>;
  readonly scope: Constraint['scope'];
}

/** Deepest nesting of wrappers that is looked into. */
const MAX_DEPTH = 6;
/** Keys under which lists of constraints stand, and what the constraints are then. */
const LISTS = {
  invariant: null,
  invariants: null,
  static_invariants: 'global',
  dynamic_invariants: 'dynamic',
} as const satisfies Record<string, Constraint['scope'] | null>;
/** Keys that tell a constraint from what it is wrapped in. */
const MARKS = ['assertion_name', 'event_trigger', 'check_type', 'python_check', 'nl_check'] as const;

const isConstraint = (value: unknown): value is Record<string, unknown> =>
  isRecord(value) && MARKS.some((key) => Object.hasOwn(value, key));

/**
 * Finds the constraints in whatever AgentRx writes: lists under several names, steps with the parsed answer of a model,
 * JSON as text, bare lists, and a constraint that stands alone. The same record found twice is given once.
 */
export function findRecords(json: unknown, note: Note): readonly FoundRecord[] {
  const found: FoundRecord[] = [];
  const seen = new Set<string>();
  let twice = 0;
  let others = 0;
  const add = (record: Record<string, unknown>, scope: Constraint['scope']): void => {
    const key = stableStringify(record);
    if (seen.has(key)) twice++;
    else found.push({ record, scope });
    seen.add(key);
  };
  const walk = (value: unknown, scope: Constraint['scope'], depth: number): void => {
    if (depth > MAX_DEPTH || value === null || value === undefined) return;
    if (typeof value === 'string') {
      const parsed = tryParseJson(value);
      if (Array.isArray(parsed) || isRecord(parsed)) walk(parsed, scope, depth + 1);
      else others++;
    } else if (Array.isArray(value)) {
      for (const one of value) walk(one, scope, depth + 1);
    } else if (isConstraint(value)) {
      add(value, scope);
    } else if (isRecord(value)) {
      walkRecord(value, scope, depth);
    } else {
      others++;
    }
  };
  const walkRecord = (value: Record<string, unknown>, scope: Constraint['scope'], depth: number): void => {
    walk(own(value, 'static_invariants_used'), 'global', depth + 1);
    walkSteps(ownArray(value, 'per_step_outputs') ?? [], depth);
    walk(own(value, 'one_shot_output'), 'dynamic', depth + 1);
    if (own(value, 'parsed') !== undefined) walk(own(value, 'parsed'), 'dynamic', depth + 1);
    for (const [key, fixed] of Object.entries(LISTS)) walk(own(value, key), fixed ?? scope, depth + 1);
  };
  const walkSteps = (steps: readonly unknown[], depth: number): void => {
    const unread = steps.filter((step) => !isRecord(own(step, 'parsed')) && !Array.isArray(own(step, 'parsed')));
    if (unread.length > 0) {
      note(
        'skipped',
        `${plural(unread.length, 'answer')} of the model could not be read as JSON when the file was made`,
      );
    }
    for (const step of steps) walk(own(step, 'parsed'), 'dynamic', depth + 1);
  };
  if (isConstraint(json))
    note('repair', "the file is one constraint without a list around it, which AgentRx's own checker reads as none");
  // A bare `invariant` beside the id of a trajectory was made for that run.
  walk(json, own(json, 'trajectory_id') === undefined ? 'global' : 'dynamic', 0);
  if (twice > 0)
    note(
      'repair',
      `${plural(twice, 'constraint')} left out that ${twice === 1 ? 'stands' : 'stand'} in the file twice`,
    );
  if (others > 0)
    note('skipped', `${plural(others, 'value')} where constraints stand ${others === 1 ? 'is' : 'are'} none`);
  return found;
}
