import { modelError } from '../model-error.ts';
import { checkedAddress, firstSet, isLoopback, requiredKey } from './environment.ts';
import { exec } from './exec.ts';
import { ollama } from './ollama.ts';
import type { Environment, Provider } from './provider.ts';

const OPENAI_KEYS = ['OPENAI_API_KEY'] as const;
const OPENAI_ADDRESSES = ['OPENAI_BASE_URL'] as const;
const OPENAI_PACKAGE = { name: '@ai-sdk/openai', version: '3.0.141' } as const;
const COMPATIBLE_PACKAGE = { name: '@ai-sdk/openai-compatible', version: '2.0.92' } as const;

const addressIn = (env: Environment, names: readonly string[]): string | null => {
  const set = firstSet(env, names);
  return set === null ? null : checkedAddress(set, names.join(' or '));
};

/** OpenAI keeps what it is sent unless told not to. */
const openaiOptions = ({ strictSchema }: { readonly strictSchema: boolean }) => ({
  openai: { store: false, strictJsonSchema: strictSchema },
});

const compatibleOptions = ({ strictSchema }: { readonly strictSchema: boolean }) => ({
  openaiCompatible: { strictJsonSchema: strictSchema },
});

/** `URL#name`: where a server is, and what it calls the model. */
function splitCompatible(model: string): { readonly address: string; readonly name: string } {
  const hash = model.lastIndexOf('#');
  const name = model.slice(hash + 1);
  if (hash === -1 || name === '') {
    throw modelError(
      'MODEL_UNKNOWN',
      'openai-compatible: needs an address and a name: http://localhost:8000/v1#qwen3-32b',
    );
  }
  return { address: checkedAddress(model.slice(0, hash), 'the address of openai-compatible:'), name };
}

/** Every way of reaching models, by what stands before the colon. The packages are loaded with the first call of `open`. */
export const PROVIDERS = {
  openai: {
    title: 'OpenAI',
    example: 'openai:gpt-5.4-mini',
    keys: OPENAI_KEYS,
    addresses: OPENAI_ADDRESSES,
    package: OPENAI_PACKAGE,
    remote: () => true,
    endpoint: ({ env }) => addressIn(env, OPENAI_ADDRESSES),
    open: async ({ id, model, env, fetch }) => {
      const apiKey = requiredKey(env, OPENAI_KEYS, id);
      const baseURL = addressIn(env, OPENAI_ADDRESSES) ?? 'https://api.openai.com/v1';
      const { createOpenAI } = await import('@ai-sdk/openai');
      return {
        kind: 'sdk',
        model: createOpenAI({ apiKey, baseURL, fetch }).responses(model),
        pricedAs: { provider: 'openai', model },
        optionsFor: openaiOptions,
      };
    },
  },
  'openai-chat': {
    title: 'OpenAI, by the older chat protocol',
    example: 'openai-chat:gpt-4.1',
    keys: OPENAI_KEYS,
    addresses: OPENAI_ADDRESSES,
    package: OPENAI_PACKAGE,
    remote: () => true,
    endpoint: ({ env }) => addressIn(env, OPENAI_ADDRESSES),
    open: async ({ id, model, env, fetch }) => {
      const apiKey = requiredKey(env, OPENAI_KEYS, id);
      const baseURL = addressIn(env, OPENAI_ADDRESSES) ?? 'https://api.openai.com/v1';
      const { createOpenAI } = await import('@ai-sdk/openai');
      return {
        kind: 'sdk',
        model: createOpenAI({ apiKey, baseURL, fetch }).chat(model),
        pricedAs: { provider: 'openai', model },
        optionsFor: openaiOptions,
      };
    },
  },
  anthropic: {
    title: 'Anthropic',
    example: 'anthropic:claude-haiku-4-5',
    keys: ['ANTHROPIC_API_KEY'],
    addresses: ['ANTHROPIC_BASE_URL'],
    package: { name: '@ai-sdk/anthropic', version: '3.0.140' },
    remote: () => true,
    endpoint: ({ env }) => addressIn(env, ['ANTHROPIC_BASE_URL']),
    open: async ({ id, model, env, fetch }) => {
      const apiKey = requiredKey(env, ['ANTHROPIC_API_KEY'], id);
      const set = addressIn(env, ['ANTHROPIC_BASE_URL']);
      // Other tools give it without the version, the package wants it with.
      const baseURL = set === null ? 'https://api.anthropic.com/v1' : /\/v\d$/.test(set) ? set : `${set}/v1`;
      const { createAnthropic } = await import('@ai-sdk/anthropic');
      return {
        kind: 'sdk',
        model: createAnthropic({ apiKey, baseURL, fetch }).languageModel(model),
        pricedAs: { provider: 'anthropic', model },
        systemOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } },
      };
    },
  },
  google: {
    title: 'Google Gemini',
    example: 'google:gemini-2.5-flash',
    keys: ['GOOGLE_GENERATIVE_AI_API_KEY', 'GEMINI_API_KEY', 'GOOGLE_API_KEY'],
    addresses: ['GOOGLE_GENERATIVE_AI_BASE_URL'],
    package: { name: '@ai-sdk/google', version: '3.0.141' },
    remote: () => true,
    endpoint: ({ env }) => addressIn(env, ['GOOGLE_GENERATIVE_AI_BASE_URL']),
    open: async ({ id, model, env, fetch }) => {
      const apiKey = requiredKey(env, ['GOOGLE_GENERATIVE_AI_API_KEY', 'GEMINI_API_KEY', 'GOOGLE_API_KEY'], id);
      const baseURL =
        addressIn(env, ['GOOGLE_GENERATIVE_AI_BASE_URL']) ?? 'https://generativelanguage.googleapis.com/v1beta';
      const { createGoogleGenerativeAI } = await import('@ai-sdk/google');
      return {
        kind: 'sdk',
        model: createGoogleGenerativeAI({ apiKey, baseURL, fetch }).languageModel(model),
        pricedAs: { provider: 'google', model },
      };
    },
  },
  azure: {
    title: 'Azure OpenAI',
    example: 'azure:my-deployment',
    keys: ['AZURE_OPENAI_API_KEY', 'AZURE_API_KEY'],
    addresses: ['AZURE_OPENAI_ENDPOINT', 'AZURE_RESOURCE_NAME', 'AZURE_OPENAI_API_VERSION'],
    package: { name: '@ai-sdk/azure', version: '3.0.128' },
    remote: () => true,
    endpoint: ({ env }) => azureAddress(env),
    open: async ({ id, model, env, fetch }) => {
      const apiKey = requiredKey(env, ['AZURE_OPENAI_API_KEY', 'AZURE_API_KEY'], id);
      const baseURL = azureAddress(env);
      if (baseURL === null) {
        throw modelError(
          'MODEL_KEY_MISSING',
          `${id} needs AZURE_OPENAI_ENDPOINT or AZURE_RESOURCE_NAME in the environment`,
        );
      }
      const version = azureVersion(env);
      const { createAzure } = await import('@ai-sdk/azure');
      const dated = version === null ? {} : { apiVersion: version, useDeploymentBasedUrls: true };
      return {
        kind: 'sdk',
        model: createAzure({ apiKey, baseURL, fetch, ...dated }).chat(model),
        // A deployment is called what its owner likes, so its price is not known.
        pricedAs: null,
        optionsFor: ({ strictSchema }) => ({
          azure: { strictJsonSchema: strictSchema },
          openai: { strictJsonSchema: strictSchema },
        }),
      };
    },
  },
  bedrock: {
    title: 'Amazon Bedrock',
    example: 'bedrock:anthropic.claude-haiku-4-5-20251001-v1:0',
    keys: ['AWS_BEARER_TOKEN_BEDROCK', 'AWS_ACCESS_KEY_ID'],
    addresses: ['AWS_REGION', 'AWS_DEFAULT_REGION', 'BEDROCK_BASE_URL'],
    package: { name: '@ai-sdk/amazon-bedrock', version: '4.0.186' },
    remote: () => true,
    endpoint: ({ env }) => addressIn(env, ['BEDROCK_BASE_URL']) ?? firstSet(env, ['AWS_REGION', 'AWS_DEFAULT_REGION']),
    open: async ({ id, model, env, fetch }) => {
      const region = firstSet(env, ['AWS_REGION', 'AWS_DEFAULT_REGION']);
      if (region === null) throw modelError('MODEL_KEY_MISSING', `${id} needs AWS_REGION in the environment`);
      const apiKey = firstSet(env, ['AWS_BEARER_TOKEN_BEDROCK']);
      const token = firstSet(env, ['AWS_SESSION_TOKEN']);
      const credentials =
        apiKey !== null
          ? { apiKey }
          : {
              accessKeyId: requiredKey(env, ['AWS_ACCESS_KEY_ID'], id),
              secretAccessKey: requiredKey(env, ['AWS_SECRET_ACCESS_KEY'], id),
              ...(token === null ? {} : { sessionToken: token }),
            };
      const baseURL = addressIn(env, ['BEDROCK_BASE_URL']) ?? `https://bedrock-runtime.${region}.amazonaws.com`;
      const { createAmazonBedrock } = await import('@ai-sdk/amazon-bedrock');
      return {
        kind: 'sdk',
        model: createAmazonBedrock({ region, ...credentials, baseURL, fetch }).languageModel(model),
        pricedAs: null,
      };
    },
  },
  openrouter: {
    title: 'OpenRouter',
    example: 'openrouter:qwen/qwen3-32b',
    keys: ['OPENROUTER_API_KEY'],
    addresses: ['OPENROUTER_BASE_URL'],
    package: COMPATIBLE_PACKAGE,
    remote: () => true,
    endpoint: ({ env }) => addressIn(env, ['OPENROUTER_BASE_URL']),
    open: async ({ id, model, env, fetch }) => {
      const apiKey = requiredKey(env, ['OPENROUTER_API_KEY'], id);
      const baseURL = addressIn(env, ['OPENROUTER_BASE_URL']) ?? 'https://openrouter.ai/api/v1';
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
      const provider = createOpenAICompatible({
        name: 'openrouter',
        apiKey,
        baseURL,
        fetch,
        supportsStructuredOutputs: true,
      });
      return { kind: 'sdk', model: provider.chatModel(model), pricedAs: null, optionsFor: compatibleOptions };
    },
  },
  ollama,
  'openai-compatible': {
    title: 'A server that speaks like OpenAI (vLLM, LM Studio, llama.cpp, LiteLLM, …)',
    example: 'openai-compatible:http://localhost:8000/v1#qwen3-32b',
    keys: [],
    addresses: ['OPENAI_COMPATIBLE_API_KEY'],
    package: COMPATIBLE_PACKAGE,
    remote: ({ model }) => !isLoopback(splitCompatible(model).address),
    endpoint: ({ model }) => splitCompatible(model).address,
    open: async ({ model, env, fetch }) => {
      const { address, name } = splitCompatible(model);
      const apiKey = firstSet(env, ['OPENAI_COMPATIBLE_API_KEY']);
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
      const key = apiKey === null ? {} : { apiKey };
      const provider = createOpenAICompatible({
        name: 'openai-compatible',
        baseURL: address,
        fetch,
        supportsStructuredOutputs: true,
        ...key,
      });
      return { kind: 'sdk', model: provider.chatModel(name), pricedAs: null, optionsFor: compatibleOptions };
    },
  },
  exec,
} as const satisfies Record<string, Provider>;

export type ProviderName = keyof typeof PROVIDERS;

/** `https://NAME.openai.azure.com/openai/v1`, from the address or the name of the resource; null where neither is set. */
function azureAddress(env: Environment): string | null {
  const set = addressIn(env, ['AZURE_OPENAI_ENDPOINT']);
  const name = firstSet(env, ['AZURE_RESOURCE_NAME']);
  const base =
    set ?? (name === null ? null : checkedAddress(`https://${name}.openai.azure.com`, 'AZURE_RESOURCE_NAME'));
  if (base === null) return null;
  const root = base.replace(/\/openai(?:\/v1)?$/, '');
  return azureVersion(env) === null ? `${root}/openai/v1` : `${root}/openai`;
}

/** A dated version is of the older addresses, in which the deployment stands in the path; null = the current ones. */
function azureVersion(env: Environment): string | null {
  const version = firstSet(env, ['AZURE_OPENAI_API_VERSION']);
  return version === 'v1' ? null : version;
}
