import type { TraceFormat } from './format.ts';
import { openaiChat } from './openai-chat/index.ts';
import { tauBench } from './tau-bench/index.ts';

/** Every trace format that is read, by id. */
export const FORMATS = {
  'openai-chat': openaiChat,
  'tau-bench': tauBench,
} as const satisfies Record<string, TraceFormat>;
