import type { ModelErrorCode, ModelPurpose, ModelUsage } from './model.ts';

/** One call, whatever became of it. */
export interface ModelCall {
  readonly modelId: string;
  readonly purpose: ModelPurpose;
  readonly schemaName: string;
  readonly sampleIndex: number;
  /** The model that answered, as the provider names it; null where none did. */
  readonly model: string | null;
  /** Null = answered. `ABORTED`: the caller's signal; `INTERNAL`: a fault of ours. */
  readonly error: ModelErrorCode | 'ABORTED' | 'INTERNAL' | null;
  readonly cached: boolean;
  readonly attempts: number;
  readonly usage: ModelUsage;
  /** US dollars paid; null = not known. */
  readonly costUsd: number | null;
  readonly durationMs: number;
  /** How many values were masked before the text left, by kind. */
  readonly masked: Readonly<Record<string, number>>;
  readonly notes: readonly string[];
}

/** Sums over calls. A sum is null where a call that was paid for does not say: part of a sum is no sum. */
export interface ModelTotals {
  readonly calls: number;
  readonly cached: number;
  readonly failed: number;
  /** Requests sent, the refused ones included. */
  readonly attempts: number;
  readonly inputTokens: number | null;
  readonly cachedTokens: number | null;
  readonly outputTokens: number | null;
  readonly costUsd: number | null;
  readonly masked: Readonly<Record<string, number>>;
}

/** What was asked of models in one run. */
export interface ModelLedger {
  readonly calls: readonly ModelCall[];
  add(call: ModelCall): void;
  totals(): ModelTotals;
  /** The totals of each purpose that occurred. */
  byPurpose(): Readonly<Partial<Record<ModelPurpose, ModelTotals>>>;
}
