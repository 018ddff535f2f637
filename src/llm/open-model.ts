import { AppError } from '../base/errors.ts';
import { own } from '../base/json.ts';
import type { ModelClient } from '../contracts/model.ts';
import type { ModelLedger } from '../contracts/model-ledger.ts';
import type { CallSpan } from './call-span.ts';
import { contextWindowOf } from './context-windows.ts';
import { createLedger } from './ledger.ts';
import { modelError } from './model-error.ts';
import { parseModelName } from './model-name.ts';
import { type ModelPrice, priceOf } from './prices.ts';
import { boundedFetch } from './providers/bounded-fetch.ts';
import { PROVIDERS } from './providers/index.ts';
import type { Environment, Provider, ProviderContext, ProviderModel } from './providers/provider.ts';
import { sdkRawModel } from './providers/sdk-raw-model.ts';
import type { RawModel, Wrapper } from './raw-model.ts';
import type { OwnPattern } from './redaction/own-patterns.ts';
import { structuredClient } from './structured/structured-client.ts';
import { replayModel } from './wrappers/replay-model.ts';
import { type Budget, withBudget } from './wrappers/with-budget.ts';
import { withCache } from './wrappers/with-cache.ts';
import { withLedger } from './wrappers/with-ledger.ts';
import { DEFAULT_LIMITS, type LimitOptions, withLimits } from './wrappers/with-limits.ts';
import { withRecord } from './wrappers/with-record.ts';
import { withRedaction } from './wrappers/with-redaction.ts';
import { DEFAULT_RETRY, type RetryOptions, withRetry } from './wrappers/with-retry.ts';

export interface ModelOptions {
  /** Where keys and addresses are read from. */
  readonly env: Environment;
  /** Longest time of one request in milliseconds; 120,000 if not given. */
  readonly timeoutMs?: number | undefined;
  /** Folder of the cache; not given = no cache. */
  readonly cacheFolder?: string | undefined;
  /** Folder that every call is recorded to. */
  readonly recordFolder?: string | undefined;
  /** Folder that every call is answered from: nothing else is asked. */
  readonly replayFolder?: string | undefined;
  readonly limits?: Partial<LimitOptions> | undefined;
  readonly retry?: Partial<RetryOptions> | undefined;
  /** What may be spent, alone or together with other models. */
  readonly budget?: Budget | undefined;
  /** Price of a model that the table does not know, or knows wrongly. */
  readonly price?: ModelPrice | undefined;
  /** Window of a model that the table does not know, or knows wrongly. */
  readonly contextTokens?: number | undefined;
  /** Whether secrets and personal data are masked; not given = where what is sent leaves this machine. */
  readonly redact?: boolean | undefined;
  /** What is masked besides. */
  readonly redactPatterns?: readonly OwnPattern[] | undefined;
  /** Where calls are written down; not given = a new one. */
  readonly ledger?: ModelLedger | undefined;
  /** Told of every call as a span, to be sent on. */
  readonly onCall?: ((span: CallSpan) => void) | undefined;
}

export interface OpenedModel {
  readonly client: ModelClient;
  readonly ledger: ModelLedger;
  /** Whether what is sent is masked. */
  readonly redacted: boolean;
  /** Where requests go, if that was set. */
  readonly endpoint: string | null;
}

const DEFAULT_TIMEOUT_MS = 120_000;

/**
 * Opens a model by its name. The order of what stands around it, from the caller inwards, and why:
 *
 * 1. Reading and repair: a repair is a call like any other, so all the rest is below.
 * 2. Ledger: sees every call, those from the cache too.
 * 3. Redaction: what is below, the disk included, never holds a secret.
 * 4. Record or replay: above the cache, or a recording would lack what was cached; and failures are recorded too.
 * 5. Cache: above the budget, since it costs nothing.
 * 6. Budget: above retries, since one call is paid once; what is refused is not sent.
 * 7. Retry: above the limits, so that every attempt is counted and a call that waits takes nobody's place.
 * 8. Limits: next to the provider, whose requests they count.
 *
 * @throws AppError MODEL_UNKNOWN, MODEL_KEY_MISSING, MODEL_PACKAGE_MISSING, USAGE_INVALID, CONFIG_INVALID
 */
export async function openModel(name: string, options: ModelOptions): Promise<OpenedModel> {
  const { env, ledger = createLedger() } = options;
  const { provider: providerName, model } = parseModelName(name);
  const id = `${providerName}:${model}`;
  const provider: Provider = PROVIDERS[providerName];
  const endpoint = provider.endpoint({ model, env });
  const redacted = options.redact ?? provider.remote({ model, env });
  const { replayFolder, onCall } = options;

  const bottom =
    replayFolder === undefined
      ? wrap(
          await openProvider(
            provider,
            { id, model, env, timeoutMs: options.timeoutMs ?? DEFAULT_TIMEOUT_MS, fetch: boundedFetch },
            options.price,
          ),
          paidWrappers(id, endpoint, priceFor(providerName, model, options), options),
        )
      : replayModel(id, replayFolder);
  const raw = wrap(bottom, [
    ...(redacted ? [withRedaction(options.redactPatterns)] : []),
    withLedger({ ledger, onCall }),
  ]);
  const contextTokens = options.contextTokens ?? (provider.package === null ? null : contextWindowOf(model));
  return { client: structuredClient(raw, contextTokens), ledger, redacted, endpoint };
}

/** Innermost first. */
const wrap = (model: RawModel, wrappers: readonly Wrapper[]): RawModel =>
  wrappers.reduce((inner, wrapper) => wrapper(inner), model);

const priceFor = (provider: string, model: string, { price }: ModelOptions): ModelPrice | null =>
  price ?? priceOf(provider === 'openai-chat' ? 'openai' : provider, model);

function paidWrappers(id: string, endpoint: string | null, price: ModelPrice | null, options: ModelOptions): Wrapper[] {
  const { budget, cacheFolder, recordFolder } = options;
  if (budget !== undefined && budget.maxCostUsd !== null && price === null) {
    throw new AppError(
      'USAGE_INVALID',
      `the price of ${id} is not known, so a limit on cost cannot be kept: limit the calls instead`,
    );
  }
  const wrappers: Wrapper[] = [
    withLimits({ ...DEFAULT_LIMITS, ...options.limits }),
    withRetry({ ...DEFAULT_RETRY, ...options.retry }),
  ];
  if (budget !== undefined) wrappers.push(withBudget(budget, price));
  if (cacheFolder !== undefined) wrappers.push(withCache({ folder: cacheFolder, endpoint }));
  if (recordFolder !== undefined) wrappers.push(withRecord(recordFolder));
  return wrappers;
}

async function openProvider(
  provider: Provider,
  context: ProviderContext,
  price: ModelPrice | undefined,
): Promise<RawModel> {
  let opened: ProviderModel;
  try {
    opened = await provider.open(context);
  } catch (error) {
    if (provider.package === null || own(error, 'code') !== 'ERR_MODULE_NOT_FOUND') throw error;
    const { name, version } = provider.package;
    throw modelError(
      'MODEL_PACKAGE_MISSING',
      `${context.id} needs a package that is not installed. Install it with: npm install ${name}@${version}`,
      { package: name, version },
      error,
    );
  }
  return opened.kind === 'raw'
    ? opened.model
    : sdkRawModel({ ...opened, ...(price === undefined ? {} : { price }) }, context);
}
