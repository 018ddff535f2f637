import type { ConfigInput } from './settings.ts';

/** Gives the fields of a `culprit.config.ts` their types; returns what it is given. */
export const defineConfig = (config: ConfigInput): ConfigInput => config;
