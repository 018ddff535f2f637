import type { Constraint } from '../../contracts/constraint.ts';
import type { ConstraintPack } from '../../contracts/constraint-pack.ts';

/** A file to write: its name, with no folder, and its text. */
export interface PackFileText {
  readonly name: string;
  readonly text: string;
}

/** A pack as the files that `readPack` reads: the pack itself first, then the libraries beside it. */
export function writePack(pack: ConstraintPack): readonly PackFileText[] {
  const { javascript, python } = pack.libraries;
  const libraries = [
    ...(javascript === null ? [] : [{ key: 'javascript', name: `${pack.name}.library.js`, text: javascript }]),
    ...(python === null ? [] : [{ key: 'python', name: `${pack.name}.library.py`, text: python }]),
  ];
  const json = {
    kind: pack.kind,
    schemaVersion: pack.schemaVersion,
    name: pack.name,
    description: pack.description,
    ...(pack.clauses.length === 0 ? {} : { clauses: pack.clauses }),
    ...(libraries.length === 0 ? {} : { library: Object.fromEntries(libraries.map(({ key, name }) => [key, name])) }),
    constraints: pack.constraints.map(asWritten),
  };
  return [
    { name: `${pack.name}.constraints.json`, text: `${JSON.stringify(json, null, 2)}\n` },
    ...libraries.map(({ name, text }) => ({ name, text })),
  ];
}

/** Without what the reader adds by itself. */
function asWritten({ kind: _kind, schemaVersion: _version, checkedBy: _by, check, ...constraint }: Constraint) {
  if (!('source' in check)) return { ...constraint, check };
  const { library: _library, ...program } = check;
  return { ...constraint, check: program };
}
