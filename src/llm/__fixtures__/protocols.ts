import type { Environment } from '../providers/provider.ts';

/** Every protocol that is spoken, with the environment that points it at a server of one's own. */
export const PROTOCOLS: Readonly<Record<string, { readonly name: (address: string) => string; readonly env: (address: string) => Environment }>> = {
  'OpenAI responses': {
    name: () => 'openai:gpt-5.4-mini',
    env: (address) => ({ OPENAI_API_KEY: 'test-key', OPENAI_BASE_URL: `${address}/v1` }),
  },
  'OpenAI chat': {
    name: () => 'openai-chat:gpt-4.1-mini',
    env: (address) => ({ OPENAI_API_KEY: 'test-key', OPENAI_BASE_URL: `${address}/v1` }),
  },
  Anthropic: {
    name: () => 'anthropic:claude-haiku-4-5',
    env: (address) => ({ ANTHROPIC_API_KEY: 'test-key', ANTHROPIC_BASE_URL: address }),
  },
  Gemini: {
    name: () => 'google:gemini-2.5-flash',
    env: (address) => ({ GEMINI_API_KEY: 'test-key', GOOGLE_GENERATIVE_AI_BASE_URL: `${address}/v1beta` }),
  },
  Azure: {
    name: () => 'azure:my-deployment',
    env: (address) => ({ AZURE_OPENAI_API_KEY: 'test-key', AZURE_OPENAI_ENDPOINT: address }),
  },
  Bedrock: {
    name: () => 'bedrock:anthropic.claude-haiku-4-5',
    env: (address) => ({ AWS_BEARER_TOKEN_BEDROCK: 'test-key', AWS_REGION: 'eu-west-1', BEDROCK_BASE_URL: address }),
  },
  OpenRouter: {
    name: () => 'openrouter:qwen/qwen3-32b',
    env: (address) => ({ OPENROUTER_API_KEY: 'test-key', OPENROUTER_BASE_URL: `${address}/v1` }),
  },
  'OpenAI-compatible': {
    name: (address) => `openai-compatible:${address}/v1#qwen3-32b`,
    env: () => ({}),
  },
  Ollama: {
    name: () => 'ollama:llama3.3',
    env: (address) => ({ OLLAMA_HOST: address }),
  },
};
