import { isRecord, own, ownString } from '../../base/json.ts';
import { checkApplicators, entered } from './applicators.ts';
import { checkArray, checkUnevaluatedItems } from './array-keywords.ts';
import { checkObject, checkUnevaluatedProperties } from './object-keywords.ts';
import {
  addIssue,
  type Evaluated,
  type Findings,
  MAX_ISSUES,
  newFindings,
  type Place,
  type SchemaOptions,
  spend,
  unclear,
} from './place.ts';
import { indexReferences } from './references.ts';
import { checkType, checkValue } from './value-keywords.ts';

export type { PatternTest, SchemaIssue, SchemaOptions } from './place.ts';

/** Deepest that schemas are followed: they may refer to themselves. */
const MAX_DEPTH = 200;

/** Holds a value against the schema it was made of. No issue and nothing unclear = the value fits. */
export type SchemaChecker = (value: unknown) => Readonly<Findings>;

/**
 * Makes a checker of a JSON Schema of draft 2020-12 or draft-07, which `$schema` names; without it both are understood,
 * and what OpenAPI and Gemini write (`nullable`, `STRING`). References are followed within the schema, nothing is fetched.
 * An issue is certain whatever is unclear beside it. The work is bounded: a schema that is not trusted costs no more than a
 * large one.
 */
export function compileSchema(schema: unknown, options: SchemaOptions = {}): SchemaChecker {
  const references = indexReferences(schema);
  const kept = { references, options, enums: new Map(), patterns: new Map() };
  return (value) => {
    const findings = newFindings();
    check(schema, value, {
      walk: { ...kept, spent: 0 },
      path: '',
      depth: 0,
      base: references.rootBase,
      scope: [references.rootBase],
      findings,
      check,
    });
    return findings;
  };
}

function check(schema: unknown, value: unknown, given: Place): Evaluated {
  const evaluated: Evaluated = { names: new Set(), items: new Set() };
  const { findings, walk } = given;
  if (findings.issues.length >= MAX_ISSUES || !spend(given, 1)) return evaluated;
  if (schema === false) addIssue(given, 'is not allowed');
  if (!isRecord(schema)) return evaluated;
  if (given.depth > MAX_DEPTH) {
    unclear(findings, `the schema is followed to a depth of ${MAX_DEPTH}`);
    return evaluated;
  }
  const base = walk.references.baseOf(schema);
  const at = base === null || base === given.base ? given : { ...given, base, scope: entered(given.scope, base) };
  const isReference = ownString(schema, '$ref') !== null;
  if (isReference && walk.references.isOldDraft(at.base)) {
    checkApplicators({ $ref: own(schema, '$ref') }, value, at, evaluated);
    return evaluated;
  }
  const before = findings.unclear.length;
  if (!checkType(schema, value, at)) return evaluated;
  checkValue(schema, value, at);
  checkApplicators(schema, value, at, evaluated);
  if (isRecord(value)) checkObject(schema, value, at, evaluated);
  else if (Array.isArray(value)) checkArray(schema, value, at, evaluated);
  if (!walk.references.usesUnevaluated) return evaluated;
  // Where a part could not be told, neither can what it left over.
  if (findings.unclear.length > before) return evaluated;
  if (isRecord(value)) checkUnevaluatedProperties(schema, value, at, evaluated);
  else if (Array.isArray(value)) checkUnevaluatedItems(schema, value, at, evaluated);
  return evaluated;
}
