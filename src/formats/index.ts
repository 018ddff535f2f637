import { atif } from './atif/index.ts';
import { claudeCode } from './claude-code/index.ts';
import type { TraceFormat } from './format.ts';
import { openaiChat } from './openai-chat/index.ts';
import { openinference } from './openinference/index.ts';
import { otelJsonLocal } from './otel-json-local/index.ts';
import { otlpGenai } from './otlp-genai/index.ts';
import { tauBench } from './tau-bench/index.ts';

/** Every trace format that is read, by id. */
export const FORMATS = {
  atif,
  'claude-code': claudeCode,
  'openai-chat': openaiChat,
  openinference,
  'otel-json-local': otelJsonLocal,
  'otlp-genai': otlpGenai,
  'tau-bench': tauBench,
} as const satisfies Record<string, TraceFormat>;
