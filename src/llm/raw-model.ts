import type {
  JsonSchema,
  ModelAnswer,
  ModelErrorCode,
  ModelFinishReason,
  ModelRequest,
  ModelUsage,
} from '../contracts/model.ts';

/** A request as it goes down the chain: its schema is plain data, and nothing is optional but the signal. */
export interface RawRequest extends Omit<ModelRequest, 'schema' | 'seed' | 'sampleIndex'> {
  readonly schema: JsonSchema | null;
  readonly seed: number | null;
  readonly sampleIndex: number;
}

/** An answer whose text nobody has read yet. */
export type RawAnswer = Omit<ModelAnswer, 'value' | 'repaired'>;

/** A model that gives text. The wrappers take one and give one. */
export interface RawModel {
  readonly id: string;
  generate(request: RawRequest): Promise<RawAnswer>;
}

/** What a wrapper is: put around a model, it is a model. */
export type Wrapper = (model: RawModel) => RawModel;

/** Details that errors of a call carry, for the wrappers to act on. */
export interface ModelErrorDetails {
  /** Whether the same request may well succeed later. */
  readonly retryable?: boolean;
  readonly status?: number;
  /** What the provider asked to wait, in milliseconds. */
  readonly retryAfterMs?: number;
  /** Requests that were sent for it. */
  readonly attempts?: number;
  readonly usage?: ModelUsage;
  readonly costUsd?: number | null;
  readonly masked?: Readonly<Record<string, number>>;
}

export const NO_USAGE: ModelUsage = { inputTokens: null, cachedTokens: null, outputTokens: null };

/** An answer with everything but its text at its usual value. */
export const rawAnswer = (
  text: string,
  model: string,
  more: Partial<RawAnswer> & { readonly finishReason?: ModelFinishReason } = {},
): RawAnswer => ({
  text,
  usage: NO_USAGE,
  costUsd: null,
  model,
  finishReason: 'stop',
  cached: false,
  attempts: 1,
  masked: {},
  notes: [],
  ...more,
});

/** Failures after which nothing was computed, so that nothing is paid. */
export const FREE_FAILURES: ReadonlySet<ModelErrorCode> = new Set([
  'MODEL_UNKNOWN',
  'MODEL_PACKAGE_MISSING',
  'MODEL_KEY_MISSING',
  'MODEL_KEY_REFUSED',
  'MODEL_REQUEST_REJECTED',
  'MODEL_RATE_LIMITED',
  'MODEL_CONTEXT_OVERFLOW',
  'MODEL_BUDGET_SPENT',
  'MODEL_REPLAY_MISSING',
]);
