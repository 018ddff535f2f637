import { AppError } from '../../base/errors.ts';
import { isRecord } from '../../base/json.ts';
import type { Constraint } from '../../contracts/constraint.ts';
import type { ConstraintPack } from '../../contracts/constraint-pack.ts';
import { impossiblePart } from '../guards/impossible-guard.ts';
import { type ConstraintFile, type PackFile, packFileSchema } from './pack-file.ts';

/** Most constraints of one pack, and longest source of a library or check, in characters. */
const MAX_CONSTRAINTS = 5_000;
const MAX_SOURCE = 1_000_000;

/**
 * Makes a pack of what a pack file holds. `readLibrary` gives the text of a file that the pack names.
 * @throws AppError PACK_INVALID naming the file, the place in it and what is wrong
 */
export function readPack(json: unknown, name: string, readLibrary: (path: string) => string): ConstraintPack {
  const fail = (message: string): never => {
    throw new AppError('PACK_INVALID', `${name}: ${message}`);
  };
  if (!isRecord(json)) return fail('a pack is an object with name and constraints');
  const parsed = packFileSchema.safeParse(json);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    return fail(`/${issue?.path.join('/') ?? ''}: ${issue?.message ?? 'invalid'}`);
  }
  const pack = parsed.data;
  if (pack.constraints.length > MAX_CONSTRAINTS) fail(`more than ${MAX_CONSTRAINTS} constraints`);
  const twice = firstTwice(pack.constraints.map(({ id }) => id));
  if (twice !== null) fail(`two constraints have the id ${twice}`);
  const clauseTwice = firstTwice(pack.clauses.map(({ id }) => id));
  if (clauseTwice !== null) fail(`two clauses have the id ${clauseTwice}`);
  const clauses = new Set(pack.clauses.map(({ id }) => id));
  pack.constraints.forEach(({ id, clause, check, guard, view, imported }, at) => {
    // What an import could not make better is kept, and told by `constraints lint`.
    const impossible = imported === undefined ? impossiblePart({ guard, view }) : null;
    if (impossible !== null) {
      fail(`/constraints/${at}/guard${impossible.pointer}: ${impossible.problem} (constraint ${id})`);
    }
    if (clause !== null && clauses.size > 0 && !clauses.has(clause)) {
      fail(`/constraints/${at}/clause: the pack has no clause ${clause} (constraint ${id})`);
    }
    if ('source' in check && check.source.length > MAX_SOURCE) {
      fail(`/constraints/${at}/check/source: longer than ${MAX_SOURCE} characters (constraint ${id})`);
    }
    if (
      'source' in check &&
      check.source === '' &&
      (check.functionName === null || pack.library[check.language] === null)
    ) {
      fail(`/constraints/${at}/check: give a source, or a library and the functionName in it (constraint ${id})`);
    }
  });
  return {
    kind: 'constraint-pack',
    schemaVersion: 1,
    name: pack.name,
    description: pack.description,
    clauses: pack.clauses,
    libraries: {
      javascript: libraryOf(pack, 'javascript', readLibrary),
      python: libraryOf(pack, 'python', readLibrary),
    },
    constraints: pack.constraints.map((one) => constraintOf(one, pack)),
  };

  function libraryOf({ library }: PackFile, language: 'javascript' | 'python', read: (path: string) => string) {
    const path = library[language];
    if (path === null) return null;
    const text = read(path);
    return text.length <= MAX_SOURCE ? text : fail(`${path}: longer than ${MAX_SOURCE} characters`);
  }
}

function constraintOf(
  { check, targets, view, examples, calibration, imported, ...rest }: ConstraintFile,
  pack: PackFile,
): Constraint {
  const library = 'source' in check && pack.library[check.language] !== null ? pack.name : null;
  return {
    kind: 'constraint',
    schemaVersion: 1,
    ...rest,
    checkedBy: check.language === 'rubric' ? 'semantic' : 'programmatic',
    check: 'source' in check ? { ...check, library } : check,
    ...(targets === undefined ? {} : { targets }),
    ...(view === undefined ? {} : { view }),
    ...(examples === undefined ? {} : { examples }),
    ...(calibration === undefined ? {} : { calibration }),
    ...(imported === undefined ? {} : { imported }),
  };
}

function firstTwice(ids: readonly string[]): string | null {
  const seen = new Set<string>();
  for (const id of ids) {
    if (seen.has(id)) return id;
    seen.add(id);
  }
  return null;
}

/** The libraries of packs as the checker takes them. */
export const librariesOf = (packs: readonly ConstraintPack[]): ReadonlyMap<string, ConstraintPack['libraries']> =>
  new Map(packs.map(({ name, libraries }) => [name, libraries]));
