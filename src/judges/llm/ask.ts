import type { z } from 'zod';
import { isModelError, type ModelAnswer, type ModelErrorCode, type ModelRequest } from '../../contracts/model.ts';
import type { ReadingInput } from './llm-judge.ts';

export type AnswerLength = 'reading' | 'short';

/** Tokens of an answer at most, hidden reasoning counted: of a reading, and of a question with a short answer. */
const MAX_OUTPUT_TOKENS = { reading: 16_000, short: 4_000 } as const satisfies Record<AnswerLength, number>;
/** Part of the context that the answer may take, so that the run keeps the most of it. */
const OUTPUT_SHARE = 0.25;

/** Room for the answer of a model with so much context. */
export const outputTokens = (
  { contextTokens }: Pick<ReadingInput['client'], 'contextTokens'>,
  length: AnswerLength = 'reading',
): number =>
  contextTokens === null
    ? MAX_OUTPUT_TOKENS[length]
    : Math.max(1, Math.min(MAX_OUTPUT_TOKENS[length], Math.floor(contextTokens * OUTPUT_SHARE)));

export type Asked<T> =
  | { readonly ok: true; readonly value: T; readonly answer: ModelAnswer<T> }
  | { readonly ok: false; readonly failure: string; readonly code: ModelErrorCode };

export interface Question<T> {
  readonly system: string;
  readonly prompt: string;
  readonly schema: z.ZodType<T>;
  /** Letters, digits, `_` and `-`. */
  readonly schemaName: string;
  /** How long the answer may be; left out = `reading`. */
  readonly length?: AnswerLength;
}

/**
 * Asks a model once. What may go wrong with a call is data; anything else is thrown.
 * @throws what the signal was aborted with
 */
export async function ask<T>(
  { client, sampleIndex, signal }: Pick<ReadingInput, 'client' | 'sampleIndex' | 'signal'>,
  { length, ...question }: Question<T>,
): Promise<Asked<T>> {
  const request: ModelRequest<T> = {
    purpose: 'judge',
    temperature: null,
    maxOutputTokens: outputTokens(client, length),
    sampleIndex,
    ...question,
    ...(signal === undefined ? {} : { signal }),
  };
  try {
    const answer = await client.generate(request);
    // A client gives null only where no shape was asked for.
    return answer.value === null
      ? { ok: false, failure: 'the model gave no answer of the shape that was asked for', code: 'MODEL_ANSWER_INVALID' }
      : { ok: true, value: answer.value, answer };
  } catch (error) {
    if (!isModelError(error)) throw error;
    return { ok: false, failure: failureText(error), code: error.code };
  }
}

const failureText = (error: { readonly code: string; readonly message: string }): string =>
  error.code === 'MODEL_BUDGET_SPENT'
    ? `not asked: ${error.message} (${error.code})`
    : `the call failed: ${error.message} (${error.code})`;
