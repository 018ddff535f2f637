import { isRecord, own } from '../../base/json.ts';
import { compileSchema, type SchemaChecker } from '../json-schema/compile-schema.ts';
import { argumentEvidence, laterValid } from './_call-arguments.ts';
import { defineRule, type Violation } from './rule.ts';

export default defineRule({
  id: 'tool-arguments-valid',
  description: 'The arguments of a tool call fit the JSON Schema that the tool declares.',
  appliesTo: 'step',
  category: 'invalid-invocation',
  mode: 'invocation-issue',
  severity: 'medium',
  type: 'SCHEMA',
  evaluate({ index, trajectory }) {
    const schemas = new Map(trajectory.tools.map((tool) => [tool.name, tool.parameters]));
    const checkers = new Map<string, SchemaChecker>();
    const violations: Violation[] = [];
    let checked = 0;
    let undecided = 0;
    for (const record of index.calls) {
      const { name } = record.call;
      const schema = schemas.get(name);
      if (!isObjectSchema(schema) || !isRecord(record.call.arguments)) continue;
      checked++;
      // `pattern` and `format` are not looked at: the engine that runs them safely is no part of the rules.
      const check = checkers.get(name) ?? compileSchema(schema, { nullIsAbsent: true });
      checkers.set(name, check);
      const { issues, unclear } = check(record.call.arguments);
      const first = issues[0];
      if (first === undefined) {
        if (unclear.length > 0) undecided++;
        continue;
      }
      violations.push({
        step: record.step,
        message: `${name}: ${issues.map(({ path, problem }) => `${path || 'the arguments'} ${problem}`).join('; ')}`,
        evidence: argumentEvidence(record, first.path),
        recoveredPosition: laterValid(index, record, check),
      });
    }
    const reason = 'the schema of the tool cannot be told whole';
    return { checked, violations, ...(undecided > 0 ? { undecided: { count: undecided, reason } } : {}) };
  },
});

/** A schema that describes arguments by name; some frameworks put other things in its place. */
const isObjectSchema = (schema: unknown): boolean =>
  isRecord(own(schema, 'properties')) || own(schema, 'type') === 'object';
