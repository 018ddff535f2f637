import type { ModelUsage } from '../contracts/model.ts';

/** US dollars for a million tokens. */
export interface ModelPrice {
  readonly input: number;
  /** Read from the provider's cache; null = as `input`. */
  readonly cachedInput: number | null;
  /** Written to the provider's cache; null = as `input`. */
  readonly cacheWrite: number | null;
  readonly output: number;
  /** What holds for the whole of a request with more input tokens than `above`. */
  readonly long?: { readonly above: number; readonly price: Omit<ModelPrice, 'long'> };
}

/**
 * When the table was last gone through. List prices of the makers themselves, as several public tables agree on them;
 * where they do not agree the model is left out. Not read from the makers' own pages: check what you bill by.
 */
export const PRICES_AS_OF = '2026-06';

const openai = (input: number, cachedInput: number, output: number): ModelPrice => ({
  input,
  cachedInput,
  cacheWrite: null,
  output,
});
const anthropic = (input: number, output: number): ModelPrice => ({
  input,
  cachedInput: input / 10,
  cacheWrite: input * 1.25,
  output,
});
const google = (input: number, output: number, long?: ModelPrice['long']): ModelPrice => ({
  input,
  // A cached token costs less, by a share that has changed; the full price is the upper bound.
  cachedInput: null,
  cacheWrite: null,
  output,
  ...(long === undefined ? {} : { long }),
});

/** By provider and the beginning of the model's name; the longest that fits counts. */
const PRICES: Readonly<Record<string, Readonly<Record<string, ModelPrice>>>> = {
  openai: {
    'gpt-5.5': { ...openai(5, 0.5, 30), long: { above: 272_000, price: openai(10, 1, 45) } },
    'gpt-5.4': { ...openai(2.5, 0.25, 15), long: { above: 272_000, price: openai(5, 0.5, 22.5) } },
    'gpt-5.4-mini': openai(0.75, 0.075, 4.5),
    'gpt-5.4-nano': openai(0.2, 0.02, 1.25),
    'gpt-5.1': openai(1.25, 0.125, 10),
    'gpt-5': openai(1.25, 0.125, 10),
    'gpt-5-mini': openai(0.25, 0.025, 2),
    'gpt-5-nano': openai(0.05, 0.005, 0.4),
    'gpt-4.1': openai(2, 0.5, 8),
    'gpt-4.1-mini': openai(0.4, 0.1, 1.6),
    'gpt-4.1-nano': openai(0.1, 0.025, 0.4),
    'gpt-4o': openai(2.5, 1.25, 10),
    'gpt-4o-mini': openai(0.15, 0.075, 0.6),
    o3: openai(2, 0.5, 8),
    'o4-mini': openai(1.1, 0.275, 4.4),
  },
  anthropic: {
    'claude-opus-5': anthropic(5, 25),
    'claude-opus-4-8': anthropic(5, 25),
    'claude-opus-4-7': anthropic(5, 25),
    'claude-opus-4-6': anthropic(5, 25),
    'claude-opus-4-5': anthropic(5, 25),
    'claude-opus-4-1': anthropic(15, 75),
    'claude-opus-4': anthropic(15, 75),
    'claude-sonnet-4-6': anthropic(3, 15),
    'claude-sonnet-4-5': anthropic(3, 15),
    'claude-sonnet-4': anthropic(3, 15),
    'claude-haiku-4-5': anthropic(1, 5),
  },
  google: {
    'gemini-3.1-pro': google(2, 12, { above: 200_000, price: google(4, 18) }),
    'gemini-3-pro': google(2, 12, { above: 200_000, price: google(4, 18) }),
    'gemini-3-flash': google(0.5, 3),
    'gemini-2.5-pro': google(1.25, 10, { above: 200_000, price: google(2.5, 15) }),
    'gemini-2.5-flash': google(0.3, 2.5),
    'gemini-2.5-flash-lite': google(0.1, 0.4),
  },
};

/** The list price of a model; null = not known: a name of the table may go on with a date or `preview`, not otherwise. */
export function priceOf(provider: string, model: string): ModelPrice | null {
  const table = Object.hasOwn(PRICES, provider) ? PRICES[provider] : undefined;
  const name = Object.keys(table ?? {})
    .filter(
      (start) =>
        model.startsWith(start) &&
        /^(?:-(?:\d{4}|\d{8}|\d{4}-\d\d-\d\d|\d\d-\d{4}|preview|latest))*$/.test(model.slice(start.length)),
    )
    .sort((a, b) => b.length - a.length)[0];
  return (name === undefined ? undefined : table?.[name]) ?? null;
}

/** US dollars of one answer; null where price or usage is not known. */
export function costOf(price: ModelPrice | null, usage: ModelUsage, cacheWriteTokens = 0): number | null {
  const { inputTokens, outputTokens } = usage;
  if (price === null || inputTokens === null || outputTokens === null) return null;
  const { input, cachedInput, cacheWrite, output } =
    price.long !== undefined && inputTokens > price.long.above ? price.long.price : price;
  const cached = Math.min(usage.cachedTokens ?? 0, inputTokens);
  const written = Math.min(cacheWriteTokens, inputTokens - cached);
  const millionths =
    (inputTokens - cached - written) * input +
    cached * (cachedInput ?? input) +
    written * (cacheWrite ?? input) +
    outputTokens * output;
  return millionths / 1_000_000;
}

/** The most that a call may cost, from the most tokens it may take; null where the price is not known. */
export function costAtMost(price: ModelPrice | null, inputTokens: number, outputTokens: number): number | null {
  if (price === null) return null;
  const { input, cacheWrite, output } =
    price.long !== undefined && inputTokens > price.long.above ? price.long.price : price;
  return (inputTokens * Math.max(input, cacheWrite ?? 0) + outputTokens * output) / 1_000_000;
}
