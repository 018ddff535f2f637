import { own } from '../../base/json.ts';
import { contentText } from '../shared/chat-content.ts';
import type { ChatElement } from '../shared/chat-records.ts';
import { modelOf, stopEvents, timeOf, usageOf } from '../shared/message-facts.ts';
import { taggedEvents } from '../shared/tagged-text.ts';
import { eventsWithAction } from '../shared/text-actions.ts';
import { type EventInput, type TrajectoryBuilder, toolResultEvent } from '../shared/trajectory-builder.ts';
import { readMessage } from './read-message.ts';
import { type TextCall, textCalls } from './text-calls.ts';

/** Adds OpenAI chat messages as steps, one a message; `pointer` is the list's place in the trajectory's own record. */
export function addMessages(builder: TrajectoryBuilder, messages: readonly unknown[], pointer: string): void {
  addElements(
    builder,
    messages.map((message, index) => ({ message, ref: `${pointer}/${index}`, body: message })),
  );
}

/** Adds chat messages as steps, one an element, numbered from 1. */
export function addElements(builder: TrajectoryBuilder, elements: readonly ChatElement[]): void {
  const written = textCalls(elements.map(({ message }) => message));
  const names = new Map<string, string>();
  const seen = new Set<string>();
  const nameOfCall = (callId: string): string | null => names.get(callId) ?? null;
  elements.forEach(({ message, ref, body }, index) => {
    const nativeIndex = index + 1;
    const call = written.get(index);
    const answered = written.get(index - 1);
    if (answered !== undefined) {
      const events = observationEvents(builder, contentText(own(message, 'content')), answered, seen);
      builder.addStep({ rawRef: ref, nativeIndex, role: 'tool', agent: answered.action.name, events });
      return;
    }
    const read = readMessage(builder, message, ref, nameOfCall);
    for (const event of read.events) if (event.kind === 'tool-call') names.set(event.callId, event.name);
    const text = contentText(own(message, 'content'));
    const spoken = call === undefined ? read.events : eventsWithAction(text, call.action, call.callId, speakInText);
    builder.addStep({
      rawRef: ref,
      nativeIndex,
      role: read.role,
      agent: read.agent,
      events: [...spoken, ...stopEvents(body)],
      startedAt: timeOf(message),
      model: modelOf(body),
      usage: usageOf(body),
    });
  });
}

/** What an agent says around an action: marked sections, or the thought of a ReAct loop. */
function speakInText(text: string): readonly EventInput[] {
  if (/^Thought:/.test(text)) return [{ kind: 'reasoning', text }];
  return taggedEvents(text);
}

/**
 * The answer to an action in text. Some loops repeat their whole prompt around it: that is kept as it is, but what stands
 * after an observation only once, and then left out and counted.
 */
function observationEvents(
  builder: TrajectoryBuilder,
  text: string,
  call: TextCall,
  seen: Set<string>,
): readonly EventInput[] {
  const events: EventInput[] = [];
  const keep = (part: string): void => {
    if (part !== '') events.push({ kind: 'other', text: part, nativeKind: 'prompt' });
  };
  const observed = text.slice(call.start, call.end).trim();
  keep(text.slice(0, call.start).trim());
  events.push(toolResultEvent(call.callId, call.action.name, observed, call.output.isError));
  const rest = text.slice(call.end).trim();
  if (seen.has(rest)) builder.elide('characters of the prompt that are repeated after an observation', rest.length);
  else keep(rest);
  if (rest !== '') seen.add(rest);
  return events;
}
