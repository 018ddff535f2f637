import type { ModelClient } from '../contracts/model.ts';
import type { ModelLedger } from '../contracts/model-ledger.ts';
import { createLedger } from './ledger.ts';
import { type ModelOptions, type OpenedModel, openModel } from './open-model.ts';
import { createSpanExporter } from './span-exporter.ts';
import { createBudget } from './wrappers/with-budget.ts';

/** What models are asked for, each by a model of its own or all by one. */
export const MODEL_ROLES = ['judge', 'check', 'synthesis'] as const;
export type ModelRole = (typeof MODEL_ROLES)[number];

export interface ModelsOptions extends Omit<ModelOptions, 'budget' | 'ledger' | 'onCall'> {
  /** Collector that is sent a span of each call; null = none is sent. */
  readonly spansTo: string | null;
  /** US dollars that all of them together may spend; null = no limit. */
  readonly maxCostUsd: number | null;
  /** Calls that all of them together may send; null = no limit. */
  readonly maxCalls: number | null;
}

export interface OpenedModels {
  /** Null where no model is named for the role. */
  readonly clients: Readonly<Record<ModelRole, ModelClient | null>>;
  /** One for all of them. */
  readonly ledger: ModelLedger;
  /** By name. */
  readonly opened: ReadonlyMap<string, OpenedModel>;
  /** Ends what was opened. Gives what went wrong with it, in words; null = nothing did. */
  close(): Promise<string | null>;
}

/**
 * Opens the models of a run: one for each name, whatever its roles, with one budget and one ledger for all.
 * @throws as `openModel`
 */
export async function openModels(
  names: Readonly<Record<ModelRole, string | null>>,
  { maxCostUsd, maxCalls, spansTo, ...options }: ModelsOptions,
): Promise<OpenedModels> {
  const ledger = createLedger();
  const budget = maxCostUsd === null && maxCalls === null ? undefined : createBudget({ maxCostUsd, maxCalls });
  const spans = spansTo === null ? null : createSpanExporter({ endpoint: spansTo });
  const onCall = spans?.onCall;
  const opened = new Map<string, OpenedModel>();
  for (const role of MODEL_ROLES) {
    const name = names[role];
    if (name !== null && !opened.has(name))
      opened.set(name, await openModel(name, { ...options, budget, ledger, onCall }));
  }
  const clientOf = (role: ModelRole) => opened.get(names[role] ?? '')?.client ?? null;
  return {
    clients: { judge: clientOf('judge'), check: clientOf('check'), synthesis: clientOf('synthesis') },
    ledger,
    opened,
    close: async () => (await spans?.close()) ?? null,
  };
}
