import type { Config } from './settings.ts';

/** Whether to colour: the setting, else NO_COLOR, else FORCE_COLOR, else whether the output is a terminal. */
export function useColor(
  mode: Config['color'],
  env: Readonly<Record<string, string | undefined>>,
  isTerminal: boolean,
): boolean {
  if (mode !== 'auto') return mode === 'always';
  if (env.NO_COLOR !== undefined && env.NO_COLOR !== '') return false;
  if (env.FORCE_COLOR !== undefined) return env.FORCE_COLOR !== '0' && env.FORCE_COLOR !== 'false';
  return isTerminal && env.TERM !== 'dumb';
}
