import { isRecord, type JsonValue, own, ownArray, ownString } from '../../base/json.ts';
import type { Step, Usage } from '../../contracts/trajectory.ts';
import { resultText } from '../shared/message-parts.ts';
import {
  type EventInput,
  type StepInput,
  type TrajectoryBuilder,
  toolResultEvent,
} from '../shared/trajectory-builder.ts';
import { assistantEvents, readUsage } from './assistant-blocks.ts';
import { commandOf, type PlacedLine, plainContent } from './session-line.ts';
import { isDenial, readUserText } from './user-text.ts';

/** Lines that only keep the books: nothing in them was said or done by the agent. */
const BOOKKEEPING = new Set([
  'summary',
  'progress',
  'file-history-snapshot',
  'file-history-delta',
  'queue-operation',
  'permission-mode',
  'mode',
  'last-prompt',
  'ai-title',
  'custom-title',
  'agent-name',
  'agent-color',
  'agent-setting',
  'pr-link',
  'tag',
  'stream_event',
]);

/** Reads the lines of one conversation into a trajectory, in the order of the file. */
export class SegmentReader {
  /** Sub-agents by the call that started them, as the results of the calls name them. */
  readonly subagents = new Map<string, string>();
  /** First thing the user said, a command too: the task of a session in which nothing else was asked. */
  firstSaid: string | null = null;
  readonly #builder: TrajectoryBuilder;
  #cost: number | null = null;
  /** Name of the agent whose conversation it is. */
  readonly #agent: string;
  readonly #steps: Step[] = [];
  readonly #byMessage = new Map<string, Step>();
  readonly #byUuid = new Map<string, unknown>();
  readonly #toolNames = new Map<string, string>();

  constructor(builder: TrajectoryBuilder, agent: string) {
    this.#builder = builder;
    this.#agent = agent;
  }

  read({ value, ref }: PlacedLine): void {
    if (!isRecord(value)) {
      this.#builder.warn('LINE_NOT_AN_OBJECT', 'a line is no JSON object', ref);
      this.#keep(value, ref, 'unknown');
      return;
    }
    if (this.#isRepeat(value)) return;
    const type = ownString(value, 'type') ?? '';
    if (type === 'assistant') this.#readAssistant(value, ref);
    else if (type === 'user') this.#readUser(value, ref);
    else if (type === 'system') this.#readSystem(value, ref);
    else if (type === 'attachment') this.#readAttachment(value, ref);
    else if (type === 'result') this.#readResult(value);
    else if (BOOKKEEPING.has(type)) this.#elide(`lines of type ${type}`);
    else this.#keep(value, ref, type || 'unknown');
  }

  /** Sum of what each message used; a message that was written in several lines counts once. */
  usage(): Usage | null {
    const used = this.#steps.flatMap((step) => step.usage ?? []);
    if (used.length === 0) return null;
    const sum = (key: 'inputTokens' | 'outputTokens'): number =>
      used.reduce((total, usage) => total + (usage[key] ?? 0), 0);
    return { inputTokens: sum('inputTokens'), outputTokens: sum('outputTokens'), costUsd: this.#cost };
  }

  /** A resumed session repeats lines; the same line is read once. */
  #isRepeat(line: Record<string, unknown>): boolean {
    const uuid = ownString(line, 'uuid');
    if (uuid === null) return false;
    const known = this.#byUuid.get(uuid);
    if (known === undefined) {
      this.#byUuid.set(uuid, line);
      return false;
    }
    if (JSON.stringify(known) !== JSON.stringify(line)) return false;
    this.#elide('lines that the file repeats');
    return true;
  }

  #readAssistant(line: Record<string, unknown>, ref: string): void {
    const message = own(line, 'message');
    const events = assistantEvents(message, own(line, 'isApiErrorMessage') === true, this.#builder);
    if (!isRecord(message) || (own(message, 'content') === undefined && events.length === 0)) {
      this.#malformed(line, ref);
      return;
    }
    const time = ownString(line, 'timestamp');
    for (const event of events) if (event.kind === 'tool-call') this.#toolNames.set(event.callId, event.name);
    const id = ownString(message, 'id');
    const known = id === null ? undefined : this.#byMessage.get(id);
    if (known !== undefined) {
      // Each block of a message is a line of its own; usage grows with them, and the last is the whole.
      for (const event of events) this.#builder.addEvent(known, { ...event, rawRef: ref });
      known.usage = readUsage(message) ?? known.usage;
      known.endedAt = time ?? known.endedAt;
      this.#builder.countRecord();
      return;
    }
    const model = ownString(message, 'model');
    const step = this.#add(line, {
      rawRef: ref,
      role: 'agent',
      agent: this.#agent,
      events,
      startedAt: time,
      endedAt: time,
      model: model === '<synthetic>' ? null : model,
      usage: readUsage(message),
    });
    if (id !== null) this.#byMessage.set(id, step);
  }

  #readUser(line: Record<string, unknown>, ref: string): void {
    const message = own(line, 'message');
    const content = own(message, 'content');
    if (typeof content !== 'string' && !Array.isArray(content)) {
      this.#malformed(line, ref);
      return;
    }
    const blocks: readonly unknown[] = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
    if (commandOf(plainContent(line) ?? '') === 'clear') {
      this.#elide('/clear commands (the conversation after one is another trajectory)');
      return;
    }
    const results = blocks.filter((block) => ownString(block, 'type') === 'tool_result');
    if (results.length > 0) this.#addResults(line, results, ref);
    const rest = blocks.filter((block) => !results.includes(block));
    if (rest.length > 0 || results.length === 0) this.#addUserBlocks(line, rest, ref, results.length > 0);
  }

  #addResults(line: Record<string, unknown>, results: readonly unknown[], ref: string): void {
    const events: EventInput[] = [];
    const names: string[] = [];
    for (const result of results) {
      const id = ownString(result, 'tool_use_id');
      const name = id === null ? null : (this.#toolNames.get(id) ?? null);
      if (name !== null && !names.includes(name)) names.push(name);
      const flagged = own(result, 'is_error');
      const text = resultText(own(result, 'content'));
      events.push(toolResultEvent(id, name, text, typeof flagged === 'boolean' ? flagged : null));
      if (isDenial(text)) events.push({ kind: 'guardrail', text, triggered: true });
      this.#noteSubagent(id, own(line, 'toolUseResult'), text);
    }
    const time = ownString(line, 'timestamp');
    this.#add(line, {
      rawRef: ref,
      role: 'tool',
      agent: names.join(', ') || 'tool',
      events,
      startedAt: time,
      endedAt: time,
    });
  }

  #noteSubagent(callId: string | null, rich: unknown, text: string): void {
    const agentId = ownString(rich, 'agentId') ?? /\bagentId: ([\w-]{1,64})/.exec(text.slice(-2_000))?.[1] ?? null;
    if (callId !== null && agentId !== null) this.subagents.set(callId, agentId);
  }

  #addUserBlocks(line: Record<string, unknown>, blocks: readonly unknown[], ref: string, isSecond: boolean): void {
    const flags = {
      isMeta: own(line, 'isMeta') === true,
      isCompactSummary: own(line, 'isCompactSummary') === true,
    };
    const texts = blocks.flatMap((block) => {
      const text = typeof block === 'string' ? block : ownString(block, 'text');
      return text === null ? [] : [readUserText(text, flags)];
    });
    const others = blocks.filter((block) => typeof block !== 'string' && ownString(block, 'text') === null);
    const first = texts[0];
    const events = [
      ...texts.map(({ event }) => event),
      ...others.map(
        (block): EventInput => ({ kind: 'other', text: '', nativeKind: ownString(block, 'type') ?? 'block' }),
      ),
    ];
    const boundary = this.#steps.at(-1);
    if (first?.event.kind === 'compaction' && boundary?.events.every((event) => event.kind === 'compaction') === true) {
      // The boundary and the summary that follows it are one event of the conversation.
      for (const event of events) this.#builder.addEvent(boundary, { ...event, rawRef: ref });
      this.#builder.countRecord();
      return;
    }
    const uuid = ownString(line, 'uuid');
    const id = isSecond && uuid !== null ? `${uuid}/text` : uuid;
    const time = ownString(line, 'timestamp');
    const { role, agent } = first ?? { role: 'user' as const, agent: 'user' };
    this.#add(line, { id, rawRef: ref, role, agent, events, startedAt: time, endedAt: time }, isSecond ? 0 : 1);
    const request = texts.find((text) => text.isRequest);
    if (request?.event.kind === 'message') this.#builder.instruction ??= request.event.text;
    if (role === 'user' && first?.event.kind === 'message') this.firstSaid ??= first.event.text;
  }

  #readSystem(line: Record<string, unknown>, ref: string): void {
    const subtype = ownString(line, 'subtype') ?? 'unknown';
    const text = ownString(line, 'content') ?? '';
    if (subtype === 'compact_boundary') this.#addSystem(line, ref, { kind: 'compaction', text });
    else if (subtype === 'api_error') {
      const error = own(line, 'error');
      this.#addSystem(line, ref, { kind: 'error', text: text || JSON.stringify(error ?? null), errorType: subtype });
    } else if (subtype === 'init') {
      for (const name of ownArray(line, 'tools') ?? []) {
        if (typeof name === 'string') this.#builder.addTool({ name, description: null, parameters: null });
      }
      this.#elide('system lines: init');
    } else if (own(line, 'preventedContinuation') === true || (ownArray(line, 'hookErrors') ?? []).length > 0) {
      const said = text || ownString(line, 'stopReason') || JSON.stringify(own(line, 'hookErrors') ?? []);
      this.#addSystem(line, ref, { kind: 'guardrail', text: said, triggered: true });
    } else if (text !== '' && (ownString(line, 'level') === 'error' || ownString(line, 'level') === 'warning')) {
      this.#addSystem(line, ref, { kind: 'other', text, nativeKind: `system:${subtype}` });
    } else this.#elide(`system lines: ${subtype}`);
  }

  #readAttachment(line: Record<string, unknown>, ref: string): void {
    const attachment = own(line, 'attachment');
    const type = ownString(attachment, 'type') ?? 'unknown';
    const prompt = ownString(attachment, 'prompt');
    if (type === 'queued_command' && prompt !== null) {
      const { role, agent, event } = readUserText(prompt, { isMeta: false, isCompactSummary: false });
      this.#add(line, { rawRef: ref, role, agent, events: [event], startedAt: ownString(line, 'timestamp') });
    } else if (type === 'hook_blocking_error') {
      const said = ownString(attachment, 'content') ?? JSON.stringify(own(attachment, 'blockingError') ?? null);
      this.#addSystem(line, ref, { kind: 'guardrail', text: said, triggered: true });
    } else this.#elide(`attachments: ${type}`);
  }

  /** Last line of a run without a terminal: what it cost, and whether it broke off. */
  #readResult(line: Record<string, unknown>): void {
    this.#builder.countRecord();
    const cost = own(line, 'total_cost_usd');
    if (typeof cost === 'number') this.#cost = cost;
    const subtype = ownString(line, 'subtype') ?? 'unknown';
    if (own(line, 'is_error') !== true && subtype === 'success') return;
    this.#builder.outcome = { status: 'failed', reward: null, reason: `the session ended with ${subtype}` };
  }

  #addSystem(line: Record<string, unknown>, ref: string, event: EventInput): void {
    const time = ownString(line, 'timestamp');
    this.#add(line, {
      rawRef: ref,
      role: 'environment',
      agent: 'harness',
      events: [event],
      startedAt: time,
      endedAt: time,
    });
  }

  #add(line: Record<string, unknown>, input: StepInput, records = 1): Step {
    const step = this.#builder.addStep({ id: ownString(line, 'uuid'), ...input }, records);
    this.#steps.push(step);
    return step;
  }

  #malformed(line: Record<string, unknown>, ref: string): void {
    this.#builder.warn('MESSAGE_MALFORMED', 'a message has no content', ref);
    this.#keep(line, ref, 'malformed');
  }

  /** A line that is not understood is kept as it stands. */
  #keep(value: unknown, ref: string, nativeKind: string): void {
    const events: EventInput[] = [{ kind: 'other', text: JSON.stringify(value as JsonValue), nativeKind }];
    const line = isRecord(value) ? value : {};
    this.#add(line, {
      rawRef: ref,
      role: 'environment',
      agent: 'unknown',
      events,
      startedAt: ownString(line, 'timestamp'),
    });
  }

  #elide(what: string): void {
    this.#builder.countRecord();
    this.#builder.elide(what);
  }
}
