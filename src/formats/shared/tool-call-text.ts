import type { MessagePart } from './message-parts.ts';

type CallPart = Extract<MessagePart, { kind: 'call' }>;

/** Longest text of a rendered list of calls that is read. */
const MAX_RENDERED = 200_000;

/**
 * Calls in a message that renders them as text, in the way Python prints a list of OpenAI's tool calls:
 * `[{'id': 'call_1', 'type': 'function', 'function': {'name': 'x', 'arguments': '…'}}]`. Empty where it is none.
 */
export function parseToolCallText(text: string): readonly CallPart[] {
  if (text.length > MAX_RENDERED) return [];
  const starts = [...text.matchAll(/\{['"]id['"]: ['"]([^'"\s]{1,200})['"], ['"]type['"]: ['"]function['"]/g)];
  return starts.flatMap((start, index): CallPart[] => {
    const piece = text.slice(start.index, starts[index + 1]?.index ?? text.length);
    const head = /['"]function['"]: \{['"]name['"]: ['"]([^'"\s]{1,200})['"], ['"]arguments['"]: /.exec(piece);
    if (head?.[1] === undefined) return [];
    return [
      {
        kind: 'call',
        id: start[1] ?? null,
        name: head[1],
        arguments: pythonText(piece.slice(head.index + head[0].length)),
        rendered: true,
      },
    ];
  });
}

/** Whether a text says nothing but which tools were called. */
export const isRenderedCalls = (text: string): boolean =>
  /^Calling tools:\s*\[\{['"]id['"]: /.test(text) && parseToolCallText(text).length > 0;

/** Whether a text is the result of a tool, with the call that it answers in its first line. */
export const isRenderedResult = (text: string): boolean => /^Call id: \S{1,200}\n(?:Observation|Error):/.test(text);

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '\\': '\\', "'": "'", '"': '"' };

/** A Python string literal at the start of a text, unescaped; a dictionary stays as it is printed, up to its end. */
function pythonText(text: string): string {
  const quote = text[0];
  if (quote !== "'" && quote !== '"') return text.replace(/\}\}(?:, |\])\s*$/, '').trim();
  let value = '';
  let from = 1;
  for (let at = 1; at < text.length; at++) {
    const char = text[at];
    if (char === quote) return value + text.slice(from, at);
    if (char !== '\\') continue;
    const escaped = ESCAPES[text[at + 1] ?? ''];
    if (escaped !== undefined) {
      value += text.slice(from, at) + escaped;
      from = at + 2;
    }
    at++;
  }
  return value + text.slice(from);
}

/** A result's text without the line that says which call it answers ("Call id: call_2"), and that call's id. */
export function stripCallHeader(text: string): { readonly id: string | null; readonly text: string } {
  const header = /^Call id: ([^\s]{1,200})\n/.exec(text);
  const rest = header === null ? text : text.slice(header[0].length);
  const observation = /^Observation:[ \t]*\n/.exec(rest);
  return { id: header?.[1] ?? null, text: observation === null ? rest : rest.slice(observation[0].length) };
}
