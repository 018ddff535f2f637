import { own } from '../../base/json.ts';
import { addIssue, type Evaluated, fits, keyOf, type Place, spend, unclear } from './place.ts';
import type { SchemaObject } from './references.ts';
import { checkSize } from './value-keywords.ts';

/** The keywords of arrays but for `unevaluatedItems`; `evaluated` hears which items they looked at. */
export function checkArray(schema: SchemaObject, value: readonly unknown[], at: Place, evaluated: Evaluated): void {
  checkSize(schema, 'Items', () => value.length, 'items', at);
  checkItems(schema, value, at, evaluated);
  checkContains(schema, value, at, evaluated);
  if (own(schema, 'uniqueItems') === true) checkUnique(value, at);
}

const itemPlace = (at: Place, index: number): Place => ({ ...at, path: `${at.path}[${index}]`, depth: at.depth + 1 });

function checkItems(schema: SchemaObject, value: readonly unknown[], at: Place, evaluated: Evaluated): void {
  const items = own(schema, 'items');
  const prefixItems = own(schema, 'prefixItems');
  // Draft-07 writes a list in `items`, and the rest in `additionalItems`.
  const first = Array.isArray(prefixItems) ? prefixItems : Array.isArray(items) ? items : [];
  const rest = Array.isArray(items) ? own(schema, 'additionalItems') : items;
  for (let index = 0; index < value.length && spend(at, 1); index++) {
    const of = index < first.length ? first[index] : rest;
    if (of === undefined) return;
    evaluated.items.add(index);
    if (of === false) addIssue(itemPlace(at, index), 'is one item more than allowed');
    else at.check(of, value[index], itemPlace(at, index));
  }
}

function checkContains(schema: SchemaObject, value: readonly unknown[], at: Place, evaluated: Evaluated): void {
  const wanted = own(schema, 'contains');
  if (wanted === undefined) return;
  let count = 0;
  let open = 0;
  let why: string | undefined;
  for (let index = 0; index < value.length && spend(at, 1); index++) {
    const probe = fits(wanted, value[index], itemPlace(at, index));
    if (probe.fits === true) {
      count++;
      evaluated.items.add(index);
    } else if (probe.fits === null) {
      open++;
      why ??= probe.findings.unclear[0];
    }
  }
  const asked = own(schema, 'minContains');
  const least = typeof asked === 'number' ? asked : 1;
  const most = own(schema, 'maxContains');
  if (count + open < least)
    addIssue(at, `has ${count} items of the kind it must hold, at least ${least} are asked for`);
  else if (typeof most === 'number' && count > most)
    addIssue(at, `has ${count} items of the kind it must hold, at most ${most} are allowed`);
  else if (open > 0 && (count < least || (typeof most === 'number' && count + open > most)))
    unclear(at.findings, why ?? 'its items could not be told');
}

function checkUnique(value: readonly unknown[], at: Place): void {
  const seen = new Map<string, number>();
  for (const [index, item] of value.entries()) {
    if (!spend(at, 1)) return;
    const key = keyOf(item, at);
    const before = seen.get(key);
    if (before !== undefined) {
      addIssue(itemPlace(at, index), `is the same as item ${before}`);
      return;
    }
    seen.set(key, index);
  }
}

/** `unevaluatedItems`: what no other keyword looked at. */
export function checkUnevaluatedItems(
  schema: SchemaObject,
  value: readonly unknown[],
  at: Place,
  evaluated: Evaluated,
): void {
  const rest = own(schema, 'unevaluatedItems');
  if (rest === undefined) return;
  value.forEach((item, index) => {
    if (evaluated.items.has(index)) return;
    if (rest === false) addIssue(itemPlace(at, index), 'is one item more than allowed');
    else at.check(rest, item, itemPlace(at, index));
    evaluated.items.add(index);
  });
}
