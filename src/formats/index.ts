import { agentrxIr } from './agentrx-ir/index.ts';
import { anthropicMessages } from './anthropic-messages/index.ts';
import { atif } from './atif/index.ts';
import { claudeCode } from './claude-code/index.ts';
import { culpritIr } from './culprit-ir/index.ts';
import type { TraceFormat } from './format.ts';
import { magenticOne } from './magentic-one/index.ts';
import { miniSweAgent } from './mini-swe-agent/index.ts';
import { openaiChat } from './openai-chat/index.ts';
import { openinference } from './openinference/index.ts';
import { otelJsonLocal } from './otel-json-local/index.ts';
import { otlpGenai } from './otlp-genai/index.ts';
import { sweAgent } from './swe-agent/index.ts';
import { tauBench } from './tau-bench/index.ts';
import { whowhen } from './whowhen/index.ts';

/** Every trace format that is read, by id. */
export const FORMATS = {
  'agentrx-ir': agentrxIr,
  'anthropic-messages': anthropicMessages,
  atif,
  'claude-code': claudeCode,
  'culprit-ir': culpritIr,
  'magentic-one': magenticOne,
  'mini-swe-agent': miniSweAgent,
  'openai-chat': openaiChat,
  openinference,
  'otel-json-local': otelJsonLocal,
  'otlp-genai': otlpGenai,
  'swe-agent': sweAgent,
  'tau-bench': tauBench,
  whowhen,
} as const satisfies Record<string, TraceFormat>;
