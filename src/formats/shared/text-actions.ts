import { type JsonValue, own, ownString, tryParseJson } from '../../base/json.ts';
import type { EventInput } from './trajectory-builder.ts';

/** An action that an agent wrote down in free text. Offsets point into that text. */
export interface TextAction {
  readonly name: string;
  /** The part of the text that the action takes up, with its fences or tags. */
  readonly start: number;
  readonly end: number;
  /** Code or arguments, word for word. */
  readonly text: string;
  readonly arguments: JsonValue;
  /** False where the arguments should have been JSON and were not. */
  readonly argumentsValid: boolean;
}

export interface CodeBlock {
  /** Word after the fence, lower case; "" where there is none. */
  readonly language: string;
  readonly code: string;
  readonly start: number;
  readonly end: number;
}

const FENCE = /^[ \t]*(`{3,}|~{3,})[ \t]*([\w+.#-]*)[^\n]*$/gm;

/** The closed code blocks of a text, in order. A fence that never closes is no block. Linear. */
export function codeBlocks(text: string): readonly CodeBlock[] {
  const blocks: CodeBlock[] = [];
  let open: { marker: string; language: string; start: number; codeStart: number } | null = null;
  for (const match of text.matchAll(FENCE)) {
    const marker = match[1] ?? '';
    const lineEnd = match.index + match[0].length;
    if (open === null) {
      // A fence with another on its line opens nothing: the code stands in the line itself.
      if (match[0].indexOf('`', match[0].indexOf(marker) + marker.length) !== -1) continue;
      open = { marker, language: (match[2] ?? '').toLowerCase(), start: match.index, codeStart: lineEnd + 1 };
    } else if (marker.startsWith(open.marker) && match[0].trim() === marker) {
      const code = text.slice(open.codeStart, Math.max(open.codeStart, match.index - 1));
      blocks.push({ language: open.language, code, start: open.start, end: lineEnd });
      open = null;
    }
  }
  return blocks;
}

const SHELLS = new Set(['bash', 'sh', 'shell', 'zsh', 'console']);

/** Name of the tool that runs code of a language. */
export function codeToolName(language: string): string {
  if (SHELLS.has(language)) return 'bash';
  return language === 'python' || language === 'py' || language === 'python3' ? 'python' : 'execute_code';
}

/**
 * All code blocks of a message as one action: executors run them as one, and answer once. Several blocks keep the words
 * between them, so that the action's text is still a quote. Null where there is no block.
 */
export function codeAction(text: string): TextAction | null {
  const blocks = codeBlocks(text).filter((block) => block.code.trim() !== '');
  const first = blocks[0];
  const last = blocks.at(-1);
  if (first === undefined || last === undefined) return null;
  return {
    name: codeToolName(first.language),
    start: first.start,
    end: last.end,
    text: first === last ? first.code : text.slice(first.start, last.end),
    arguments: null,
    argumentsValid: true,
  };
}

/** The last `<action>…</action>` of a text that names a tool (`tool: x`, then `parameters: {…}`); null where there is none. */
export function tagAction(text: string): TextAction | null {
  const start = text.lastIndexOf('<action>');
  if (start === -1) return null;
  const close = text.indexOf('</action>', start);
  const inner = text.slice(start + '<action>'.length, close === -1 ? text.length : close);
  const tool = /^[ \t]*(?:tool|action|name)[ \t]*:[ \t]*([^\s{[]{1,200})[ \t]*$/m.exec(inner);
  if (tool?.[1] === undefined) return null;
  const parameters = /^[ \t]*(?:parameters|arguments|args|input)[ \t]*:[ \t]*/m.exec(inner);
  const raw = parameters === null ? '' : inner.slice(parameters.index + parameters[0].length).trim();
  return {
    name: tool[1],
    start,
    end: close === -1 ? text.length : close + '</action>'.length,
    ...argumentsOf(raw),
  };
}

/** The last ReAct action of a text (`Action: x`, then `Action Input: …`); null where there is none. */
export function reactAction(text: string): TextAction | null {
  const matches = [...text.matchAll(/^Action:[ \t]*([^\n]{1,200})\nAction Input:[ \t]*/gm)];
  const match = matches.at(-1);
  const name = match?.[1]?.trim();
  if (match === undefined || name === undefined || name === '') return null;
  const from = match.index + match[0].length;
  const observation = text.indexOf('\nObservation:', from);
  const end = observation === -1 ? text.length : observation;
  return { name, start: match.index, end, ...argumentsOf(text.slice(from, end).trim()) };
}

/** The last `<tool_call>{"name": …, "arguments": …}</tool_call>` of a text; its text is the whole call. Null where there is none. */
export function jsonTagAction(text: string): TextAction | null {
  const start = text.lastIndexOf('<tool_call>');
  if (start === -1) return null;
  const close = text.indexOf('</tool_call>', start);
  const inner = text.slice(start + '<tool_call>'.length, close === -1 ? text.length : close).trim();
  const call = tryParseJson(inner);
  const name = ownString(call, 'name');
  if (name === null || name === '') return null;
  return {
    name,
    start,
    end: close === -1 ? text.length : close + '</tool_call>'.length,
    text: inner,
    arguments: (own(call, 'arguments') ?? own(call, 'parameters') ?? null) as JsonValue,
    argumentsValid: true,
  };
}

function argumentsOf(raw: string): Pick<TextAction, 'text' | 'arguments' | 'argumentsValid'> {
  const parsed = tryParseJson(raw);
  const looksJson = raw.startsWith('{') || raw.startsWith('[');
  return {
    text: raw,
    arguments: (parsed ?? null) as JsonValue,
    argumentsValid: parsed !== undefined || !looksJson,
  };
}

/** Events for a part of a message that is no action. */
export type Speak = (text: string) => readonly EventInput[];

export const speakMessage: Speak = (text) => [{ kind: 'message', text, to: null }];

/**
 * A message cut at its action: what was said before it, the call, what was said after it. Each part is a quote, and no
 * part stands twice, so that a value in the call is not taken for one that the message had named before.
 */
export function eventsWithAction(
  text: string,
  action: TextAction,
  callId: string,
  speak: Speak = speakMessage,
): EventInput[] {
  const say = (part: string): readonly EventInput[] => (part.trim() === '' ? [] : speak(part.trim()));
  return [
    ...say(text.slice(0, action.start)),
    {
      kind: 'tool-call',
      callId,
      name: action.name,
      arguments: action.arguments,
      text: action.text,
      argumentsValid: action.argumentsValid,
      inferred: true,
    },
    ...say(text.slice(action.end)),
  ];
}
