import { AppError } from '../../base/errors.ts';
import { own, ownString } from '../../base/json.ts';
import type { StepRole, Trajectory, Usage } from '../../contracts/trajectory.ts';
import type { ParseContext } from '../format.ts';
import { readMessage } from '../openai-chat/read-message.ts';
import { contentText } from '../shared/chat-content.ts';
import { modelOf, usageOf } from '../shared/message-facts.ts';
import { eventsWithAction } from '../shared/text-actions.ts';
import { type EventInput, TrajectoryBuilder, toolResultEvent } from '../shared/trajectory-builder.ts';
import { bashBlocks } from './bash-blocks.ts';
import { messagesOf } from './detect.ts';
import { readObservation } from './observation.ts';
import { readRunInfo } from './run-info.ts';

export function parse(document: unknown, context: ParseContext): readonly Trajectory[] {
  const found = messagesOf(document);
  if (found === null) throw new AppError('TRACE_FORMAT_INVALID', 'mini-swe-agent: no list of messages');
  const id = ownString(document, 'instance_id') ?? 'trajectory';
  const builder = new TrajectoryBuilder({ id, format: 'mini-swe-agent', context });
  const submission = readRunInfo(builder, own(document, 'info'));
  addMessages(builder, found.messages, { pointer: found.pointer, submission });
  return [builder.finish()];
}

/** What a command echoes to submit, in the first and the second version. */
const SUBMITS = /\b(?:COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT|MINI_SWE_AGENT_FINAL_OUTPUT)\b/;

function addMessages(
  builder: TrajectoryBuilder,
  messages: readonly unknown[],
  options: { readonly pointer: string; readonly submission: string | null },
): void {
  const textAt = (index: number): string => contentText(own(messages[index], 'content'));
  const answersCommand = (index: number): boolean => {
    const role = ownString(messages[index], 'role');
    if (role !== 'user' && role !== 'exit') return false;
    const text = textAt(index);
    if (readObservation(text) !== null) return true;
    if (index !== messages.length - 1) return false;
    // The command that submits is answered by what it submitted, and nothing follows.
    const submission = options.submission?.trim() ?? '';
    return (submission !== '' && text.trim() === submission) || SUBMITS.test(textAt(index - 1));
  };
  const names = new Map<string, string>();
  let openCall: string | null = null;
  messages.forEach((message, index) => {
    const rawRef = `${options.pointer}/${index}`;
    const nativeIndex = index + 1;
    const text = textAt(index);
    const nativeRole = ownString(message, 'role');
    const structured = own(message, 'tool_calls') != null || nativeRole === 'tool';
    const isCommand = nativeRole === 'assistant' && !structured && answersCommand(index + 1);
    const block = isCommand ? bashBlocks(text).at(-1) : undefined;
    if (block !== undefined) {
      openCall = `call-${nativeIndex}`;
      const events = eventsWithAction(text, block, openCall, (said) => [{ kind: 'reasoning', text: said }]);
      builder.addStep({ rawRef, nativeIndex, role: 'agent', agent: 'assistant', events, ...responseOf(message) });
    } else if (openCall !== null && nativeRole !== 'assistant' && answersCommand(index)) {
      const { isError, errorType } = readObservation(text) ?? { isError: null, errorType: null };
      const events = [toolResultEvent(openCall, 'bash', text, isError, errorType)];
      builder.addStep({ rawRef, nativeIndex, role: 'tool', agent: 'bash', events });
      openCall = null;
    } else if (nativeRole === 'exit' || (nativeRole === 'user' && index > 1)) {
      const role: StepRole = 'environment';
      const events: EventInput[] = [{ kind: 'message', text, to: null }];
      builder.addStep({ rawRef, nativeIndex, role, agent: nativeRole === 'exit' ? 'exit' : 'environment', events });
    } else {
      const read = readMessage(builder, message, rawRef, (callId) => names.get(callId) ?? null);
      for (const event of read.events) if (event.kind === 'tool-call') names.set(event.callId, event.name);
      const events = read.events.map((event) => withReturnCode(event, message));
      builder.addStep({ rawRef, nativeIndex, ...read, events, ...responseOf(message) });
    }
  });
}

/** A tool's message of the second version says how the command ended. */
function withReturnCode(event: EventInput, message: unknown): EventInput {
  if (event.kind !== 'tool-result' || event.isError !== null) return event;
  const code = own(own(message, 'extra'), 'returncode');
  if (typeof code === 'number') return { ...event, isError: code !== 0 };
  const read = readObservation(event.text);
  return read === null ? event : { ...event, ...read };
}

/** Model, cost and tokens of the call that wrote a message. */
function responseOf(message: unknown): { model: string | null; usage: Usage | null } {
  const extra = own(message, 'extra');
  const response = own(extra, 'response');
  const usage = usageOf(response);
  const cost = own(extra, 'cost');
  if (typeof cost !== 'number') return { model: modelOf(response), usage };
  const { inputTokens = null, outputTokens = null } = usage ?? {};
  return { model: modelOf(response), usage: { inputTokens, outputTokens, costUsd: cost } };
}
