import { visibleText } from '../../base/text.ts';
import type { Config } from '../../config/settings.ts';
import type { Host } from '../host.ts';
import type { ConstraintSet } from './constraint-set.ts';

type Settings = Pick<Config, 'constraints' | 'tools' | 'policy' | 'quiet'>;

/**
 * The packs, tools and policy that settings name; null where they name none, and then nothing is loaded for them. Notes go
 * to stderr, unless `quiet`.
 * @throws AppError PACK_INVALID, TOOLS_INVALID, POLICY_INVALID
 */
export async function loadConstraints(settings: Settings, host: Host): Promise<ConstraintSet | null> {
  const { constraints, tools, policy, quiet } = settings;
  if (constraints.length === 0 && tools.length === 0 && policy === '') return null;
  const [{ loadConstraintSet }, { cacheFolderOf }] = await Promise.all([
    import('./constraint-set.ts'),
    import('./sandboxes.ts'),
  ]);
  const notes: string[] = [];
  const set = await loadConstraintSet(settings, {
    cwd: host.cwd,
    cacheFolder: cacheFolderOf(host.env),
    note: (text) => notes.push(text),
  });
  if (!quiet)
    for (const text of notes) await host.stderr.write(`culprit: ${visibleText(text).replaceAll('\n', ' ')}\n`);
  return set;
}
