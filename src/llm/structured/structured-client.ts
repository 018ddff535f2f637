import { estimateTokens } from '../../base/estimate-tokens.ts';
import { excerpt } from '../../base/text.ts';
import { isModelError, type ModelAnswer, type ModelClient, type ModelRequest } from '../../contracts/model.ts';
import { FENCE_RULE, fence } from '../../prompting/fence.ts';
import { detailsOf, modelError, withDetails } from '../model-error.ts';
import type { RawAnswer, RawModel, RawRequest } from '../raw-model.ts';
import { type AnswerShape, answerShape } from './answer-shape.ts';
import { readJsonAnswer } from './read-json-answer.ts';

/** How much of an answer that did not fit is shown to the model again, in characters. */
const MAX_SHOWN = 20_000;

/** Reads answers: checks that the request fits, sends it, reads what comes back, and asks once more where it does not fit. */
export function structuredClient(model: RawModel, contextTokens: number | null): ModelClient {
  const send = async (request: RawRequest): Promise<RawAnswer> => {
    assertFits(request, contextTokens, model.id);
    return model.generate(request);
  };
  return {
    id: model.id,
    contextTokens,
    generate: async <T>(request: ModelRequest<T>): Promise<ModelAnswer<T>> => {
      const { schema, seed = null, sampleIndex = 0, ...rest } = request;
      const base = { ...rest, seed, sampleIndex };
      if (schema === null) return { ...(await send({ ...base, schema: null })), value: null, repaired: false };
      return askForValue({ ...base, schema: null }, answerShape(schema), send);
    },
  };
}

type Send = (request: RawRequest) => Promise<RawAnswer>;

async function askForValue<T>(plain: RawRequest, shape: AnswerShape<T>, send: Send): Promise<ModelAnswer<T>> {
  const first = await sendWithSchema(plain, shape, send);
  const read = readJsonAnswer(first.text, shape.accept);
  if (read.ok) return { ...first, value: read.value, repaired: false };
  if (first.finishReason === 'length') {
    const limit = `the answer was cut at ${plain.maxOutputTokens} tokens`;
    throw modelError('MODEL_ANSWER_INVALID', `${limit}: ${read.error}`, failureOf(first));
  }
  let second: RawAnswer;
  try {
    second = await sendWithSchema(
      { ...plain, prompt: repairPrompt(plain, shape, first.text, read.error) },
      shape,
      send,
    );
  } catch (error) {
    // What was paid for the first answer stays in sight.
    const { costUsd = 0, attempts = 0 } = detailsOf(error);
    throw withDetails(error, { costUsd: sum(first.costUsd, costUsd), attempts: first.attempts + attempts });
  }
  const both = bothOf(first, second);
  const again = readJsonAnswer(second.text, shape.accept);
  if (again.ok) return { ...both, value: again.value, repaired: true };
  throw modelError(
    'MODEL_ANSWER_INVALID',
    `the answer of ${both.model} for "${plain.schemaName}" does not fit, asked twice: ${excerpt(again.error, 400)}`,
    failureOf(both),
  );
}

/** By the provider's own means; a provider that does not take the schema is asked in words. */
async function sendWithSchema<T>(plain: RawRequest, shape: AnswerShape<T>, send: Send): Promise<RawAnswer> {
  try {
    return await send({ ...plain, schema: shape.json });
  } catch (error) {
    if (!isModelError(error) || error.code !== 'MODEL_REQUEST_REJECTED') throw error;
    const answer = await send({ ...plain, prompt: `${plain.prompt}\n\n${schemaText(shape)}` });
    const note = `the provider did not take the schema (${excerpt(error.message, 200)}): asked for it in words`;
    return { ...answer, attempts: answer.attempts + (detailsOf(error).attempts ?? 0), notes: [...answer.notes, note] };
  }
}

const schemaText = ({ json }: AnswerShape<unknown>): string =>
  `Answer with JSON alone, without any other text. It must fit this JSON Schema:\n${JSON.stringify(json)}`;

function repairPrompt(request: RawRequest, shape: AnswerShape<unknown>, text: string, problem: string): string {
  const shown =
    text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}\n[… ${text.length - MAX_SHOWN} characters more]` : text;
  return [
    request.prompt,
    `This was answered before, and the answer could not be used. ${FENCE_RULE}`,
    fence('answer', shown),
    `What is wrong with it:\n${fence('problem', excerpt(problem, 1_000))}`,
    `Answer again, with the same content as far as it was right. ${schemaText(shape)}`,
  ].join('\n\n');
}

function assertFits(request: RawRequest, contextTokens: number | null, id: string): void {
  if (contextTokens === null) return;
  const asked = estimateTokens(request.system) + estimateTokens(request.prompt);
  if (asked + request.maxOutputTokens <= contextTokens) return;
  throw modelError(
    'MODEL_CONTEXT_OVERFLOW',
    `about ${asked} tokens and an answer of up to ${request.maxOutputTokens} do not fit into the ${contextTokens} of ${id}`,
    { estimatedTokens: asked, contextTokens, attempts: 0 },
  );
}

const sum = (a: number | null, b: number | null): number | null => (a === null || b === null ? null : a + b);

const bothOf = (first: RawAnswer, second: RawAnswer): RawAnswer => ({
  ...second,
  usage: {
    inputTokens: sum(first.usage.inputTokens, second.usage.inputTokens),
    cachedTokens: sum(first.usage.cachedTokens, second.usage.cachedTokens),
    outputTokens: sum(first.usage.outputTokens, second.usage.outputTokens),
  },
  costUsd: sum(first.costUsd, second.costUsd),
  cached: first.cached && second.cached,
  attempts: first.attempts + second.attempts,
  notes: [...new Set([...first.notes, ...second.notes])],
});

const failureOf = ({ text, usage, costUsd, attempts, finishReason, masked }: RawAnswer) =>
  ({ text: text.slice(0, MAX_SHOWN), usage, costUsd, attempts, finishReason, masked, retryable: false }) as const;
