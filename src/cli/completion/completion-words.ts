import type { Command } from '../command.ts';
import { COMMANDS } from '../command-specs.ts';
import { FLAGS } from '../flags.ts';

export interface FlagWords {
  /** Every spelling: `--md`, `--markdown`. */
  readonly names: readonly string[];
  readonly takesValue: boolean;
  readonly description: string;
}

export interface CommandWords {
  readonly name: string;
  readonly summary: string;
  readonly flags: readonly FlagWords[];
  /** Commands that stand behind it. */
  readonly commands: readonly CommandWords[];
}

const HELP: FlagWords = { names: ['--help'], takesValue: false, description: 'Print help' };

/** What can be typed, from the table of commands: completion scripts are made of it. */
export const completionWords = (commands: Readonly<Record<string, Command>> = COMMANDS): readonly CommandWords[] =>
  Object.entries(commands).map(([name, command]) => ({
    name,
    summary: command.summary,
    flags: [...command.flags.map((flag) => flagWords(FLAGS[flag].flags, FLAGS[flag].description)), HELP],
    commands: completionWords(command.commands ?? {}),
  }));

function flagWords(flags: string, description: string): FlagWords {
  const names = flags.match(/--?[a-z][a-z-]*/g) ?? [];
  return { names, takesValue: flags.includes('<'), description };
}
