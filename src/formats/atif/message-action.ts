import { type JsonValue, ownArray, tryParseJson } from '../../base/json.ts';
import type { EventInput } from '../shared/trajectory-builder.ts';

/**
 * A message whose step has an observation and no structured call is itself the action: a call in tags
 * (`<function=name>…`), or JSON with commands for a terminal. It is cut where the action starts, so that no words stand
 * twice; both parts are quotes.
 */
export function actionEvents(text: string): EventInput[] {
  const tag = /<function=([\w.-]{1,100})>/.exec(text);
  if (tag?.[1] !== undefined) {
    const from = tag.index + tag[0].length;
    const end = text.indexOf('</function>', from);
    const inner = text.slice(from, end === -1 ? text.length : end).trim();
    return [...said(text.slice(0, tag.index)), inferredCall(tag[1], inner, null)];
  }
  const commands = ownArray(tryParseJson(text), 'commands');
  const start = commands === null ? -1 : text.indexOf('"commands"');
  if (start === -1) return [...said(text), inferredCall('action', '', null)];
  return [...said(text.slice(0, start)), inferredCall('terminal', text.slice(start), { commands } as JsonValue)];
}

const said = (text: string): EventInput[] => (text.trim() === '' ? [] : [{ kind: 'message', text, to: null }]);

const inferredCall = (name: string, text: string, args: JsonValue): EventInput => ({
  kind: 'tool-call',
  callId: '',
  name,
  arguments: args,
  text,
  argumentsValid: true,
  inferred: true,
});
