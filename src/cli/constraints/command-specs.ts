import type { Command } from '../command.ts';

const PACKS =
  'Pack files (culprit.constraints.json, .ts, .js), or folders that hold one; ./culprit.constraints.json where none is named';

/** Every command under `culprit constraints`, by name; `COMMAND_LOADERS` in index.ts of this folder runs it. */
export const CONSTRAINTS_COMMANDS = {
  list: {
    summary: 'List the constraints of packs: clause, language, severity, calibration, examples',
    arguments: '[packs...]',
    argumentsDescription: PACKS,
    flags: ['jsonPack'],
    examples: [
      ['culprit constraints list culprit.constraints.json', 'one line a constraint'],
      ["culprit constraints list --json | jq '.[].id'", 'the same as data'],
    ],
  },
  show: {
    summary: 'Show one constraint: clause, guard, check, examples, calibration',
    arguments: '<id> [packs...]',
    argumentsDescription: PACKS,
    flags: ['jsonPack'],
    examples: [['culprit constraints show order-pending culprit.constraints.json', 'everything about one constraint']],
  },
  coverage: {
    summary: 'Show, clause by clause and over many runs, what constraints put to the test',
    arguments: '[files...]',
    argumentsDescription: 'Trace files, folders, quoted globs, or - for standard input',
    flags: ['constraints', 'policy', 'jsonPack'],
    examples: [
      [
        'culprit constraints coverage traces/ --constraints culprit.constraints.json',
        'which clauses nothing checks, or no run ever tried',
      ],
      ['culprit constraints coverage traces/ --policy policy.md', 'by the clauses of a document'],
    ],
  },
  test: {
    summary: 'Run the examples of constraints: does each hold, and is it violated, where it should',
    arguments: '[packs...]',
    argumentsDescription: PACKS,
    flags: ['onlyConstraint', 'jsonPack'],
    examples: [
      ['culprit constraints test culprit.constraints.json', 'exit code 1 where an example goes wrong'],
      ['culprit constraints test --only order-pending', 'one constraint'],
    ],
  },
} as const satisfies Record<string, Command>;

export type ConstraintsCommandName = keyof typeof CONSTRAINTS_COMMANDS;
