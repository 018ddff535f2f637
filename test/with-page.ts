import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { chromiumPath } from './chromium.ts';

const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/** Opens an empty page in a browser with a new profile, hands it over, and closes both. */
export async function withPage<T>(use: (page: Page) => Promise<T>): Promise<T> {
  if (chromiumPath === null) throw new Error('no Chromium: skip the test where chromiumPath is null');
  const profile = mkdtempSync(join(tmpdir(), 'chromium-'));
  try {
    const context = await chromium.launchPersistentContext(profile, { executablePath: chromiumPath, args: ARGS });
    try {
      return await use(await context.newPage());
    } finally {
      await context.close();
    }
  } finally {
    rmSync(profile, { recursive: true, force: true });
  }
}
