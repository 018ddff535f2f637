import { AppError } from '../../base/errors.ts';
import { isRecord, type JsonValue, own, ownArray, ownString } from '../../base/json.ts';
import type { Trajectory } from '../../contracts/trajectory.ts';
import type { ParseContext } from '../format.ts';
import { TrajectoryBuilder } from '../shared/trajectory-builder.ts';
import { messagesOf } from './detect.ts';
import { readMessage } from './read-message.ts';

export function parse(document: unknown, context: ParseContext): readonly Trajectory[] {
  const found = messagesOf(document);
  if (found === null) throw new AppError('TRACE_FORMAT_INVALID', 'openai-chat: no list of messages');
  const id = ownString(document, 'id') ?? ownString(document, 'trajectory_id') ?? 'trajectory';
  const builder = new TrajectoryBuilder({ id, format: 'openai-chat', context });
  for (const tool of ownArray(document, 'tools') ?? []) addTool(builder, tool);
  addMessages(builder, found.messages, found.pointer);
  return [builder.finish()];
}

/** Adds OpenAI chat messages as steps, one a message; `pointer` is the list's place in the trajectory's own record. */
export function addMessages(builder: TrajectoryBuilder, messages: readonly unknown[], pointer: string): void {
  const names = new Map<string, string>();
  messages.forEach((message, index) => {
    const rawRef = `${pointer}/${index}`;
    const read = readMessage(builder, message, rawRef, (callId) => names.get(callId) ?? null);
    for (const event of read.events) if (event.kind === 'tool-call') names.set(event.callId, event.name);
    builder.addStep({ rawRef, nativeIndex: index + 1, ...read });
  });
}

/** Adds a tool definition in OpenAI's shape (`{type: "function", function: {…}}` or flat) or Anthropic's. */
export function addTool(builder: TrajectoryBuilder, tool: unknown): void {
  const nested = own(tool, 'function');
  const definition = isRecord(nested) ? nested : tool;
  const name = ownString(definition, 'name');
  if (name === null) return;
  const parameters = (own(definition, 'parameters') ?? own(definition, 'input_schema') ?? null) as JsonValue;
  builder.addTool({ name, description: ownString(definition, 'description'), parameters });
}
