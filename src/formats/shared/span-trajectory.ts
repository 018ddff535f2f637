import { AppError } from '../../base/errors.ts';
import type { JsonValue } from '../../base/json.ts';
import type { Trajectory, Usage } from '../../contracts/trajectory.ts';
import type { ParseContext } from '../format.ts';
import type { LeftOut } from './left-out.ts';
import { attributeText } from './otlp-attributes.ts';
import { isoTime } from './otlp-time.ts';
import type { Span } from './span.ts';
import type { SpanMeaning } from './span-meaning.ts';
import { SpanNarrator } from './span-narrator.ts';
import { type PlannedSpan, planSpans, type SpanPlan } from './span-plan.ts';
import { type CollectedTrace, collectTraces } from './span-sources.ts';
import { TrajectoryBuilder } from './trajectory-builder.ts';

export interface SpanFormat {
  readonly id: string;
  /** What a span means; null for one that has nothing to do with agents. */
  readonly readMeaning: (span: Span) => SpanMeaning | null;
}

/**
 * Reads documents of spans: one trajectory for each trace id in which an agent, a model or a tool is at work. Traces
 * without any of these are counted in the warnings of the one beside them.
 * @throws AppError TRACE_NO_STEPS where there is none
 */
export function parseSpans(
  documents: readonly { readonly value: unknown; readonly ref: string }[],
  context: ParseContext,
  format: SpanFormat,
): readonly Trajectory[] {
  const trajectories: Trajectory[] = [];
  let without = 0;
  const { traces, leftOut } = collectTraces(documents);
  for (const trace of traces) {
    const trajectory = parseTrace(trace, context, format, trajectories.length === 0 ? leftOut : null);
    if (trajectory === null) without++;
    else trajectories.push(trajectory);
  }
  const first = trajectories[0];
  if (first === undefined) {
    throw new AppError('TRACE_NO_STEPS', `${format.id}: no span tells of an agent, a model call or a tool`);
  }
  if (without > 0) {
    first.coverage.warnings.push({
      code: 'TRACE_WITHOUT_AGENT',
      message: 'traces of the file in which no agent, model or tool is at work were left out',
      count: without,
      firstRef: null,
    });
  }
  return trajectories;
}

/** `leftOut`: what the document holds beside its spans, where this trajectory is the one to tell of it. */
function parseTrace(
  trace: CollectedTrace,
  context: ParseContext,
  format: SpanFormat,
  leftOut: LeftOut | null,
): Trajectory | null {
  const plan = planSpans(trace.spans, format.readMeaning);
  const builder = new TrajectoryBuilder({ id: trace.traceId, format: format.id, context });
  const narrator = new SpanNarrator(builder, plan);
  narrator.tell();
  if (builder.stepCount === 0) return null;
  count(builder, plan, narrator, trace);
  leftOut?.tell(builder);
  for (const { meaning } of plan.items) for (const tool of meaning?.tools() ?? []) builder.addTool(tool);
  builder.usage = usageOf(plan);
  builder.startedAt = isoTime(extreme(trace.spans, 'start'));
  builder.endedAt = isoTime(extreme(trace.spans, 'end'));
  describeRun(builder, plan, narrator);
  return builder.finish();
}

/** Every span is counted: those that became steps were counted with them. */
function count(builder: TrajectoryBuilder, plan: SpanPlan, narrator: SpanNarrator, trace: CollectedTrace): void {
  plan.items.forEach((item, index) => {
    const isStep = narrator.firstSteps.get(index)?.id === item.span.id && !WRAPPERS.has(item.meaning?.kind ?? '');
    if (!isStep) builder.countRecord();
    if (item.meaning === null) builder.elide(plainKind(item.span));
    else if (item.foldedInto !== null) builder.elide('spans that tell again what the span around them tells');
    else if (item.meaning.kind === 'embedding') builder.elide('embedding spans');
    else if (item.meaning.kind === 'evaluation') builder.elide('evaluation spans (kept as gold)');
    else if (item.meaning.kind === 'structure') builder.elide('wrapper spans');
    if (item.span.harnessLogs.length > 0)
      builder.elide('logs of the harness (kept as gold)', item.span.harnessLogs.length);
  });
  for (const span of plan.orphans)
    builder.warn('SPAN_ORPHAN', 'a span names a parent that is not in the file', span.ref);
  for (const span of plan.cut) builder.warn('PARENT_CYCLE', 'spans enclose each other; the link was cut', span.ref);
  if (plan.orphans.length > 0) builder.complete = false;
  if (trace.repeated > 0) {
    builder.countRecord(trace.repeated);
    builder.elide('spans that were exported again', trace.repeated);
  }
}

const WRAPPERS: ReadonlySet<string> = new Set(['agent', 'workflow']);

function plainKind({ attributes }: Span): string {
  const has = (...prefixes: readonly string[]): boolean => {
    for (const key of attributes.keys()) if (prefixes.some((prefix) => key.startsWith(prefix))) return true;
    return false;
  };
  if (has('http.', 'url.')) return 'HTTP spans';
  if (has('db.')) return 'database spans';
  return has('rpc.', 'messaging.') ? 'RPC and messaging spans' : 'other spans without an agent, model or tool';
}

/** Sum over the model calls; where none of them says, what the agents' spans say. */
function usageOf(plan: SpanPlan): Usage | null {
  const of = (kinds: readonly string[]): readonly Usage[] =>
    plan.items.flatMap(({ meaning, foldedInto }) =>
      meaning?.usage && foldedInto === null && kinds.includes(meaning.kind) ? [meaning.usage] : [],
    );
  const calls = of(['llm', 'plan']);
  const usages = calls.length > 0 ? calls : of(['agent', 'workflow']).slice(0, 1);
  if (usages.length === 0) return null;
  const sum = (key: keyof Usage): number | null => {
    const known = usages.flatMap((usage) => usage[key] ?? []);
    return known.length === 0 ? null : known.reduce((total, value) => total + value, 0);
  };
  return { inputTokens: sum('inputTokens'), outputTokens: sum('outputTokens'), costUsd: sum('costUsd') };
}

function extreme(spans: readonly Span[], key: 'start' | 'end'): bigint | null {
  let found: bigint | null = null;
  for (const span of spans) {
    const time = span[key];
    if (time !== null && (found === null || (key === 'start' ? time < found : time > found))) found = time;
  }
  return found;
}

function describeRun(builder: TrajectoryBuilder, plan: SpanPlan, narrator: SpanNarrator): void {
  const root = plan.items.find((item) => item.meaning !== null && item.around === null);
  if (root !== undefined && root.span.failed === true && WRAPPERS.has(root.meaning?.kind ?? '')) {
    const reason = `the span of the run has the status ERROR${root.span.statusMessage ? `: ${root.span.statusMessage}` : ''}`;
    builder.outcome = { status: 'failed', reward: null, reason: reason.slice(0, 300) };
  }
  const session = plan.items.find((item) => item.meaning?.session)?.meaning?.session ?? null;
  if (session !== null) builder.addMetadata('session', session);
  const service = root === undefined ? null : attributeText(root.span.resource, 'service.name');
  if (service !== null) builder.addMetadata('service', service);
  const stepOfSpan = stepsOfSpans(plan, narrator);
  if (Object.keys(stepOfSpan).length > 0) builder.addMetadata('stepOfSpan', stepOfSpan);
  builder.gold = goldOf(plan.items);
}

/** For spans that are no step themselves: the first step within them, so that what refers to them finds its place. */
function stepsOfSpans(plan: SpanPlan, narrator: SpanNarrator): Readonly<Record<string, string>> {
  const first = new Map<number, string>();
  for (const index of plan.preorder.toReversed()) {
    const item = plan.items[index];
    if (item === undefined || item.meaning === null) continue;
    const host = item.foldedInto;
    const step = narrator.firstSteps.get(index)?.id ?? first.get(index);
    if (step === undefined) continue;
    first.set(index, step);
    if (host === null && item.around !== null) first.set(item.around, step);
  }
  const entries = plan.items.flatMap((item, index): [string, string][] => {
    const step = item.foldedInto === null ? first.get(index) : narrator.firstSteps.get(item.foldedInto)?.id;
    return item.meaning === null || step === undefined || step === item.span.id ? [] : [[item.span.id, step]];
  });
  return Object.fromEntries(entries);
}

/** Verdicts on the run, and what the program around the agent logged (it may hold the expected answer). */
function goldOf(items: readonly PlannedSpan[]): JsonValue {
  const evaluations = items.flatMap(({ meaning }) => (meaning === null || meaning.gold === null ? [] : [meaning.gold]));
  const harnessLogs = items.flatMap(({ span }) =>
    span.harnessLogs.map((body): JsonValue => ({ span: span.id, body: (body ?? null) as JsonValue })),
  );
  if (evaluations.length === 0 && harnessLogs.length === 0) return null;
  return { evaluations, harnessLogs };
}
