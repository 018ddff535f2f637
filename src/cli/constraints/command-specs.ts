import type { Command } from '../command.ts';
import { MODEL_FLAGS } from '../flags.ts';

const PACKS =
  'Pack files (culprit.constraints.json, .ts, .js), or folders that hold one; ./culprit.constraints.json where none is named';

/** `--model` means another thing where it writes than where it judges. */
const OTHER_MODEL_FLAGS = MODEL_FLAGS.filter((name) => name !== 'model');

const TRACES = 'Trace files, folders, quoted globs, or - for standard input';

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
    flags: ['packs', 'tools', 'policy', 'jsonPack'],
    examples: [
      [
        'culprit constraints coverage traces/ --constraints culprit.constraints.json',
        'which clauses nothing checks, or no run ever tried',
      ],
      ['culprit constraints coverage traces/ --policy policy.md', 'by the clauses of a document'],
      ['culprit constraints coverage traces/ --tools tools.json', 'which tools are called as they should be'],
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
  lint: {
    summary: 'Say what is wrong with constraints: guards, programs, and with traces which never trigger',
    arguments: '[packs...]',
    argumentsDescription: PACKS,
    flags: ['on', 'jsonPack'],
    examples: [
      ['culprit constraints lint culprit.constraints.json', 'exit code 1 where one cannot work'],
      ['culprit constraints lint culprit.constraints.json --on traces/', 'and which of them never trigger there'],
    ],
  },
  import: {
    summary: "Make a pack of a file of AgentRx's invariants, with every repair named",
    arguments: '<file>',
    argumentsDescription: 'File that AgentRx wrote: static or dynamic invariants in any of its shapes',
    flags: ['outFile'],
    examples: [
      [
        'culprit constraints import static.json --out culprit.constraints.json',
        'a pack; what was repaired is told on stderr',
      ],
    ],
  },
  synthesize: {
    summary:
      'Let a model write a pack from a policy and definitions of tools; each constraint is tried before it is kept',
    arguments: '',
    argumentsDescription: '',
    flags: ['policySource', 'toolsSource', 'outFile', 'reflectPack', 'writingModel', ...OTHER_MODEL_FLAGS, 'config'],
    examples: [
      [
        'culprit constraints synthesize --policy policy.md --tools tools.json --model openai:gpt-5.4-mini --out shop.json',
        'once; then the pack is used without a model',
      ],
    ],
  },
  check: {
    summary: 'Hold traces against packs and rules: does each constraint hold over all runs',
    arguments: '<traces...>',
    argumentsDescription: TRACES,
    flags: ['packs', 'jsonPack', 'jsonlConstraints'],
    examples: [
      [
        'culprit constraints check run.json --constraints culprit.constraints.json',
        'exit code 1 where one is violated or cannot be checked',
      ],
    ],
  },
  calibrate: {
    summary: 'Weigh the constraints of packs by what they do on runs that passed and failed; prune what is noise',
    arguments: '[packs...]',
    argumentsDescription: PACKS,
    flags: ['passing', 'failing', 'spectrum', 'dryRun', 'jsonPack'],
    examples: [
      [
        "culprit constraints calibrate culprit.constraints.json --passing 'ok/*.json' --failing 'bad/*.json'",
        'write into the pack what each constraint did there',
      ],
      [
        'culprit constraints calibrate --passing ok/ --failing bad/ --spectrum --dry-run',
        'what else separates failing from passing runs',
      ],
    ],
  },
  export: {
    summary: 'Write what runs violate as tests of the next runs: for vitest, jest, pytest or promptfoo',
    arguments: '<traces...>',
    argumentsDescription: TRACES,
    flags: ['testsFor', 'packs', 'outFolder', 'only'],
    examples: [
      [
        'culprit constraints export culprit.constraints.json --to agentrx > invariants.json',
        'a pack as AgentRx reads it',
      ],
      [
        'culprit constraints export run.json --constraints culprit.constraints.json --to vitest --out tests/',
        'one file a run, one test a constraint',
      ],
    ],
  },
} as const satisfies Record<string, Command>;

export type ConstraintsCommandName = keyof typeof CONSTRAINTS_COMMANDS;
