import type { JsonValue } from '../../base/json.ts';
import { plainRole } from '../guards/impossible-guard.ts';
import type { Draft } from './draft.ts';

/** An example as a trace that our readers read: a list of chat messages. */
export function exampleTrace({ messages }: Draft['examples'][number]): JsonValue {
  return messages.map(({ role, text, tool, calls }) => {
    const plain = plainRole(role);
    if (plain === 'tool') return { role: 'tool', content: text, ...(tool === null ? {} : { name: tool }) };
    if (plain !== 'agent') return { role: plain === 'system' ? 'system' : 'user', content: text };
    if (calls.length === 0) return { role: 'assistant', content: text };
    return {
      role: 'assistant',
      content: text,
      tool_calls: calls.map((call) => ({
        type: 'function',
        function: { name: call.tool, arguments: call.arguments },
      })),
    };
  });
}
