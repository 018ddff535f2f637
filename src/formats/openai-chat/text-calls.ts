import { own, ownArray, ownString } from '../../base/json.ts';
import { isActiveBlock } from '../shared/content-blocks.ts';
import { type ExecutionOutput, executionOutput } from '../shared/execution-output.ts';
import { codeAction, jsonTagAction, reactAction, type TextAction, tagAction } from '../shared/text-actions.ts';

/** An action in an assistant's text, and the message after it that holds what came of it. */
export interface TextCall {
  readonly action: TextAction;
  readonly callId: string;
  /** Where the observation stands in the text of the next message. */
  readonly start: number;
  readonly end: number;
  readonly output: ExecutionOutput;
}

/** Characters by which a paragraph is known again: where the prompt goes on, the observation has ended. */
const HEAD = 60;
/** A line of a prompt that introduces what the environment answered. */
const CURRENT_OBSERVATION = /^[^\n]{0,120}\bcurrent observation(?: is)?:[ \t]*/im;

/**
 * Actions written in the text of assistants' messages, by the position of the message. Only where a message has no
 * structured calls, and the next one, by the user or a tool, is or contains an observation.
 */
export function textCalls(messages: readonly unknown[]): ReadonlyMap<number, TextCall> {
  const calls = new Map<number, TextCall>();
  const prompt = plainText(messages.find((message) => ownString(message, 'role') === 'user')) ?? '';
  const heads = new Set(paragraphs(prompt, 0).map((at) => prompt.slice(at, at + HEAD)));
  messages.forEach((message, index) => {
    const text = plainText(message);
    const next = plainText(messages[index + 1]);
    const role = ownString(message, 'role');
    if (role !== 'assistant' || text === null || next === null || !canAnswer(messages[index + 1])) return;
    if (ownArray(message, 'tool_calls') !== null || own(message, 'function_call') != null) return;
    const action = jsonTagAction(text) ?? tagAction(text) ?? reactAction(text);
    const output = executionOutput(next);
    const callId = `text-call-${index + 1}`;
    if (output !== null) {
      const found = action ?? codeAction(text);
      if (found !== null) calls.set(index, { action: found, callId, start: 0, end: next.length, output });
      return;
    }
    const marker = action === null ? null : CURRENT_OBSERVATION.exec(next);
    if (action === null || marker === null) return;
    const start = marker.index + marker[0].length;
    const repeated = paragraphs(next, start).find((at) => heads.has(next.slice(at, at + HEAD)));
    const end = repeated ?? next.length;
    if (next.slice(start, end).trim() !== '')
      calls.set(index, { action, callId, start, end, output: { isError: null } });
  });
  return calls;
}

const canAnswer = (message: unknown): boolean =>
  ['user', 'tool', 'function'].includes(ownString(message, 'role') ?? '') &&
  ownString(message, 'tool_call_id') === null;

/** Content that is nothing but text; null where it is more. */
function plainText(message: unknown): string | null {
  const content = own(message, 'content');
  if (typeof content === 'string') return content;
  if (!Array.isArray(content) || content.length !== 1 || isActiveBlock(content[0])) return null;
  return ownString(content[0], 'text');
}

/** Where the paragraphs of a text start, from an offset on. */
function paragraphs(text: string, from: number): readonly number[] {
  const starts: number[] = [];
  for (let at = text.indexOf('\n\n', from); at !== -1; at = text.indexOf('\n\n', at + 2)) starts.push(at + 2);
  return starts;
}
