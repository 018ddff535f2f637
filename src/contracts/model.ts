import type { z } from 'zod';
import { AppError, type ErrorCode } from '../base/errors.ts';

/** What a call is for. It groups the ledger and steers nothing. */
export type ModelPurpose = 'synthesis' | 'check' | 'judge' | 'graph' | 'reflection' | 'mapping';

/** A JSON Schema (2020-12) as plain data. */
export type JsonSchema = { readonly [keyword: string]: unknown };

/** What is asked of a language model. */
export interface ModelRequest<T = unknown> {
  readonly purpose: ModelPurpose;
  /** Instructions that are the same from call to call: providers charge less for a beginning that repeats. */
  readonly system: string;
  /** What differs from call to call. What of it comes from a trace is data: fence it. */
  readonly prompt: string;
  /** The shape of the answer; null = free text. A zod schema types `value`. */
  readonly schema: z.ZodType<T> | JsonSchema | null;
  /** Name of the shape, sent along with it: letters, digits, `_` and `-`. */
  readonly schemaName: string;
  readonly maxOutputTokens: number;
  /** Null = the provider's own; some models take no other. */
  readonly temperature: number | null;
  /** Where the provider takes one. */
  readonly seed?: number;
  /** Which of several answers to the same request this is, from 0: each is cached on its own. */
  readonly sampleIndex?: number;
  readonly signal?: AbortSignal;
}

/** Tokens as the provider counted them; null = it does not say. */
export interface ModelUsage {
  /** All tokens of the request, those read from the provider's cache included. */
  readonly inputTokens: number | null;
  /** Those of `inputTokens` that came from the provider's cache. */
  readonly cachedTokens: number | null;
  /** All tokens of the answer, hidden reasoning included. */
  readonly outputTokens: number | null;
}

/** `length`: the answer was cut at `maxOutputTokens`. */
export type ModelFinishReason = 'stop' | 'length' | 'other';

export interface ModelAnswer<T = unknown> {
  readonly text: string;
  /** The text read as JSON and found to fit the schema; null where none was asked for. */
  readonly value: T | null;
  readonly usage: ModelUsage;
  /** US dollars paid for it, the repair included; 0 from the cache; null = the price is not known. */
  readonly costUsd: number | null;
  /** The model that answered, as the provider names it. */
  readonly model: string;
  readonly finishReason: ModelFinishReason;
  /** The first answer did not fit the schema and was asked for again. */
  readonly repaired: boolean;
  /** No call was made: the answer was on disk. */
  readonly cached: boolean;
  /** Requests that were sent for it, the refused ones included; 0 from the cache. */
  readonly attempts: number;
  /** How many values were masked before the text left this machine, by kind. */
  readonly masked: Readonly<Record<string, number>>;
  /** What was not as asked, in words: a setting the model does not take, an unreadable entry of the cache. */
  readonly notes: readonly string[];
}

/** A language model with everything around it: cache, limits, budget, redaction. */
export interface ModelClient {
  /** The name it was asked for by, such as `openai:gpt-5`; without secrets. */
  readonly id: string;
  /** Tokens that request and answer may have together; null = not known, so that nothing is checked before sending. */
  readonly contextTokens: number | null;
  /**
   * Asks once. What is sent must fit: split what does not (`estimateTokens` of base says how much it is).
   * @throws AppError with a code of `MODEL_ERRORS`, and what `signal` was aborted with
   */
  generate<T>(request: ModelRequest<T>): Promise<ModelAnswer<T>>;
}

/** What can go wrong with a call. `MODEL_BUDGET_SPENT` is no failure: finish with what is there. */
export const MODEL_ERRORS = [
  'MODEL_UNKNOWN',
  'MODEL_PACKAGE_MISSING',
  'MODEL_KEY_MISSING',
  'MODEL_KEY_REFUSED',
  'MODEL_REQUEST_REJECTED',
  'MODEL_REFUSED',
  'MODEL_RATE_LIMITED',
  'MODEL_UNAVAILABLE',
  'MODEL_ANSWER_INVALID',
  'MODEL_CONTEXT_OVERFLOW',
  'MODEL_BUDGET_SPENT',
  'MODEL_REPLAY_MISSING',
] as const satisfies readonly ErrorCode[];

export type ModelErrorCode = (typeof MODEL_ERRORS)[number];

/** Whether a call failed in one of the ways that a caller may go on after. */
export const isModelError = (error: unknown): error is AppError & { readonly code: ModelErrorCode } =>
  AppError.isInstance(error) && MODEL_ERRORS.some((code) => code === error.code);
