import { AppError } from '../src/base/errors.ts';
import type { ModelAnswer, ModelClient, ModelRequest } from '../src/contracts/model.ts';
import { answerShape } from '../src/llm/structured/answer-shape.ts';
import { readJsonAnswer } from '../src/llm/structured/read-json-answer.ts';

export interface ScriptedClient extends ModelClient {
  /** Every request, in the order in which they came. */
  readonly requests: ModelRequest[];
}

/**
 * A model that a test writes: `answer` gives a value, or text that is read as the real client reads it. What does not fit
 * the schema of the request is refused as there, but for the repair.
 */
export function scriptedClient(
  answer: (request: ModelRequest) => unknown,
  { contextTokens = null, id = 'test:scripted' }: { readonly contextTokens?: number | null; readonly id?: string } = {},
): ScriptedClient {
  const requests: ModelRequest[] = [];
  return {
    id,
    contextTokens,
    requests,
    generate: async <T>(request: ModelRequest<T>): Promise<ModelAnswer<T>> => {
      request.signal?.throwIfAborted();
      requests.push(request);
      const given = await answer(request);
      const text = typeof given === 'string' ? given : (JSON.stringify(given) ?? '');
      return {
        text,
        value: request.schema === null ? null : valueIn<T>(text, request.schema),
        usage: { inputTokens: null, cachedTokens: null, outputTokens: null },
        costUsd: 0,
        model: 'scripted-1',
        finishReason: 'stop',
        repaired: false,
        cached: false,
        attempts: 1,
        masked: {},
        notes: [],
      };
    },
  };
}

function valueIn<T>(text: string, schema: NonNullable<ModelRequest<T>['schema']>): T {
  const read = readJsonAnswer(text, answerShape(schema).accept);
  if (read.ok) return read.value;
  throw new AppError('MODEL_ANSWER_INVALID', read.error);
}
