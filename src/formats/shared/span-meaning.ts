import type { JsonValue } from '../../base/json.ts';
import type { Tool, Usage } from '../../contracts/trajectory.ts';
import type { ChatMessage } from './chat-message.ts';

/**
 * What a span stands for. `workflow` is a unit of work around agents that has input and output of its own; `structure`
 * is a wrapper that only repeats what is inside it.
 */
export type SpanKind =
  | 'llm'
  | 'plan'
  | 'tool'
  | 'retrieval'
  | 'agent'
  | 'workflow'
  | 'guardrail'
  | 'handoff'
  | 'evaluation'
  | 'embedding'
  | 'structure';

export interface ToolUse {
  readonly name: string;
  readonly callId: string | null;
  /** Undefined where the span does not hold them. */
  readonly arguments: unknown;
  /** Null where the span does not hold it. */
  readonly result: string | null;
}

/**
 * A list that is read when it is asked for: each model call repeats its whole conversation, and all of them at once are
 * far more than the trace.
 */
export type Lazy<T> = () => readonly T[];

/** What a span says in the terms of agents, read by one of the conventions for it. */
export interface SpanMeaning {
  readonly kind: SpanKind;
  /** The agent that the span names: itself for an agent's span, else who acts in it. */
  readonly agent: string | null;
  /** What the model or agent was given, the whole conversation so far. */
  readonly input: Lazy<ChatMessage>;
  readonly output: Lazy<ChatMessage>;
  readonly tools: Lazy<Tool>;
  readonly tool: ToolUse | null;
  readonly handoff: { readonly from: string | null; readonly to: string } | null;
  readonly guardrail: { readonly text: string; readonly triggered: boolean | null } | null;
  readonly model: string | null;
  readonly usage: Usage | null;
  readonly finishReasons: readonly string[];
  readonly errorType: string | null;
  /** Conversation or session that the span belongs to. */
  readonly session: string | null;
  /** Scores and verdicts that were given to the run: never part of a step. */
  readonly gold: JsonValue;
}

export const NO_MEANING: Omit<SpanMeaning, 'kind'> = {
  agent: null,
  input: () => [],
  output: () => [],
  tools: () => [],
  tool: null,
  handoff: null,
  guardrail: null,
  model: null,
  usage: null,
  finishReasons: [],
  errorType: null,
  session: null,
  gold: null,
};

const isEmpty = (value: unknown): boolean => value === null || (Array.isArray(value) && value.length === 0);

/** One meaning with the gaps of the first filled from the second. Kind stays that of the first. */
export function fillMeaning(first: SpanMeaning, second: SpanMeaning): SpanMeaning {
  const filled: Record<string, unknown> = { ...first };
  for (const [key, value] of Object.entries(second)) if (isEmpty(filled[key])) filled[key] = value;
  for (const key of ['input', 'output', 'tools'] as const) filled[key] = firstFull<unknown>(first[key], second[key]);
  if (first.tool !== null && second.tool !== null) {
    filled.tool = {
      name: first.tool.name || second.tool.name,
      callId: first.tool.callId ?? second.tool.callId,
      arguments: first.tool.arguments ?? second.tool.arguments,
      result: first.tool.result ?? second.tool.result,
    };
  }
  return filled as unknown as SpanMeaning;
}

const firstFull =
  <T>(first: Lazy<T>, second: Lazy<T>): Lazy<T> =>
  () => {
    const items = first();
    return items.length > 0 ? items : second();
  };

/** Usage where any of it is known, else null. */
export function usageOf(inputTokens: number | null, outputTokens: number | null, costUsd: number | null): Usage | null {
  return inputTokens === null && outputTokens === null && costUsd === null
    ? null
    : { inputTokens, outputTokens, costUsd };
}
