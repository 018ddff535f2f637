import type { z } from 'zod';
import type { ModelAnswer, ModelRequest } from '../../contracts/model.ts';
import { isModelError } from '../../contracts/model.ts';
import type { ReadingInput } from './llm-judge.ts';

/** Room for the answer: hidden reasoning counts too. */
export const MAX_OUTPUT_TOKENS = 8_000;

export type Asked<T> =
  | { readonly ok: true; readonly value: T; readonly answer: ModelAnswer<T> }
  | { readonly ok: false; readonly failure: string; readonly isBudgetSpent: boolean };

export interface Question<T> {
  readonly system: string;
  readonly prompt: string;
  readonly schema: z.ZodType<T>;
  /** Letters, digits, `_` and `-`. */
  readonly schemaName: string;
  readonly maxOutputTokens?: number;
}

/**
 * Asks a model once. What may go wrong with a call is data; anything else is thrown.
 * @throws what the signal was aborted with
 */
export async function ask<T>(
  { client, sampleIndex, signal }: Pick<ReadingInput, 'client' | 'sampleIndex' | 'signal'>,
  question: Question<T>,
): Promise<Asked<T>> {
  const request: ModelRequest<T> = {
    purpose: 'judge',
    temperature: null,
    maxOutputTokens: MAX_OUTPUT_TOKENS,
    sampleIndex,
    ...question,
    ...(signal === undefined ? {} : { signal }),
  };
  try {
    const answer = await client.generate(request);
    // A client gives null only where no shape was asked for.
    return answer.value === null
      ? { ok: false, failure: 'the model gave no answer of the shape that was asked for', isBudgetSpent: false }
      : { ok: true, value: answer.value, answer };
  } catch (error) {
    if (!isModelError(error)) throw error;
    return { ok: false, failure: failureText(error), isBudgetSpent: error.code === 'MODEL_BUDGET_SPENT' };
  }
}

const failureText = (error: { readonly code: string; readonly message: string }): string =>
  error.code === 'MODEL_BUDGET_SPENT'
    ? `not asked: ${error.message} (${error.code})`
    : `the call failed: ${error.message} (${error.code})`;
