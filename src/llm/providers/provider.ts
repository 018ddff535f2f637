import type { LanguageModelV3 } from '@ai-sdk/provider';
import type { ModelPrice } from '../prices.ts';
import type { RawModel } from '../raw-model.ts';

/** Variables of the environment, by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

export type Fetch = typeof globalThis.fetch;

/** What a provider is given to make a model of. */
export interface ProviderContext {
  /** The whole name, such as `openai:gpt-5`. */
  readonly id: string;
  /** What stands behind the provider in the name. */
  readonly model: string;
  readonly env: Environment;
  /** Longest time that one request may take, in milliseconds. */
  readonly timeoutMs: number;
  readonly fetch: Fetch;
}

/** A model through a package of the Vercel AI SDK: everything but what all of them share. */
export interface SdkModel {
  readonly kind: 'sdk';
  readonly model: LanguageModelV3;
  /** Under which name the table of prices knows it, and the model; null = not at all. */
  readonly pricedAs: { readonly provider: string; readonly model: string } | null;
  /** Instead of the table's. */
  readonly price?: ModelPrice;
  /** Options of the provider for a request. */
  readonly optionsFor?: (request: {
    readonly strictSchema: boolean;
  }) => Readonly<Record<string, Record<string, boolean | string>>>;
  /** Options that go with the instructions: marks what the provider may cache. */
  readonly systemOptions?: Readonly<Record<string, Record<string, Record<string, string>>>>;
}

export type ProviderModel = SdkModel | { readonly kind: 'raw'; readonly model: RawModel };

export interface ProviderPackage {
  readonly name: string;
  readonly version: string;
}

/** One way of reaching models. */
export interface Provider {
  readonly title: string;
  /** How its models are named, for messages and docs. */
  readonly example: string;
  /** Variables that hold the key; the first that is set counts. Empty = none is needed. */
  readonly keys: readonly string[];
  /** Variables that set where requests go. */
  readonly addresses: readonly string[];
  /** The package that has to be installed; null = none. */
  readonly package: ProviderPackage | null;
  /** Whether what is sent leaves this machine, so that it is masked unless asked otherwise. */
  readonly remote: (context: Pick<ProviderContext, 'model' | 'env'>) => boolean;
  /** Where requests go, when it was set; null = the provider's own. Without secrets. */
  readonly endpoint: (context: Pick<ProviderContext, 'model' | 'env'>) => string | null;
  /** @throws AppError MODEL_KEY_MISSING, MODEL_UNKNOWN, and what the import of its package throws */
  readonly open: (context: ProviderContext) => Promise<ProviderModel>;
}
