import { resolve } from 'node:path';
import { AppError } from '../base/errors.ts';
import { plural } from '../base/text.ts';
import type { OpenedModels } from '../compose.ts';
import { createModels } from '../compose.ts';
import type { Config } from '../config/settings.ts';
import type { ModelLedger, ModelTotals } from '../contracts/model-ledger.ts';
import { cacheFolderOf } from './constraints/sandboxes.ts';
import type { Host } from './host.ts';

export type { OpenedModels } from '../compose.ts';

/**
 * The models that the settings name; null where they name none, and then nothing of models is loaded.
 * @throws AppError USAGE_INVALID where settings contradict each other, and as `createModel`
 */
export async function openModels(
  config: Config,
  { cwd, env }: Pick<Host, 'cwd' | 'env'>,
): Promise<OpenedModels | null> {
  const { model, judgeModel, checkModel, synthesisModel, maxCost, maxCalls, record, replay, redact } = config;
  const named = (name: string): string | null => (name === '' ? (model === '' ? null : model) : name);
  const names = { judge: named(judgeModel), check: named(checkModel), synthesis: named(synthesisModel) };
  const wanted = [
    [config.synthesis !== 'none' && names.synthesis === null, '--synthesis'],
    [replay !== '' && Object.values(names).every((name) => name === null), '--replay'],
  ] as const;
  for (const [isMissing, flag] of wanted) {
    if (isMissing) throw new AppError('USAGE_INVALID', `${flag} asks a model: name one with --model`);
  }
  if (record !== '' && replay !== '') throw new AppError('USAGE_INVALID', '--record and --replay exclude each other');
  if (Object.values(names).every((name) => name === null)) return null;
  const cache = config.modelCache ? cacheFolderOf(env) : null;
  return createModels(names, {
    env,
    spansTo: config.spansTo === '' ? null : config.spansTo,
    maxCostUsd: maxCost === 'none' ? null : maxCost,
    maxCalls: maxCalls === 'none' ? null : maxCalls,
    cacheFolder: cache === null ? undefined : resolve(cache, 'answers'),
    recordFolder: record === '' ? undefined : resolve(cwd, record),
    replayFolder: replay === '' ? undefined : resolve(cwd, replay),
    redact: redact === 'auto' ? undefined : redact,
    redactPatterns: config.redactPatterns,
  });
}

/** What was asked of models in all, in a line; null where nothing was. */
export function ledgerWords(ledger: ModelLedger): string | null {
  const totals = ledger.totals();
  if (totals.calls === 0) return null;
  const parts = [plural(totals.calls, 'model call')];
  const purposes = Object.entries(ledger.byPurpose());
  if (purposes.length > 1) {
    parts[0] += ` (${purposes.map(([purpose, { calls }]) => `${purpose} ${calls}`).join(', ')})`;
  }
  if (totals.cached > 0) parts.push(`${totals.cached} from the cache`);
  if (totals.failed > 0) parts.push(`${totals.failed} failed`);
  parts.push(costWords(totals));
  const masked = Object.entries(totals.masked);
  if (masked.length > 0) {
    parts.push(`masked ${masked.map(([kind, count]) => `${count} × ${kind.toLowerCase()}`).join(', ')}`);
  }
  return parts.join(', ');
}

function costWords({ costUsd, inputTokens, outputTokens }: ModelTotals): string {
  const tokens =
    inputTokens === null || outputTokens === null ? 'tokens unknown' : `${inputTokens} tokens in, ${outputTokens} out`;
  return `${tokens}, ${costUsd === null ? 'cost unknown' : `$${costUsd.toFixed(costUsd < 0.1 ? 4 : 2)}`}`;
}
