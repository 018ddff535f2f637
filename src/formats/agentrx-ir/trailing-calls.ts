import { own, ownString, tryParseJson } from '../../base/json.ts';
import { type EventInput, toolCallEvent } from '../shared/trajectory-builder.ts';

/** How many lines that open a list are tried as the start of the calls. */
const TRIES = 5;

/**
 * AgentRx's converter writes a message's tool calls as a JSON list behind its text. Gives text and calls; null where
 * content does not end with such a list.
 */
export function trailingCalls(content: string): readonly EventInput[] | null {
  if (!content.trimEnd().endsWith(']')) return null;
  let at = content.startsWith('[') ? 0 : content.indexOf('\n[');
  for (let tries = 0; at !== -1 && tries < TRIES; tries++) {
    const list = tryParseJson(content.slice(at));
    if (Array.isArray(list) && list.length > 0 && list.every(isCall)) {
      const text = content.slice(0, at).trim();
      const events: EventInput[] = text === '' ? [] : [{ kind: 'message', text, to: null }];
      return [...events, ...list.map(callOf)];
    }
    at = content.indexOf('\n[', at + 1);
  }
  return null;
}

const isCall = (value: unknown): boolean => ownString(own(value, 'function'), 'name') !== null;

function callOf(value: unknown): EventInput {
  const called = own(value, 'function');
  return toolCallEvent(ownString(value, 'id'), ownString(called, 'name') ?? '', own(called, 'arguments'));
}
