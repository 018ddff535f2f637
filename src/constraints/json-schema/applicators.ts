import { isRecord, own, ownArray, ownString } from '../../base/json.ts';
import { addIssue, type Evaluated, fits, type Place, spend, unclear } from './place.ts';
import type { SchemaObject } from './references.ts';

/** Keywords that hold other schemas against the same value. */
export function checkApplicators(schema: SchemaObject, value: unknown, at: Place, evaluated: Evaluated): void {
  const inner: Place = { ...at, depth: at.depth + 1 };
  checkReferences(schema, value, inner, evaluated);
  for (const part of ownArray(schema, 'allOf') ?? []) take(evaluated, at.check(part, value, inner));
  checkAlternatives(schema, value, inner, evaluated);
  if (own(schema, 'not') !== undefined) {
    const { fits: found, findings } = fits(own(schema, 'not'), value, inner);
    if (found === true) addIssue(at, 'is what its schema says it must not be');
    else if (found === null) unclear(at.findings, findings.unclear[0] ?? 'it could not be told');
  }
  checkConditional(schema, value, inner, evaluated);
  if (isRecord(value)) checkDependentSchemas(schema, value, inner, evaluated);
}

function checkReferences(schema: SchemaObject, value: unknown, at: Place, evaluated: Evaluated): void {
  for (const keyword of ['$ref', '$recursiveRef', '$dynamicRef'] as const) {
    const reference = ownString(schema, keyword);
    if (reference === null) continue;
    const { references } = at.walk;
    let target = references.resolve(reference, at.base);
    if (target === null) {
      unclear(at.findings, `the schema refers to ${reference.slice(0, 200)}, which is not in it`);
      continue;
    }
    const anchor = keyword === '$dynamicRef' ? ownString(target.schema, '$dynamicAnchor') : null;
    if (anchor !== null && reference.endsWith(`#${anchor}`)) {
      for (const base of at.scope) {
        const outer = references.dynamicAnchor(anchor, base);
        if (outer === null) continue;
        target = outer;
        break;
      }
    }
    take(
      evaluated,
      at.check(target.schema, value, { ...at, base: target.base, scope: entered(at.scope, target.base) }),
    );
  }
}

/** The resources that were come through, with one more; each is there once. */
export const entered = (scope: readonly string[], base: string): readonly string[] =>
  scope.includes(base) ? scope : [...scope, base];

function checkAlternatives(schema: SchemaObject, value: unknown, at: Place, evaluated: Evaluated): void {
  for (const keyword of ['anyOf', 'oneOf'] as const) {
    const options = ownArray(schema, keyword);
    if (options === null || options.length === 0) continue;
    let count = 0;
    let why: string | null = null;
    const fitting: Evaluated[] = [];
    const problems: string[] = [];
    for (const option of options) {
      if (!spend(at, 1)) return;
      const probe = fits(option, value, at);
      if (probe.fits === true) {
        count++;
        fitting.push(probe.evaluated);
      } else if (probe.fits === null) why ??= probe.findings.unclear[0] ?? 'it could not be told';
      else
        problems.push(...probe.findings.issues.slice(0, 1).map(({ path, problem }) => wordsOf(path, at.path, problem)));
    }
    // Of one that fits, nothing else has to be told, unless it must be the only one.
    if (why !== null && (count === 0 || (keyword === 'oneOf' && count === 1))) unclear(at.findings, why);
    else if (count === 0) addIssue(at, noneFits(problems));
    else if (keyword === 'oneOf' && count > 1) addIssue(at, `fits ${count} of the alternatives of its schema, not one`);
    for (const one of fitting) take(evaluated, one);
  }
}

const wordsOf = (path: string, here: string, problem: string): string =>
  path === here ? problem : `${path.startsWith(here) ? path.slice(here.length).replace(/^\./, '') : path} ${problem}`;

function noneFits(problems: readonly string[]): string {
  const said = [...new Set(problems)].slice(0, 3).join('; ');
  return `fits none of the alternatives of its schema${said === '' || said.length > 300 ? '' : ` (${said})`}`;
}

function checkConditional(schema: SchemaObject, value: unknown, at: Place, evaluated: Evaluated): void {
  const condition = own(schema, 'if');
  if (condition === undefined) return;
  const probe = fits(condition, value, at);
  if (probe.fits === null) {
    unclear(at.findings, probe.findings.unclear[0] ?? 'it could not be told');
    return;
  }
  if (probe.fits) take(evaluated, probe.evaluated);
  const next = own(schema, probe.fits ? 'then' : 'else');
  if (next !== undefined) take(evaluated, at.check(next, value, at));
}

function checkDependentSchemas(
  schema: SchemaObject,
  value: Readonly<Record<string, unknown>>,
  at: Place,
  evaluated: Evaluated,
): void {
  for (const keyword of ['dependentSchemas', 'dependencies'] as const) {
    const byName = own(schema, keyword);
    if (!isRecord(byName) || !spend(at, Object.keys(byName).length / 10)) continue;
    for (const [key, needed] of Object.entries(byName)) {
      if (!Array.isArray(needed) && Object.hasOwn(value, key)) take(evaluated, at.check(needed, value, at));
    }
  }
}

function take(into: Evaluated, from: Evaluated): void {
  for (const name of from.names) into.names.add(name);
  for (const item of from.items) into.items.add(item);
}
