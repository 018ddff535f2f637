import { dirname, relative, resolve } from 'node:path';
import { findConfigFile, loadConfigFile } from '../config/load-config-file.ts';
import { type ResolvedConfig, resolveConfig } from '../config/resolve-config.ts';
import { type Config, SETTING_NAMES, SETTINGS, type Setting } from '../config/settings.ts';
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
  const resolved = resolveConfig({ flags: settingsOf(flags), env: host.env, file });
  return path === null ? resolved : { ...resolved, values: fromFolder(resolved, dirname(path), host.cwd) };
}

/** The files that a configuration file names, which stand relative to it, as they are named from the working folder. */
function fromFolder({ values, origins }: ResolvedConfig, folder: string, cwd: string): Config {
  const moved = (path: unknown): unknown =>
    typeof path === 'string' && path !== '' ? relative(cwd, resolve(folder, path)) || '.' : path;
  const entries = SETTING_NAMES.map((name) => {
    const setting: Setting = SETTINGS[name];
    const value = values[name];
    const isMoved = setting.isPath === true && !/^--|^CULPRIT_|^default$/.test(origins[name]);
    return [name, !isMoved ? value : Array.isArray(value) ? value.map(moved) : moved(value)];
  });
  return Object.freeze(Object.fromEntries(entries)) as Config;
}
