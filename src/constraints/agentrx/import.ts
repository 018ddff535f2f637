import { AppError } from '../../base/errors.ts';
import { isRecord, own, ownString } from '../../base/json.ts';
import type { Constraint } from '../../contracts/constraint.ts';
import { type FoundRecord, findRecords } from './find-records.ts';
import { importRecord, nameOf } from './import-record.ts';
import type { ImportFinding, ImportResult, Note } from './import-result.ts';

/** Most constraints of one file. */
const MAX_CONSTRAINTS = 5_000;

/**
 * Makes a pack of a file that AgentRx wrote: static or dynamic invariants in any of its shapes. Steps are numbered from 1 in
 * triggers, and the position that a check is given counts from 0; guards of the pack count from 0.
 * @throws AppError PACK_INVALID where the file holds no constraint that can be read
 */
export function importAgentrx(json: unknown, name: string): ImportResult {
  const findings: ImportFinding[] = [];
  const noteOf =
    (constraint: string | null): Note =>
    (kind, message) => {
      findings.push({ constraint, kind, message });
    };
  const found = unpinned(findRecords(json, noteOf(null)), noteOf(null));
  if (found.length === 0)
    throw new AppError('PACK_INVALID', `${name}: holds no constraints in a shape that AgentRx writes`);
  if (found.length > MAX_CONSTRAINTS)
    throw new AppError('PACK_INVALID', `${name}: more than ${MAX_CONSTRAINTS} constraints`);
  const ids = new Set<string>();
  const constraints = found.flatMap((one, at): Constraint[] => {
    const id = idOf(one.record, at, ids, noteOf);
    const constraint = importRecord(one, id, noteOf(id));
    return constraint === null
      ? []
      : [constraint.imported === one.original ? constraint : { ...constraint, imported: one.original }];
  });
  if (constraints.length === 0) {
    throw new AppError(
      'PACK_INVALID',
      `${name}: none of its ${found.length} constraints can be read: ${findings.at(-1)?.message}`,
    );
  }
  return {
    pack: {
      kind: 'constraint-pack',
      schemaVersion: 1,
      name: name.replace(/[^\w.-]+/g, '-').slice(0, 80) || 'agentrx',
      description: descriptionOf(json),
      clauses: [],
      libraries: { javascript: null, python: null },
      constraints,
    },
    findings,
  };
}

function descriptionOf(json: unknown): string {
  const run = ownString(json, 'trajectory_id');
  const made = run === null ? '' : ` They were made for the run ${run} and speak of its steps.`;
  return `Imported from AgentRx. Its triggers number steps from 1; its checks are given a position from 0.${made}`;
}

type Unpinned = FoundRecord & { readonly original: NonNullable<Constraint['imported']> };

/**
 * The prompt for global constraints shows a number where the step of the trigger stands, and models copy it: constraints
 * that are meant for every step are then all bound to the same one.
 */
function unpinned(found: readonly FoundRecord[], note: Note): readonly Unpinned[] {
  const pinOf = ({ record }: FoundRecord): unknown => own(own(record, 'event_trigger'), 'step_index');
  const global = found.filter(({ scope }) => scope === 'global');
  const pin = global[0] === undefined ? undefined : pinOf(global[0]);
  const same = typeof pin === 'number' && global.length > 1 && global.every((one) => pinOf(one) === pin);
  if (same)
    note(
      'repair',
      `all ${global.length} global constraints are bound to step ${pin}, as in the prompt that asks for them: they now apply to every step`,
    );
  return found.map((one) => {
    const original = one.record as NonNullable<Constraint['imported']>;
    const trigger = own(one.record, 'event_trigger');
    if (!same || one.scope !== 'global' || !isRecord(trigger)) return { ...one, original };
    return { ...one, original, record: { ...one.record, event_trigger: { ...trigger, step_index: '*' } } };
  });
}

/** Ids are the names in the file, made unique, for that is what its user knows them by. */
function idOf(
  record: Record<string, unknown>,
  at: number,
  taken: Set<string>,
  noteOf: (constraint: string) => Note,
): string {
  const name = nameOf(record)?.trim() ?? '';
  const base = name.replace(/[^\w.-]+/g, '_').slice(0, 110) || `invariant-${at + 1}`;
  let id = base;
  for (let count = 2; taken.has(id); count++) id = `${base}-${count}`;
  taken.add(id);
  if (name === '') noteOf(id)('repair', 'it has no name');
  else if (base !== name) noteOf(id)('repair', `the name ${JSON.stringify(name.slice(0, 120))} was made an id`);
  if (id !== base) noteOf(id)('repair', `another constraint is called ${base} too`);
  return id;
}
