import { isRecord, own, ownArray, ownString } from '../../base/json.ts';
import type { Usage } from '../../contracts/trajectory.ts';
import { resultText } from '../shared/message-parts.ts';
import {
  type EventInput,
  type TrajectoryBuilder,
  toolCallEvent,
  toolResultEvent,
} from '../shared/trajectory-builder.ts';

/** The events of an assistant's message: thinking, text, calls of tools, and plans that are given through tools. */
export function assistantEvents(message: unknown, isApiError: boolean, builder: TrajectoryBuilder): EventInput[] {
  const content = own(message, 'content');
  const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : (ownArray(message, 'content') ?? []);
  const events = blocks.flatMap((block) => blockEvents(block, isApiError, builder));
  const stop = ownString(message, 'stop_reason');
  if (stop === 'refusal') events.push({ kind: 'guardrail', text: stop, triggered: true });
  if (stop === 'max_tokens') events.push({ kind: 'other', text: stop, nativeKind: 'finish-reason' });
  return events;
}

function blockEvents(block: unknown, isApiError: boolean, builder: TrajectoryBuilder): EventInput[] {
  const type = ownString(block, 'type') ?? (typeof block === 'string' ? 'text' : 'unknown');
  const text = ownString(block, 'text') ?? (typeof block === 'string' ? block : '');
  switch (type) {
    case 'text':
      if (isApiError) return [{ kind: 'error', text, errorType: 'api_error' }];
      return text === '' ? [] : [{ kind: 'message', text, to: null }];
    case 'thinking': {
      const thought = ownString(block, 'thinking') ?? '';
      if (thought !== '') return [{ kind: 'reasoning', text: thought }];
      builder.elide('reasoning that was not recorded');
      return [];
    }
    case 'redacted_thinking':
      builder.countRedacted();
      return [];
    case 'tool_use':
    case 'server_tool_use': {
      const name = ownString(block, 'name') ?? '';
      const input = own(block, 'input');
      return [toolCallEvent(ownString(block, 'id'), name, input), ...planEvents(input)];
    }
    default:
      if (type.endsWith('_tool_result')) {
        return [toolResultEvent(ownString(block, 'tool_use_id'), null, resultText(own(block, 'content')))];
      }
      return [{ kind: 'other', text, nativeKind: type }];
  }
}

/** A plan that is put to the user, or a list of what is to be done: both are given as arguments of a tool. */
function planEvents(input: unknown): EventInput[] {
  const plan = ownString(input, 'plan');
  if (plan !== null && plan !== '') return [{ kind: 'plan', text: plan }];
  const todos = ownArray(input, 'todos');
  if (todos === null || todos.length === 0) return [];
  const lines = todos.map((todo) =>
    isRecord(todo) ? `[${ownString(todo, 'status') ?? 'pending'}] ${ownString(todo, 'content') ?? ''}` : String(todo),
  );
  return [{ kind: 'plan', text: lines.join('\n') }];
}

/** Input counts what was read from and written to the cache, too: all that the model was given. */
export function readUsage(message: unknown): Usage | null {
  const usage = own(message, 'usage');
  if (!isRecord(usage)) return null;
  const count = (key: string): number => {
    const value = own(usage, key);
    return typeof value === 'number' ? value : 0;
  };
  const output = own(usage, 'output_tokens');
  return {
    inputTokens: count('input_tokens') + count('cache_read_input_tokens') + count('cache_creation_input_tokens'),
    outputTokens: typeof output === 'number' ? output : null,
    costUsd: null,
  };
}
