import type { CommandRun } from '../commands/index.ts';
import type { ConstraintsCommandName } from './command-specs.ts';

/** Loads a command of `culprit constraints` when it is used. A new one is a line here, its spec, and its file. */
export const CONSTRAINTS_LOADERS: Readonly<
  Record<ConstraintsCommandName, () => Promise<{ readonly default: CommandRun }>>
> = {
  list: () => import('./list.ts'),
  show: () => import('./show.ts'),
  coverage: () => import('./coverage.ts'),
  check: () => import('./check.ts'),
  calibrate: () => import('./calibrate.ts'),
  export: () => import('./export.ts'),
  lint: () => import('./lint.ts'),
  import: () => import('./import.ts'),
  synthesize: () => import('./synthesize.ts'),
  test: () => import('./test.ts'),
};
