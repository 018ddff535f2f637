import type { Constraint } from '../../contracts/constraint.ts';
import type { CheckOutcome } from '../../contracts/validation-log.ts';
import type { CallRecord, TrajectoryIndex } from '../../trajectory/index-trajectory.ts';
import { schemaIssues } from '../rules/_json-schema.ts';
import { quoteHead } from '../rules/rule.ts';
import { unplaced } from './outcome.ts';

type SchemaCheck = Extract<Constraint['check'], { language: 'json-schema' }>;

/** Holds the calls of a constraint's tool against its schemas: the arguments, and the result where its shape is given. */
export function checkToolSchema(
  constraint: Constraint,
  check: SchemaCheck,
  index: TrajectoryIndex,
  positions: ReadonlySet<number>,
): readonly CheckOutcome[] {
  const tools = typeof constraint.guard?.tool === 'string' ? [constraint.guard.tool] : (constraint.guard?.tool ?? null);
  return index.calls
    .filter(({ call, step }) => positions.has(step.position) && (tools === null || tools.includes(call.name)))
    .map((record) => checkCall(constraint, check, record));
}

function checkCall(constraint: Constraint, check: SchemaCheck, record: CallRecord): CheckOutcome {
  const { call, step, result, resultStep } = record;
  if (call.inferred)
    return unplaced(constraint, 'undecided', 'the call was read out of text: its arguments have no shape');
  const issues = check.schema === null ? [] : schemaIssues(check.schema, call.arguments);
  const resultIssues =
    check.result == null || result === null || record.failure !== null
      ? []
      : schemaIssues(check.result, result.data ?? result.text);
  if (issues.length === 0 && resultIssues.length === 0) return unplaced(constraint, 'satisfied', 'holds');
  const said = [
    ...issues.map(({ path, problem }) => `${path || 'the arguments'} ${problem}`),
    ...resultIssues.map(({ path, problem }) => `result ${path} ${problem}`),
  ];
  return {
    ...unplaced(constraint, 'violated', `${call.name}: ${said.join('; ')}`),
    stepId: step.id,
    position: step.position,
    evidence: [
      quoteHead(step, call, 'arguments of the call'),
      ...(resultIssues.length > 0 && result !== null && resultStep !== null
        ? [quoteHead(resultStep, result, 'what the tool gave')]
        : []),
    ],
  };
}
