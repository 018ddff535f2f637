import { AppError } from '../../base/errors.ts';
import { isRecord, type JsonValue, own, ownArray, ownString } from '../../base/json.ts';
import type { Trajectory, Usage } from '../../contracts/trajectory.ts';
import type { ParseContext } from '../format.ts';
import { type Attributes, attributeNumber, attributeText, parsedValue } from '../shared/otlp-attributes.ts';
import { isoTime } from '../shared/otlp-time.ts';
import { readSpan, type Span } from '../shared/span.ts';
import { usageOf } from '../shared/span-meaning.ts';
import { type EventInput, TrajectoryBuilder, toolCallEvent, toolResultEvent } from '../shared/trajectory-builder.ts';
import { isLocalRun } from './detect.ts';
import { goldOf } from './gold.ts';

export function parse(document: unknown, context: ParseContext): readonly Trajectory[] {
  if (!Array.isArray(document)) return [parseRun(document, context, '')];
  return document.map((run, index) => parseRun(run, context, `/${index}`));
}

function parseRun(run: unknown, context: ParseContext, pointer: string): Trajectory {
  if (!isLocalRun(run)) throw new AppError('TRACE_FORMAT_INVALID', `otel-json-local: ${pointer || '/'} is not a run`);
  const id = ownString(run, 'run_id') ?? ownString(run, 'task_id') ?? 'run';
  const builder = new TrajectoryBuilder({ id, format: 'otel-json-local', context, pointer });
  builder.instruction = ownString(run, 'task');
  const spans = readSpans(run, builder);
  const steps = spans.filter((span) => stepIndex(span) !== null);
  steps.sort((a, b) => (stepIndex(a) ?? 0) - (stepIndex(b) ?? 0));
  for (const span of steps) addSpan(builder, span);
  for (const span of spans) {
    if (stepIndex(span) === null) {
      builder.countRecord();
      builder.elide('spans that are no step (the experiment around the agents)');
    }
  }
  readOutcome(builder, run);
  builder.startedAt = isoTime(spans.find((span) => span.parentId === null)?.start ?? null);
  builder.endedAt = isoTime(spans.find((span) => span.parentId === null)?.end ?? null);
  const domain = ownString(own(run, 'task_metadata'), 'domain');
  if (domain !== null) builder.addMetadata('domain', domain);
  builder.gold = goldOf(run, spans);
  return builder.finish();
}

function readSpans(run: Record<string, unknown>, builder: TrajectoryBuilder): Span[] {
  return (ownArray(run, 'spans') ?? []).flatMap((raw, index) => {
    const ref = `/spans/${index}`;
    const span = readSpan(raw, { ref, resource: new Map(), scope: '', enclosing: null });
    if (span === null) {
      builder.countRecord();
      builder.warn('SPAN_WITHOUT_ID', 'an element of the list of spans is no span', ref);
    }
    return span ?? [];
  });
}

const stepIndex = (span: Span): number | null => attributeNumber(span.attributes, 'experiment.step_index');

/** Only the fields named here reach a step: an attribute that nobody knows may be the fault or the answer. */
function addSpan(builder: TrajectoryBuilder, span: Span): void {
  const { attributes } = span;
  const isTool = attributeText(attributes, 'experiment.operation_type') === 'tool_call';
  addTool(builder, span);
  builder.addStep({
    id: span.id,
    nativeIndex: stepIndex(span),
    rawRef: span.ref,
    role: isTool ? 'tool' : 'agent',
    agent: attributeText(attributes, 'gen_ai.agent.name') ?? span.name,
    parentId: null,
    events: isTool ? toolEvents(span) : agentEvents(span),
    startedAt: isoTime(span.start),
    endedAt: isoTime(span.end),
    model: isTool ? null : attributeText(attributes, 'gen_ai.request.model'),
    usage: isTool ? null : usageIn(attributes),
  });
}

function agentEvents(span: Span): EventInput[] {
  const { attributes } = span;
  const events: EventInput[] = [];
  const given = attributeText(attributes, 'agent.input_message');
  if (given !== null) events.push({ kind: 'other', text: given, nativeKind: 'input-message' });
  const said = attributeText(attributes, 'agent.output_message');
  if (said !== null) events.push({ kind: 'message', text: said, to: null });
  for (const key of ['plan.text', 'plan.query_json']) {
    const text = attributeText(attributes, key);
    if (text !== null) events.push({ kind: 'plan', text });
  }
  const tool = attributeText(attributes, 'tool.name');
  const args = attributeText(attributes, 'tool.args_json');
  if (tool !== null && args !== null) events.push(toolCallEvent(null, tool, args));
  const verdict = attributeText(attributes, 'validation.status');
  if (verdict !== null) events.push({ kind: 'other', text: verdict, nativeKind: 'validation-status' });
  for (const event of span.events) {
    const to = event.name === 'task_delegated' ? attributeText(event.attributes, 'target_agent') : null;
    if (to !== null) {
      events.push({ kind: 'handoff', from: attributeText(attributes, 'gen_ai.agent.name'), to, text: '' });
    }
  }
  if (span.failed === true) events.push({ kind: 'error', text: failureText(span), errorType: errorType(span) });
  return events;
}

function toolEvents(span: Span): EventInput[] {
  const name = attributeText(span.attributes, 'tool.name');
  const result = attributeText(span.attributes, 'tool.result_json') ?? (span.failed === true ? failureText(span) : '');
  return [toolResultEvent(null, name, result, span.failed, errorType(span))];
}

const usageIn = (attributes: Attributes): Usage | null =>
  usageOf(
    attributeNumber(attributes, 'gen_ai.usage.input_tokens'),
    attributeNumber(attributes, 'gen_ai.usage.output_tokens'),
    null,
  );

const errorType = (span: Span): string | null => attributeText(span.attributes, 'error.type');
const failureText = (span: Span): string =>
  attributeText(span.attributes, 'error.message') ?? span.statusMessage ?? 'the span has the status ERROR';

/** Parameters are a plain table, `{name: {type, required}}`; they become a JSON Schema. */
function addTool(builder: TrajectoryBuilder, { attributes }: Span): void {
  const name = attributeText(attributes, 'tool.name');
  const table = parsedValue(attributes.get('gen_ai.tool.parameters'));
  if (name === null || !isRecord(table)) return;
  const properties: Record<string, JsonValue> = {};
  for (const [key, value] of Object.entries(table)) properties[key] = { type: ownString(value, 'type') ?? 'string' };
  const required = Object.keys(table).filter((key) => own(own(table, key), 'required') === true);
  builder.addTool({ name, description: null, parameters: { type: 'object', properties, required } });
}

/** A run that calls itself failed is taken at its word; one that calls itself successful only claims it. */
function readOutcome(builder: TrajectoryBuilder, run: Record<string, unknown>): void {
  const status = ownString(run, 'status');
  if (status === null) return;
  const failed = /^(?:FAILED|FAILURE|ERROR)$/i.test(status);
  builder.outcome = {
    status: failed ? 'failed' : 'unknown',
    reward: null,
    reason: failed ? `status ${status}` : `the run says ${status} of itself, which nobody checked`,
  };
}
