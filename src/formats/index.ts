import { agentrxIr } from './agentrx-ir/index.ts';
import { anthropicMessages } from './anthropic-messages/index.ts';
import type { TraceFormat } from './format.ts';
import { magenticOne } from './magentic-one/index.ts';
import { miniSweAgent } from './mini-swe-agent/index.ts';
import { openaiChat } from './openai-chat/index.ts';
import { tauBench } from './tau-bench/index.ts';
import { whowhen } from './whowhen/index.ts';

/** Every trace format that is read, by id. */
export const FORMATS = {
  'agentrx-ir': agentrxIr,
  'anthropic-messages': anthropicMessages,
  'magentic-one': magenticOne,
  'mini-swe-agent': miniSweAgent,
  'openai-chat': openaiChat,
  'tau-bench': tauBench,
  whowhen,
} as const satisfies Record<string, TraceFormat>;
