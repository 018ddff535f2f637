import { isRecord, own } from '../../base/json.ts';
import type { Constraint } from '../../contracts/constraint.ts';
import type { ToolResult } from '../../contracts/trajectory.ts';
import type { CheckOutcome } from '../../contracts/validation-log.ts';
import type { CallRecord, TrajectoryIndex } from '../../trajectory/index-trajectory.ts';
import { compileSchema, type SchemaChecker, type SchemaIssue } from '../json-schema/compile-schema.ts';
import { safePattern } from '../json-schema/safe-pattern.ts';
import { argumentEvidence, laterValid } from '../rules/_call-arguments.ts';
import { quoteHead } from '../rules/rule.ts';
import { unplaced } from './outcome.ts';

type SchemaCheck = Extract<Constraint['check'], { language: 'json-schema' }>;

interface Checkers {
  readonly schema: SchemaChecker | null;
  readonly result: SchemaChecker | null;
}

/** Holds the calls of a constraint's tool against its schemas: the arguments, and the result where its shape is given. */
export function checkToolSchema(
  constraint: Constraint,
  check: SchemaCheck,
  index: TrajectoryIndex,
  positions: ReadonlySet<number>,
): readonly CheckOutcome[] {
  const tools = typeof constraint.guard?.tool === 'string' ? [constraint.guard.tool] : (constraint.guard?.tool ?? null);
  const compile = (schema: unknown) => (schema == null ? null : compileSchema(schema, { compilePattern: safePattern }));
  const checkers = { schema: compile(check.schema), result: compile(check.result) };
  return index.calls
    .filter(({ call, step }) => positions.has(step.position) && (tools === null || tools.includes(call.name)))
    .map((record) => checkCall(constraint, checkers, record, index));
}

function checkCall(
  constraint: Constraint,
  { schema, result }: Checkers,
  record: CallRecord,
  index: TrajectoryIndex,
): CheckOutcome {
  const ofArguments = schema === null ? NOTHING : checkArguments(schema, record);
  const ofResult = result === null ? NOTHING : checkResult(result, record);
  if (ofArguments.issues.length > 0 || ofResult.issues.length > 0) {
    return violation(constraint, record, {
      issues: ofArguments.issues,
      resultIssues: ofResult.issues,
      recovered: schema === null || ofResult.issues.length > 0 ? null : laterValid(index, record, schema),
    });
  }
  const why = ofArguments.unclear[0] ?? ofResult.unclear[0];
  return why === undefined ? unplaced(constraint, 'satisfied', 'holds') : unplaced(constraint, 'undecided', why);
}

interface Found {
  readonly issues: readonly SchemaIssue[];
  readonly unclear: readonly string[];
}

const NOTHING: Found = { issues: [], unclear: [] };

function checkArguments(check: SchemaChecker, { call }: CallRecord): Found {
  if (call.inferred) return { issues: [], unclear: ['the call was read out of text: its arguments have no shape'] };
  if (!call.argumentsValid) return { issues: [{ path: '', problem: 'are not JSON' }], unclear: [] };
  if (call.arguments === null) return { issues: [], unclear: ['the trace does not show the arguments as JSON'] };
  return check(call.arguments);
}

function checkResult(check: SchemaChecker, { result, failure }: CallRecord): Found {
  // What a tool says when it fails is not what it promises to give.
  if (result === null || failure !== null) return NOTHING;
  const found = check(resultValue(result));
  return found.issues.length === 0 || result.data !== null || !isCut(result.text)
    ? found
    : { issues: [], unclear: ['the trace does not hold the whole result'] };
}

/** MCP puts what the schema of a result speaks of beside the text for the model. */
function resultValue({ data, text }: ToolResult): unknown {
  const structured = own(data, 'structuredContent');
  return isRecord(structured) && Array.isArray(own(data, 'content')) ? structured : (data ?? text);
}

/** JSON that begins and does not end was cut where the trace was written. */
const isCut = (text: string): boolean => /^\s*[[{]/.test(text);

function violation(
  constraint: Constraint,
  record: CallRecord,
  found: {
    readonly issues: readonly SchemaIssue[];
    readonly resultIssues: readonly SchemaIssue[];
    readonly recovered: number | null;
  },
): CheckOutcome {
  const { call, step, result, resultStep } = record;
  const { issues, resultIssues, recovered } = found;
  // A result that is not as promised is the doing of the tool, not of who called it.
  const blamed = issues.length === 0 ? (resultStep ?? step) : step;
  const said = [
    ...issues.map(({ path, problem }) => `${path || 'the arguments'} ${problem}`),
    ...resultIssues.map(({ path, problem }) => `the result${path === '' ? '' : ` at ${path}`} ${problem}`),
  ];
  return {
    ...unplaced(constraint, 'violated', `${call.name}: ${said.join('; ')}`),
    stepId: blamed.id,
    position: blamed.position,
    evidence: [
      ...(issues[0] === undefined ? [] : argumentEvidence(record, issues[0].path)),
      ...(resultIssues.length > 0 && result !== null && resultStep !== null
        ? [quoteHead(resultStep, result, 'what the tool gave')]
        : []),
    ],
    recoveredPosition: recovered,
  };
}
