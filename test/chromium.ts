import { existsSync } from 'node:fs';

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
];

/**
 * A Chromium to test pages in: `CULPRIT_CHROMIUM`, else where systems put it; null where there is none, and then tests
 * that need it are skipped in the open.
 */
export const chromiumPath: string | null =
  process.env.CULPRIT_CHROMIUM ?? PLACES.find((place) => existsSync(place)) ?? null;
