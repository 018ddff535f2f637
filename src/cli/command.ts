import type { FlagName } from './flags.ts';

/** One command, as help, completion and the reference know it. */
export interface Command {
  readonly summary: string;
  /** As help writes them: `<file...>` = at least one, `[name]` = may be left out. */
  readonly arguments: string;
  readonly argumentsDescription: string;
  readonly flags: readonly FlagName[];
  /** What to type, and what it does. */
  readonly examples: readonly (readonly [command: string, does: string])[];
  /** What stands behind its name, each with arguments and flags of its own; it does nothing without. */
  readonly commands?: Readonly<Record<string, Command>>;
}
