import { isRecord, own, ownArray, ownString } from '../../base/json.ts';
import { type ChatMessage, readMessages } from '../shared/chat-message.ts';
import { resultText } from '../shared/message-parts.ts';
import { parsedValue } from '../shared/otlp-attributes.ts';
import type { Span } from '../shared/span.ts';
import { NO_MEANING, type SpanMeaning } from '../shared/span-meaning.ts';
import { valueMessages } from '../shared/value-messages.ts';

/** Scopes of OpenInference's instrumentations, by which these spans are known: their attributes hold nothing. */
const SCOPE = 'openinference.instrumentation.';

/**
 * What a span means whose input and output stand in the body of an event, as AWS's distribution of OpenTelemetry moves
 * them there. The kind is lost on the way; it is told by what came out: generations, a tool's message, or a state.
 */
export function readAdotBody(span: Span): SpanMeaning | null {
  if (!span.scope.startsWith(SCOPE)) return null;
  const body = span.events.map((event) => parsedValue(event.body)).find(isRecord);
  const input = lastContent(own(body, 'input'));
  const output = lastContent(own(body, 'output'));
  if (input === null && output === null) return null;
  const said = parsedValue(output ?? '');
  const generations = ownArray(said, 'generations');
  if (generations !== null) {
    return {
      ...NO_MEANING,
      kind: 'llm',
      input: () => valueMessages(input, 'user'),
      output: () => readGenerations(generations),
    };
  }
  if (ownString(said, 'tool_call_id') !== null || ownString(said, 'type') === 'tool') {
    return {
      ...NO_MEANING,
      kind: 'tool',
      tool: {
        name: ownString(said, 'name') ?? span.name,
        callId: ownString(said, 'tool_call_id'),
        arguments: input ?? undefined,
        result: resultText(own(said, 'content')),
      },
      errorType: ownString(said, 'status') === 'error' ? 'error' : null,
    };
  }
  const isState = ownArray(said, 'messages') !== null;
  if (!isState) return { ...NO_MEANING, kind: 'structure' };
  return {
    ...NO_MEANING,
    kind: 'workflow',
    input: () => valueMessages(input, 'user'),
    output: () => valueMessages(output, 'assistant'),
  };
}

function lastContent(side: unknown): string | null {
  return ownString((ownArray(side, 'messages') ?? []).at(-1), 'content');
}

function readGenerations(generations: readonly unknown[]): readonly ChatMessage[] {
  return generations.flat().flatMap((generation) => {
    const message = own(generation, 'message');
    const calls = ownArray(message, 'tool_calls') ?? ownArray(own(message, 'kwargs'), 'tool_calls');
    return readMessages(
      [{ role: 'assistant', content: ownString(generation, 'text') ?? '', tool_calls: calls }],
      'assistant',
    );
  });
}
