import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AppError } from '../base/errors.ts';
import { isRecord, own } from '../base/json.ts';

export const CONFIG_FILES = [
  'culprit.config.ts',
  'culprit.config.js',
  'culprit.config.mjs',
  'culprit.config.json',
] as const;

/** The configuration file of a folder or the nearest one above it; null where there is none. */
export function findConfigFile(folder: string): string | null {
  for (let current = resolve(folder); ; current = dirname(current)) {
    for (const name of CONFIG_FILES) {
      const path = join(current, name);
      if (existsSync(path)) return path;
    }
    if (dirname(current) === current) return null;
  }
}

/**
 * What a configuration file holds: JSON, or the default export of a module.
 * @throws AppError CONFIG_INVALID naming the file
 */
export async function loadConfigFile(path: string): Promise<unknown> {
  if (!existsSync(path)) throw new AppError('CONFIG_INVALID', `${path}: no such file`);
  try {
    if (path.endsWith('.json')) return JSON.parse((await readFile(path, 'utf8')).replace(/^\ufeff/, ''));
    const given = await loadDefaultExport(path);
    // A copy: what code answers when it is read is read here, where its faults are the file's.
    if (given !== undefined) return isRecord(given) ? { ...given } : given;
  } catch (cause) {
    throw new AppError('CONFIG_INVALID', `${path}: ${reasonOf(cause)}`, { cause });
  }
  throw new AppError('CONFIG_INVALID', `${path}: no default export`);
}

/** First line of an error, which in code is as often something else that was thrown. */
export function reasonOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return `it threw ${typeof thrown === 'string' ? thrown : 'what is no Error'}`;
  const message = thrown.message.trim().split('\n')[0];
  return message === undefined || message === '' ? `it threw ${thrown.name}` : message.trim();
}

/**
 * The default export of a JavaScript or TypeScript file; undefined where it has none. `culprit` in it is this package,
 * wherever the file stands.
 * @throws whatever the file throws
 */
export async function loadDefaultExport(path: string): Promise<unknown> {
  const { createJiti } = await import('jiti');
  const loaded = await createJiti(import.meta.url, { fsCache: false, alias: ownPackage() }).import(path);
  return isRecord(loaded) ? own(loaded, 'default') : undefined;
}

function ownPackage(): Record<string, string> {
  try {
    return { culprit: fileURLToPath(import.meta.resolve('culprit')) };
  } catch {
    // Not built: the file may still find the package by itself.
    return {};
  }
}
