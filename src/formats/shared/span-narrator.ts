import type { Step } from '../../contracts/trajectory.ts';
import { type ChatMessage, messageText } from './chat-message.ts';
import { ConversationSteps, type Hearing } from './conversation-steps.ts';
import type { MessagePart } from './message-parts.ts';
import { isoTime } from './otlp-time.ts';
import { errorOf, SpanErrors } from './span-errors.ts';
import type { PlannedSpan, SpanPlan } from './span-plan.ts';
import { type EventInput, type TrajectoryBuilder, toolCallEvent, toolResultEvent } from './trajectory-builder.ts';

/** Name for who acts where the trace names no agent. */
const UNNAMED = 'assistant';

/** Answers of a whole agent run that its span holds, told in the order in which their tools ran. */
interface PendingOutput {
  readonly messages: readonly ChatMessage[];
  next: number;
}

/** Goes through the spans of a trace in order of time and tells the steps that a person would number. */
export class SpanNarrator {
  /** First step that came of each span. */
  readonly firstSteps = new Map<number, Step>();
  readonly #builder: TrajectoryBuilder;
  readonly #plan: SpanPlan;
  readonly #errors: SpanErrors;
  readonly #steps: ConversationSteps;
  readonly #lastSteps = new Map<number, Step>();
  readonly #spanOfStep = new Map<Step, number>();
  readonly #pending = new Map<number, PendingOutput>();

  constructor(builder: TrajectoryBuilder, plan: SpanPlan) {
    this.#builder = builder;
    this.#plan = plan;
    this.#errors = new SpanErrors(plan);
    this.#steps = new ConversationSteps(builder, (text) => this.#errors.reportedBy(text));
  }

  tell(): void {
    for (const { index, phase } of this.#plan.moments) {
      const item = this.#plan.items[index];
      if (item === undefined) continue;
      if (phase === 'end') this.#errors.ended(index);
      if (item.meaning === null || item.foldedInto !== null) continue;
      if (phase === 'start') this.#start(index, item);
      else this.#end(index, item);
    }
    this.#finishResults();
    this.#finishSilent();
    this.#finishErrors();
    this.#linkParents();
  }

  #start(index: number, item: PlannedSpan): void {
    switch (item.meaning?.kind) {
      case 'llm':
      case 'plan':
        this.#tellModelCall(index, item);
        break;
      case 'tool':
      case 'retrieval':
        this.#flushOutputs(item);
        if (item.hasInner) this.#tellCall(index, item);
        else this.#tellTool(index, item);
        break;
      case 'agent':
      case 'workflow':
        this.#steps.hear(item.meaning.input(), this.#hearing(index, item, 'input'));
        this.#pending.set(index, { messages: item.meaning.output(), next: 0 });
        break;
      case 'handoff':
        this.#tellHandoff(index, item);
        break;
      case 'guardrail':
        this.#add(index, item, 'environment', item.span.name, [
          { kind: 'guardrail', ...(item.meaning.guardrail ?? { text: '', triggered: null }) },
        ]);
        break;
      default:
        break;
    }
  }

  #end(index: number, item: PlannedSpan): void {
    const kind = item.meaning?.kind;
    if ((kind === 'tool' || kind === 'retrieval') && item.hasInner) this.#tellTool(index, item);
    const pending = this.#pending.get(index);
    if (pending === undefined) return;
    const rest = pending.messages.slice(pending.next);
    this.#pending.delete(index);
    this.#steps.hear(rest, { ...this.#hearing(index, item, 'output'), offset: pending.next });
    this.#answerByEnding(index, item, rest);
  }

  /** A call that gives the run's answer ("final_answer") has no tool's span: that the run ended with it is its result. */
  #answerByEnding(index: number, item: PlannedSpan, rest: readonly ChatMessage[]): void {
    const answer = messageText(rest.at(-1)?.parts ?? []);
    const entry = answer === '' ? null : this.#steps.ledger.openWithArgument(answer, this.#ownerOf(index, item));
    if (entry?.state !== 'called') return;
    entry.state = 'answered';
    const step = this.#lastSteps.get(index) ?? entry.step;
    this.#builder.addEvent(step, { ...toolResultEvent(entry.callId, entry.name, answer), rawRef: item.span.ref });
  }

  /** A model call: what is new in what it was given, then its answer as the step that has the span's id. */
  #tellModelCall(index: number, item: PlannedSpan): void {
    const { meaning } = item;
    if (meaning === null) return;
    this.#steps.hear(meaning.input(), { ...this.#hearing(index, item, 'input'), firstId: null });
    const parts = this.#steps.identify(meaning.output().flatMap((message) => message.parts));
    const said = this.#steps.eventsOf(parts);
    const events = [
      ...(meaning.kind === 'plan' ? said.map(asPlan) : said),
      ...meaning.finishReasons.flatMap(finishEvent),
      ...this.#errors.eventsOf(index),
    ];
    const step = this.#add(index, item, 'agent', item.agent ?? UNNAMED, events);
    this.#steps.enter('assistant', parts, step, this.#ownerOf(index, item));
    this.#steps.lastModelStep = step;
    if (events.length === 0) this.#steps.silent.push(step);
  }

  /** A tool's span: the result of a call that the model's answer told, else the call and its result. */
  #tellTool(index: number, item: PlannedSpan): void {
    const tool = item.meaning?.tool ?? null;
    if (item.meaning === null || tool === null) return;
    const known = this.#steps.ledger.byId(tool.callId) ?? this.#waitingCall(index, item);
    const callId = known?.callId ?? tool.callId ?? item.span.id;
    const events: EventInput[] = [];
    if (known === null || known.state !== 'called') events.push(toolCallEvent(callId, tool.name, tool.arguments));
    const error = errorOf(item.span, item.meaning.errorType);
    const failed = error !== null ? true : item.span.failed === false ? false : null;
    const text = tool.result ?? error?.message ?? null;
    if (text !== null) events.push(toolResultEvent(callId, tool.name, text, failed, error?.errorType ?? null));
    if (item.meaning.handoff !== null && !item.hasInner) events.push(handoffEvent(item.meaning.handoff, ''));
    const step = this.#add(index, item, 'tool', tool.name || 'tool', events);
    const entry =
      known !== null && known.state === 'called'
        ? known
        : this.#steps.ledger.add({
            callId,
            name: tool.name,
            arguments: tool.arguments,
            step,
            owner: this.#ownerOf(index, item),
            idGiven: tool.callId !== null,
          });
    entry.state = text === null ? 'running' : 'answered';
    entry.resultStep = step;
    if (text !== null && text.trim() !== '') this.#steps.memory.note('result', text, step);
  }

  /** The call of a tool that agents work in: its result stands where they are done. */
  #tellCall(index: number, item: PlannedSpan): void {
    const tool = item.meaning?.tool ?? null;
    if (tool === null) return;
    const known = this.#steps.ledger.byId(tool.callId) ?? this.#waitingCall(index, item);
    if (known !== null) {
      this.#addTransfer(index, item, known.step);
      return;
    }
    const callId = tool.callId ?? item.span.id;
    const call = toolCallEvent(callId, tool.name, tool.arguments);
    const step = this.#builder.addStep(
      {
        id: `${item.span.id}/call`,
        rawRef: item.span.ref,
        role: 'agent',
        agent: item.agent ?? UNNAMED,
        events: [call],
      },
      0,
    );
    this.#remember(index, step);
    this.#addTransfer(index, item, step);
    const idGiven = tool.callId !== null;
    this.#steps.ledger.add({
      callId,
      name: tool.name,
      arguments: tool.arguments,
      step,
      owner: this.#ownerOf(index, item),
      idGiven,
    });
  }

  /** That another agent was called as a tool stands with the call, unless that agent's own task tells it. */
  #addTransfer(index: number, item: PlannedSpan, caller: Step): void {
    const handoff = item.meaning?.handoff ?? null;
    if (handoff !== null && !this.#plan.holdsTask.has(index)) {
      this.#builder.addEvent(caller, { ...handoffEvent(handoff, ''), rawRef: item.span.ref });
    }
  }

  /** A call of the model that this tool's span, which does not say whose call it is, stands for. */
  #waitingCall(index: number, item: PlannedSpan) {
    const tool = item.meaning?.tool ?? null;
    if (tool === null) return null;
    const waiting = this.#steps.ledger.takeWaiting(tool.name, tool.arguments, this.#ownerOf(index, item));
    // A span that has an id stands for another call than one whose id the source gave.
    return waiting !== null && tool.callId !== null && waiting.idGiven ? null : waiting;
  }

  #tellHandoff(index: number, item: PlannedSpan): void {
    const handoff = item.meaning?.handoff ?? null;
    if (handoff === null) return;
    const events = [handoffEvent(handoff, ''), ...this.#errors.eventsOf(index)];
    this.#add(index, item, 'agent', handoff.from ?? item.agent ?? UNNAMED, events);
  }

  /** Tells the answers of the agent around a tool up to the one that called it, and calls that stand with it. */
  #flushOutputs(item: PlannedSpan): void {
    const pending = item.agentSpan === null ? undefined : this.#pending.get(item.agentSpan);
    const agent = item.agentSpan === null ? undefined : this.#plan.items[item.agentSpan];
    const callId = item.meaning?.tool?.callId ?? null;
    if (pending === undefined || agent === undefined || item.agentSpan === null || callId === null) return;
    const found = pending.messages.findIndex((message, at) => at >= pending.next && calls(message, callId));
    if (found === -1) return;
    let end = found + 1;
    while (isOnlyCalls(pending.messages[end])) end++;
    const parts = this.#steps.identify(pending.messages.slice(pending.next, end).flatMap((message) => message.parts));
    pending.next = end;
    const span = agent.span;
    const id = this.firstSteps.has(item.agentSpan) ? `${span.id}/output/${found}` : span.id;
    const step = this.#builder.addStep(
      { id, rawRef: span.ref, role: 'agent', agent: agent.agent ?? UNNAMED, events: this.#steps.eventsOf(parts) },
      0,
    );
    this.#remember(item.agentSpan, step);
    this.#steps.enter('assistant', parts, step, span.id);
  }

  /** Span of the agent whose calls are made and answered in a span. */
  #ownerOf(index: number, item: PlannedSpan): string {
    if (item.meaning?.kind === 'agent') return this.#plan.items[index]?.span.id ?? '';
    return item.agentSpan === null ? '' : (this.#plan.items[item.agentSpan]?.span.id ?? '');
  }

  #hearing(index: number, item: PlannedSpan, part: 'input' | 'output'): Hearing {
    const outer = item.agentSpan === null ? null : (this.#plan.items[item.agentSpan]?.agent ?? null);
    const name = item.agent ?? UNNAMED;
    const task = item.meaning?.kind === 'agent' && part === 'input';
    const text = task ? item.meaning?.input()[0]?.parts[0] : undefined;
    const isKnownTask = text?.kind === 'text' && this.#steps.ledger.openWithArgument(text.text, null) !== null;
    if (task && isKnownTask && text?.kind === 'text') this.#steps.memory.note('user', text.text, null);
    return {
      spanId: item.span.id,
      firstId: this.firstSteps.has(index) ? null : item.span.id,
      ref: item.span.ref,
      part,
      agent: name,
      owner: this.#ownerOf(index, item),
      from: task && outer !== null && outer !== name ? outer : null,
      added: (step) => this.#remember(index, step),
    };
  }

  #add(
    index: number,
    item: PlannedSpan,
    role: 'agent' | 'tool' | 'environment',
    agent: string,
    events: readonly EventInput[],
  ): Step {
    const step = this.#builder.addStep({
      id: item.span.id,
      rawRef: item.span.ref,
      role,
      agent: agent || UNNAMED,
      events,
      // A result that stands where the work within its tool is done came at its end.
      startedAt: isoTime(role === 'tool' && item.hasInner ? item.span.end : item.span.start),
      endedAt: isoTime(item.span.end),
      model: item.meaning?.model ?? null,
      usage: item.meaning?.usage ?? null,
    });
    // The step that has the span's id is the one that its children hang on, even where others came before it.
    this.firstSteps.set(index, step);
    this.#remember(index, step);
    return step;
  }

  #remember(index: number, step: Step): void {
    if (!this.firstSteps.has(index)) this.firstSteps.set(index, step);
    this.#lastSteps.set(index, step);
    this.#spanOfStep.set(step, index);
  }

  #finishResults(): void {
    for (const entry of this.#steps.ledger.running()) {
      if (entry.resultStep === null) continue;
      this.#builder.warn('CONTENT_NOT_RECORDED', NOT_RECORDED, entry.resultStep.rawRef);
      const index = this.#spanOfStep.get(entry.resultStep);
      const failed = index === undefined ? null : (this.#plan.items[index]?.span.failed ?? null);
      this.#builder.addEvent(entry.resultStep, toolResultEvent(entry.callId, entry.name, '', failed));
    }
  }

  #finishSilent(): void {
    for (const step of this.#steps.silent) {
      this.#builder.warn('CONTENT_NOT_RECORDED', NOT_RECORDED, step.rawRef);
      this.#builder.addEvent(step, { kind: 'other', text: '', nativeKind: 'content-not-recorded' });
    }
  }

  /** Errors of spans that have no step of their own stand with the last thing that was done in them. */
  #finishErrors(): void {
    const last = new Map(this.#lastSteps);
    for (const index of this.#plan.preorder.toReversed()) {
      const around = this.#plan.items[index]?.around ?? null;
      const step = last.get(index);
      if (around === null || step === undefined) continue;
      const known = last.get(around);
      if (known === undefined || known.position < step.position) last.set(around, step);
    }
    for (const { index, span, event } of this.#errors.untold()) {
      const around = this.#plan.items[index]?.around ?? null;
      const step = last.get(index) ?? (around === null ? undefined : last.get(around));
      if (step === undefined) {
        this.#builder.warn('SPAN_ERROR_NOT_TOLD', 'a span that failed belongs to no step of the agent', span.ref);
      } else {
        this.#builder.addEvent(step, { ...event, rawRef: span.ref });
      }
    }
  }

  /** Each step hangs on the nearest span around its own that has a step. */
  #linkParents(): void {
    const parentStep = new Map<number, Step | null>();
    for (const index of this.#plan.preorder) {
      const around = this.#plan.items[index]?.around ?? null;
      const step = around === null ? null : (this.firstSteps.get(around) ?? parentStep.get(around) ?? null);
      parentStep.set(index, step);
    }
    for (const [step, index] of this.#spanOfStep) {
      const own = this.firstSteps.get(index);
      const isRunStep = this.#plan.items[index]?.meaning?.kind === 'agent' && own !== undefined && own !== step;
      step.parentId = (isRunStep ? own : (parentStep.get(index) ?? null))?.id ?? null;
    }
  }
}

const NOT_RECORDED =
  'the trace does not hold what was said (recording of content is opt-in): silence in it means nothing';

const asPlan = (event: EventInput): EventInput =>
  event.kind === 'message' ? { kind: 'plan', text: event.text } : event;

const handoffEvent = (handoff: { from: string | null; to: string }, text: string): EventInput => ({
  kind: 'handoff',
  from: handoff.from,
  to: handoff.to,
  text,
});

/** Only endings that say something went wrong or was cut off. */
function finishEvent(reason: string): readonly EventInput[] {
  const plain = reason.toLowerCase();
  if (plain === 'content_filter' || plain === 'safety' || plain === 'refusal') {
    return [{ kind: 'guardrail', text: reason, triggered: true }];
  }
  if (plain !== 'length' && plain !== 'max_tokens') return [];
  return [{ kind: 'other', text: reason, nativeKind: 'finish-reason' }];
}

const calls = (message: ChatMessage, callId: string): boolean =>
  message.parts.some((part) => part.kind === 'call' && part.id === callId);

const isOnlyCalls = (message: ChatMessage | undefined): boolean =>
  message !== undefined && message.parts.length > 0 && message.parts.every((part: MessagePart) => part.kind === 'call');
