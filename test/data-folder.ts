import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

const folder = resolve(process.env.CULPRIT_DATA ?? join(import.meta.dirname, '../../shared/data'));

/** Folder of the public data sets; null where they are not there, and then tests that need them are skipped in the open. */
export const dataFolder: string | null = existsSync(folder) ? folder : null;

/** A path in the data folder; use only inside tests that are skipped where `dataFolder` is null. */
export const dataPath = (...parts: readonly string[]): string => join(folder, ...parts);
