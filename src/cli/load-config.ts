import { relative, resolve } from 'node:path';
import { findConfigFile, loadConfigFile } from '../config/load-config-file.ts';
import { type ResolvedConfig, resolveConfig } from '../config/resolve-config.ts';
import { type FlagValues, settingsOf } from './flags.ts';
import type { Host } from './host.ts';

/**
 * Every setting for one run of a command, with its origin.
 * @throws AppError CONFIG_INVALID, USAGE_INVALID
 */
export async function loadConfig(flags: FlagValues, host: Host): Promise<ResolvedConfig> {
  const given = typeof flags.config === 'string' ? resolve(host.cwd, flags.config) : null;
  const path = given ?? findConfigFile(host.cwd);
  const file = path === null ? null : { path: relative(host.cwd, path), content: await loadConfigFile(path) };
  return resolveConfig({ flags: settingsOf(flags), env: host.env, file });
}
