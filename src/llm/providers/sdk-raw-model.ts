import type { JSONSchema7, LanguageModelV3GenerateResult } from '@ai-sdk/provider';
import { own } from '../../base/json.ts';
import { excerpt } from '../../base/text.ts';
import type { ModelUsage } from '../../contracts/model.ts';
import { modelError } from '../model-error.ts';
import { costOf, priceOf } from '../prices.ts';
import { type RawModel, type RawRequest, rawAnswer } from '../raw-model.ts';
import type { ProviderContext, SdkModel } from './provider.ts';
import { callError, causesOf, httpError } from './provider-error.ts';
import { isStrictSchema } from './strict-schema.ts';

/**
 * A model of the AI SDK as ours: one request, no retries, no streaming. The providers' packages are used directly, by
 * the interface that they all have; what the `ai` package adds (retries, tools, agents) is not needed.
 */
export const sdkRawModel = (sdk: SdkModel, { id, timeoutMs }: ProviderContext): RawModel => ({
  id,
  generate: async (request) => {
    const timeout = AbortSignal.timeout(timeoutMs);
    let result: LanguageModelV3GenerateResult;
    try {
      const abortSignal = request.signal === undefined ? timeout : AbortSignal.any([request.signal, timeout]);
      result = await sdk.model.doGenerate({ ...optionsOf(sdk, request), abortSignal });
    } catch (error) {
      throw failureOf(id, error) ?? callError(id, error, { caller: request.signal, timeout, timeoutMs });
    }
    return answerOf(sdk, id, result);
  },
});

function optionsOf(
  sdk: SdkModel,
  { system, prompt, schema, schemaName, maxOutputTokens, temperature, seed }: RawRequest,
) {
  const strictSchema = schema !== null && isStrictSchema(schema);
  const systemMessage = {
    role: 'system' as const,
    content: system,
    ...(sdk.systemOptions === undefined ? {} : { providerOptions: sdk.systemOptions }),
  };
  return {
    prompt: [
      ...(system === '' ? [] : [systemMessage]),
      { role: 'user' as const, content: [{ type: 'text' as const, text: prompt }] },
    ],
    maxOutputTokens,
    ...(temperature === null ? {} : { temperature }),
    ...(seed === null ? {} : { seed }),
    ...(schema === null
      ? {}
      : // A schema is plain data on both sides; the SDK types it as an older dialect.
        { responseFormat: { type: 'json' as const, schema: schema as JSONSchema7, name: schemaName } }),
    ...(sdk.optionsFor === undefined ? {} : { providerOptions: sdk.optionsFor({ strictSchema }) }),
  };
}

function answerOf(
  sdk: SdkModel,
  id: string,
  { content, finishReason, usage, warnings, response }: LanguageModelV3GenerateResult,
) {
  const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('');
  const counted: ModelUsage = {
    inputTokens: usage.inputTokens.total ?? null,
    cachedTokens: usage.inputTokens.cacheRead ?? null,
    outputTokens: usage.outputTokens.total ?? null,
  };
  const { pricedAs } = sdk;
  const price = sdk.price ?? (pricedAs === null ? null : priceOf(pricedAs.provider, pricedAs.model));
  const costUsd = costOf(price, counted, usage.inputTokens.cacheWrite ?? 0);
  const { unified, raw } = finishReason;
  if (unified === 'content-filter' || refusalIn(response?.body)) {
    const said = text === '' ? `it stopped with ${raw ?? unified}` : excerpt(text, 300);
    throw modelError('MODEL_REFUSED', `${id} declined to answer: ${said}`, {
      retryable: false,
      attempts: 1,
      usage: counted,
      costUsd,
    });
  }
  if (unified === 'error') {
    throw modelError('MODEL_UNAVAILABLE', `${id}: the provider ended the answer with ${raw ?? 'an error'}`, {
      retryable: true,
      attempts: 1,
      usage: counted,
      costUsd,
    });
  }
  return rawAnswer(text, response?.modelId ?? sdk.model.modelId, {
    usage: counted,
    costUsd,
    finishReason: unified === 'stop' || unified === 'length' ? unified : 'other',
    notes: warnings.map((warning) =>
      warning.type === 'other'
        ? warning.message
        : `${warning.feature}: ${warning.details ?? 'not supported, left out'}`,
    ),
  });
}

/** Servers that speak like OpenAI may refuse in a field of their own while they say that all went well. */
function refusalIn(body: unknown): boolean {
  const choices = own(body, 'choices');
  const refusal = own(own(Array.isArray(choices) ? choices[0] : undefined, 'message'), 'refusal');
  return typeof refusal === 'string' && refusal !== '';
}

/** The SDK's error for a response that was no success; null where it is something else. */
function failureOf(id: string, error: unknown) {
  const call = causesOf(error).find(
    (one) => own(one, 'name') === 'AI_APICallError' || errorName(one) === 'AI_APICallError',
  );
  if (!(call instanceof Error)) return null;
  const status = 'statusCode' in call ? call.statusCode : undefined;
  if (typeof status !== 'number' || status < 400) return null;
  const headers = 'responseHeaders' in call ? call.responseHeaders : undefined;
  const header = (name: string): string | null => {
    const value = own(headers, name);
    return typeof value === 'string' ? value : null;
  };
  const body = 'responseBody' in call && typeof call.responseBody === 'string' ? call.responseBody : '';
  return httpError(
    id,
    { status, body, retryAfter: header('retry-after'), retryAfterMs: header('retry-after-ms') },
    error,
  );
}

const errorName = (error: unknown): string => (error instanceof Error ? error.name : '');
