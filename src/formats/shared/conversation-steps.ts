import type { Step, StepRole } from '../../contracts/trajectory.ts';
import { type CallEntry, CallLedger } from './call-ledger.ts';
import { type ChatMessage, type ChatRole, messageText } from './chat-message.ts';
import { ConversationMemory } from './conversation-memory.ts';
import type { MessagePart } from './message-parts.ts';
import { parseToolCallText } from './tool-call-text.ts';
import { asToolTraffic, type CallPart, callEvent, joinTexts, type ResultPart } from './tool-traffic.ts';
import { type EventInput, type TrajectoryBuilder, toolResultEvent } from './trajectory-builder.ts';

/** Whose conversation is gone through, and where the steps go that it brings. */
export interface Hearing {
  /** Span id that ids of new steps start with. */
  readonly spanId: string;
  /** Id for the first step that comes of it, where the span has no step of its own. */
  readonly firstId: string | null;
  readonly ref: string;
  readonly part: 'input' | 'output';
  /** Index of the first message in the span's own list. */
  readonly offset?: number;
  /** Agent whose conversation it is. */
  readonly agent: string;
  /** Id of that agent's span; "" where there is none. */
  readonly owner: string;
  /** Agent that gave a task to this one: its task is a handoff then, not a user's message. */
  readonly from: string | null;
  /** Tells of each step that was added. */
  added(step: Step): void;
}

const ROLE_OF: Readonly<Record<ChatRole, StepRole>> = {
  system: 'system',
  user: 'user',
  assistant: 'agent',
  tool: 'tool',
  call: 'agent',
  other: 'environment',
};

/** Turns conversations into steps: only what is new in them, calls once, results where their tool ran. */
export class ConversationSteps {
  readonly memory = new ConversationMemory();
  readonly ledger = new CallLedger();
  /** Steps of model calls whose answer was not recorded; a later conversation may tell it. */
  readonly silent: Step[] = [];
  /** The latest answer of a model: calls that a conversation tells without saying who made them are its. */
  lastModelStep: Step | null = null;
  readonly #builder: TrajectoryBuilder;
  readonly #madeIds = new Set<string>();
  /** Tells, for the text of a result, which error of an enclosing span it reports. */
  readonly #errorIn: (text: string) => { readonly errorType: string | null } | null;

  constructor(
    builder: TrajectoryBuilder,
    errorIn: (text: string) => { readonly errorType: string | null } | null = () => null,
  ) {
    this.#builder = builder;
    this.#errorIn = errorIn;
  }

  /** Goes through a conversation and adds a step for each message that is new. */
  hear(messages: readonly ChatMessage[], hearing: Hearing): void {
    const at: HearingAt = { ...hearing, index: 0, previous: null, times: new Map(), callTimes: new Map() };
    messages.forEach((message, index) => {
      at.index = index;
      at.previous = this.#hearOne(message, at);
    });
  }

  /** Parts whose calls all have an id: one is made up where the source gives none. */
  identify(parts: readonly MessagePart[]): readonly MessagePart[] {
    return parts.map((part) => {
      if (part.kind !== 'call' || part.id !== null) return part;
      const id = `call-${this.#madeIds.size + 1}`;
      this.#madeIds.add(id);
      return { ...part, id };
    });
  }

  /** Events of a message's parts, which `identify` has been through; texts that follow each other are one message. */
  eventsOf(parts: readonly MessagePart[]): EventInput[] {
    return joinTexts(parts).flatMap((part) => this.#partEvents(part));
  }

  #partEvents(part: MessagePart): EventInput[] {
    switch (part.kind) {
      case 'text':
        this.#countRedacted(part.text);
        return [{ kind: 'message', text: part.text, to: null }];
      case 'reasoning':
        return part.text === '' ? [] : [{ kind: 'reasoning', text: part.text }];
      case 'call':
        return [callEvent(part)];
      case 'result':
        return [this.#resultEvent(part, part.id)];
      case 'other':
        return [{ kind: 'other', text: '', nativeKind: part.type }];
    }
  }

  /** Enters what a step said in memory and ledger. */
  enter(role: string, parts: readonly MessagePart[], step: Step, owner: string): void {
    const text = messageText(parts);
    if (text.trim() !== '') this.memory.note(role, text, step);
    for (const part of parts) if (part.kind === 'call') this.#enterCall(part, step, owner);
  }

  #enterCall(part: CallPart, step: Step, owner: string): void {
    const callId = part.id ?? '';
    const idGiven = !this.#madeIds.has(callId);
    this.ledger.add({ callId, name: part.name, arguments: part.arguments, step, owner, idGiven });
  }

  /** The step that stands for a message: a new one where the message is new. */
  #hearOne(given: ChatMessage, at: HearingAt): Step | null {
    const message = asToolTraffic(given);
    const text = messageText(message.parts);
    const known = text.trim() === '' ? null : this.memory.recall(message.role, text, at.times, at.part === 'input');
    if (message.role === 'call') return this.#hearCallText(text, known?.step ?? null, at);
    const isNewText = text.trim() !== '' && known === null;
    const { results, calls } = this.#newTraffic(message.parts, at);
    if (!isNewText && results.length === 0) {
      const step = known?.step ?? this.#stepOfTraffic(message.parts);
      return calls.length === 0 ? step : this.#addCalls(calls, step, at);
    }
    const spoken = isNewText ? message.parts.filter((part) => part.kind !== 'call' && part.kind !== 'result') : [];
    return this.#addMessage(message, [...spoken, ...calls, ...results], text, at);
  }

  #newTraffic(
    parts: readonly MessagePart[],
    at: HearingAt,
  ): { readonly results: readonly ResultPart[]; readonly calls: readonly CallPart[] } {
    const results: ResultPart[] = [];
    const calls: CallPart[] = [];
    for (const part of parts) {
      if (part.kind === 'result') {
        const addressed = this.#addressed(part, at.owner);
        if (!this.#takeKnownResult(addressed, at.times)) results.push(addressed);
      } else if (part.kind === 'call' && !this.ledger.knows(part.id, part.name, part.arguments, at.callTimes)) {
        calls.push(part);
      }
    }
    return { results, calls };
  }

  /** The step that told a call or a result which a message repeats. */
  #stepOfTraffic(parts: readonly MessagePart[]): Step | null {
    for (const part of parts) {
      const entry = part.kind === 'call' || part.kind === 'result' ? this.ledger.byId(part.id) : null;
      if (entry !== null) return part.kind === 'call' ? entry.step : entry.resultStep;
    }
    return null;
  }

  /** Calls that were not told yet, of a message whose words were: they belong to the step that said them. */
  #addCalls(calls: readonly CallPart[], said: Step | null, at: HearingAt): Step {
    const step = [said, at.previous, this.lastModelStep].find((one) => one?.role === 'agent') ?? null;
    if (step === null) {
      return this.#addMessage({ role: 'assistant', nativeRole: 'assistant', name: null, parts: calls }, calls, '', at);
    }
    const identified = this.identify(calls);
    for (const event of this.eventsOf(identified)) this.#builder.addEvent(step, event);
    this.enter('assistant', identified, step, at.owner);
    return step;
  }

  /** A message that only says which tools were called: the calls belong to the agent's step before it. */
  #hearCallText(text: string, known: Step | null, at: HearingAt): Step | null {
    if (known !== null) return known;
    const calls = parseToolCallText(text).filter(
      (call) => !this.ledger.knows(call.id, call.name, call.arguments, at.callTimes),
    );
    const step = calls.length === 0 ? at.previous : this.#addCalls(calls, null, at);
    if (!this.memory.has('call', text)) this.memory.note('call', text, step);
    return step;
  }

  #addressed(part: ResultPart, owner: string): ResultPart {
    return part.id === null ? { ...part, id: this.ledger.onlyWaiting(owner)?.callId ?? null } : part;
  }

  /** Whether a result was told before; what it adds to that is taken from it. */
  #takeKnownResult(part: ResultPart, times: Map<string, number>): boolean {
    const entry = this.ledger.byId(part.id);
    if (entry?.state === 'answered') {
      this.#addPiece(entry, part, times);
      return true;
    }
    if (entry?.state === 'running' && entry.resultStep !== null) {
      this.#builder.addEvent(entry.resultStep, this.#resultEvent(part, entry.callId));
      entry.state = 'answered';
      return true;
    }
    if (entry !== null) return false;
    return part.text.trim() !== '' && this.memory.recall('result', part.text, times, false) !== null;
  }

  /** A further piece of a result ("Error: …" after the output so far) joins the first. */
  #addPiece(entry: CallEntry, part: ResultPart, times: Map<string, number>): void {
    const step = entry.resultStep;
    const isNew = part.text.trim() !== '' && this.memory.recall('result', part.text, times, false) === null;
    const at = step?.events.findIndex((event) => event.kind === 'tool-result' && event.callId === entry.callId) ?? -1;
    const event = step?.events[at];
    if (!isNew || !entry.toldByMessage || step === null || event?.kind !== 'tool-result') return;
    const error = this.#errorIn(part.text);
    step.events[at] = {
      ...event,
      text: `${event.text}\n${part.text}`,
      data: null,
      isError: error === null ? event.isError : true,
      errorType: error?.errorType ?? event.errorType,
    };
    this.memory.note('result', part.text, step);
  }

  #addMessage(message: ChatMessage, given: readonly MessagePart[], text: string, at: HearingAt): Step {
    const parts = this.identify(given);
    const role = ROLE_OF[message.role];
    const gap = message.role === 'assistant' && at.part === 'input' ? this.silent.shift() : undefined;
    if (gap !== undefined) {
      for (const event of this.eventsOf(parts)) this.#builder.addEvent(gap, event);
      this.enter('assistant', parts, gap, at.owner);
      return gap;
    }
    if (message.role === 'other') {
      this.#builder.warn('ROLE_UNKNOWN', `a message has the unknown role "${message.nativeRole}"`, at.ref);
    }
    const delegated = role === 'user' && at.from !== null && text.trim() !== '';
    const events = delegated ? [{ kind: 'handoff' as const, from: at.from, to: at.agent, text }] : this.eventsOf(parts);
    const step = this.#builder.addStep(
      {
        id: at.firstId ?? `${at.spanId}/${at.part}/${(at.offset ?? 0) + at.index}`,
        rawRef: at.ref,
        role: delegated ? 'agent' : role,
        agent: delegated ? (at.from ?? '') : this.#actor(message, parts, role, at),
        events,
      },
      0,
    );
    this.enter(message.role, parts, step, at.owner);
    for (const part of parts) if (part.kind === 'result') this.#enterResult(part, step);
    if (role === 'user' && text.trim() !== '') this.#builder.instruction ??= text;
    if (role === 'system' && text.trim() !== '') this.#builder.policy ??= text;
    at.firstId = null;
    at.added(step);
    return step;
  }

  #actor(message: ChatMessage, parts: readonly MessagePart[], role: StepRole, at: HearingAt): string {
    if (role === 'agent') return message.name ?? at.agent;
    if (role !== 'tool') return message.name ?? message.nativeRole;
    const result = parts.find((part) => part.kind === 'result');
    return result?.name ?? this.ledger.byId(result?.id ?? null)?.name ?? message.name ?? 'tool';
  }

  #enterResult(part: ResultPart, step: Step): void {
    const entry = this.ledger.byId(part.id);
    if (entry !== null) {
      entry.state = 'answered';
      entry.resultStep = step;
      entry.toldByMessage = true;
    }
    if (part.text.trim() !== '') this.memory.note('result', part.text, step);
  }

  #resultEvent(part: ResultPart, callId: string | null): EventInput {
    this.#countRedacted(part.text);
    const error = part.isError === null ? this.#errorIn(part.text) : null;
    return toolResultEvent(
      callId,
      part.name,
      part.text,
      error === null ? part.isError : true,
      error?.errorType ?? null,
    );
  }

  #countRedacted(text: string): void {
    if (text === REDACTED) this.#builder.countRedacted();
  }
}

/** What OpenInference writes in place of content that it was told to hide. */
const REDACTED = '__REDACTED__';

/** Where a conversation is being gone through. */
interface HearingAt extends Hearing {
  firstId: string | null;
  index: number;
  /** Step that stands for the message before. */
  previous: Step | null;
  /** How often each text and each call occurred so far. */
  readonly times: Map<string, number>;
  readonly callTimes: Map<string, number>;
}
