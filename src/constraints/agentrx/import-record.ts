import { isRecord, type JsonValue, own, ownString } from '../../base/json.ts';
import { type Constraint, constraintSchema, SEVERITIES } from '../../contracts/constraint.ts';
import type { Category } from '../../taxonomy/categories.ts';
import { categoryOf } from './category-of.ts';
import type { FoundRecord } from './find-records.ts';
import type { Note } from './import-result.ts';
import { readPython } from './read-python.ts';
import { readRubric } from './read-rubric.ts';
import { readTrigger } from './read-trigger.ts';

const TYPES = constraintSchema.shape.type.options;

/** Reads one constraint; null where nothing can be made of it, and `note` has been told why. `id` is unique already. */
export function importRecord({ record, scope }: FoundRecord, id: string, note: Note): Constraint | null {
  const hint = (ownString(record, 'check_hint') ?? ownString(record, 'description') ?? '').trim();
  const check = checkOf(record, hint, note);
  if (check === null) return null;
  const targets = targetsOf(record, note);
  return {
    kind: 'constraint',
    schemaVersion: 1,
    id,
    description: hint === '' ? id.replaceAll('_', ' ') : hint,
    scope,
    checkedBy: check.language === 'rubric' ? 'semantic' : 'programmatic',
    appliesTo: 'step',
    origin: 'import',
    type: typeOf(record, note),
    category: targets[0] ?? 'inconclusive',
    mode: null,
    severity: severityOf(record, note),
    clause: null,
    guard: readTrigger(own(record, 'event_trigger'), note),
    check,
    ...(targets.length > 1 ? { targets: [...targets] } : {}),
    view: 'agentrx-ir',
    // What was parsed from JSON is JSON.
    imported: record as JsonValue,
  };
}

type Check = Constraint['check'];

/** AgentRx's own checker skips what has no `check_type`; which one is meant shows in what is filled in. */
function checkOf(record: Record<string, unknown>, hint: string, note: Note): Check | null {
  const said = ownString(record, 'check_type') ?? ownString(record, 'check');
  const python = own(record, 'python_check');
  const semantic = own(record, 'nl_check');
  const isFilled = (value: unknown): boolean => isRecord(value) && Object.keys(value).length > 0;
  const meant = isFilled(python) ? 'python_check' : isFilled(semantic) ? 'nl_check' : null;
  const known = said === 'python_check' || said === 'nl_check' ? said : null;
  if (known === null && meant !== null) {
    note(
      'repair',
      `check_type is ${said === null ? 'missing' : JSON.stringify(said)}, taken as ${meant} by what is filled in: AgentRx's own checker skips it`,
    );
  }
  const kind = known ?? meant;
  if (kind === 'python_check') {
    const program = readPython(python, note);
    if (program !== null) return { language: 'python', ...program };
    note('skipped', 'a python_check without code that can be taken');
    return null;
  }
  const criteria = kind === 'nl_check' ? readRubric(semantic, hint, note) : null;
  if (criteria !== null) return { language: 'rubric', criteria: [...criteria] };
  note(
    'skipped',
    kind === null ? 'it has neither a python_check nor an nl_check' : 'an nl_check without a rubric and a hint',
  );
  return null;
}

function targetsOf(record: Record<string, unknown>, note: Note): readonly Category[] {
  const given = own(record, 'taxonomy_targets') ?? own(record, 'taxonomy_target');
  const names = (Array.isArray(given) ? given : [given]).filter((name) => typeof name === 'string');
  const unknown = names.filter((name) => categoryOf(name) === null);
  if (unknown.length > 0) note('off-schema', `no category is called ${unknown.join(', ')}`);
  return [...new Set(names.flatMap((name) => categoryOf(name) ?? []))];
}

function typeOf(record: Record<string, unknown>, note: Note): Constraint['type'] {
  const given =
    ownString(record, 'invariant_type') ?? ownString(record, 'constraint_type') ?? ownString(record, 'type');
  const known = TYPES.find(
    (type) =>
      type ===
      given
        ?.trim()
        .toUpperCase()
        .replace(/[\s-]+/g, '_'),
  );
  if (known === undefined && given !== null)
    note('off-schema', `the type ${JSON.stringify(given)} is none of ${TYPES.join(', ')}: taken as ANY`);
  return known ?? 'ANY';
}

function severityOf(record: Record<string, unknown>, note: Note): Constraint['severity'] {
  const given = ownString(record, 'severity')?.trim().toLowerCase() ?? null;
  const known = SEVERITIES.find((severity) => severity === given);
  if (known === undefined && given !== null)
    note('off-schema', `the severity ${JSON.stringify(given)} is none of ${SEVERITIES.join(', ')}: taken as medium`);
  return known ?? 'medium';
}

/** Names of a constraint's record, the first that is there. */
export const nameOf = (record: Record<string, unknown>): string | null =>
  ownString(record, 'assertion_name') ?? ownString(record, 'name') ?? ownString(record, 'id');
