import { isRecord, own } from '../../base/json.ts';
import type { CallRecord, TrajectoryIndex } from '../../trajectory/index-trajectory.ts';
import { schemaIssues } from './_json-schema.ts';
import { laterCalls } from './_later-success.ts';
import { defineRule, quote, quoteHead, type Violation } from './rule.ts';

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
    const violations: Violation[] = [];
    let checked = 0;
    for (const record of index.calls) {
      const schema = schemas.get(record.call.name);
      if (!isObjectSchema(schema) || !isRecord(record.call.arguments)) continue;
      checked++;
      const issues = schemaIssues(schema, record.call.arguments);
      const first = issues[0];
      if (first === undefined) continue;
      violations.push({
        step: record.step,
        message: `${record.call.name}: ${issues.map(({ path, problem }) => `${path || 'the arguments'} ${problem}`).join('; ')}`,
        evidence: evidenceOf(record, first.path),
        recoveredPosition: laterValid(index, record, schema),
      });
    }
    return { checked, violations };
  },
});

/** A schema that describes arguments by name; some frameworks put other things in its place. */
const isObjectSchema = (schema: unknown): boolean =>
  isRecord(own(schema, 'properties')) || own(schema, 'type') === 'object';

function evidenceOf({ call, step, result, resultStep, failure }: CallRecord, path: string): Violation['evidence'] {
  const key = path.split(/[.[]/).at(-1) ?? '';
  const at = key === '' ? -1 : call.text.indexOf(`"${key}"`);
  const found = at === -1 ? quoteHead(step, call, 'arguments') : quote(step, call, at, at + 80, `argument ${path}`);
  if (result === null || resultStep === null || failure === null) return [found];
  return [found, quote(resultStep, result, failure.start, failure.end, 'what the tool said')];
}

/** A later call of the tool that fits and did not fail makes it good; so does the tool having taken the call as it was. */
function laterValid(index: TrajectoryIndex, record: CallRecord, schema: unknown): number | null {
  if (record.result !== null && record.failure === null) return record.resultStep?.position ?? null;
  for (const later of laterCalls(index, record)) {
    if (later.result === null || later.failure !== null) continue;
    if (schemaIssues(schema, later.call.arguments).length === 0) return later.step.position;
  }
  return null;
}
