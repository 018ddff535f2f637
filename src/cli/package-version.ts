import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Host } from './host.ts';

/** The version of the installed package. */
export function packageVersion(host: Host): string {
  const { version } = JSON.parse(readFileSync(join(host.packageRoot, 'package.json'), 'utf8'));
  return String(version);
}
