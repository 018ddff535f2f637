import type { FlagName } from './flags.ts';

export interface Command {
  readonly summary: string;
  /** As help writes them: `<file...>` = at least one, `[name]` = may be left out. */
  readonly arguments: string;
  readonly argumentsDescription: string;
  readonly flags: readonly FlagName[];
  /** What to type, and what it does. */
  readonly examples: readonly (readonly [command: string, does: string])[];
}

const TRACES = 'Trace files, folders, quoted globs, or - for standard input';

/** Every command, by name. Help, completion and `docs/reference/cli.md` come from it. */
export const COMMANDS = {
  diagnose: {
    summary: 'Find the step that broke each run (the default: `culprit FILE` is enough)',
    arguments: '[files...]',
    argumentsDescription: TRACES,
    flags: [
      'json',
      'jsonl',
      'markdown',
      'html',
      'out',
      'full',
      'only',
      'target',
      'failOn',
      'outcome',
      'reference',
      'jobs',
      'quiet',
      'color',
      'noColor',
      'width',
      'config',
      'printConfig',
    ],
    examples: [
      ['culprit run.json', 'diagnose one trace'],
      ["culprit diagnose traces/ 'more/**/*.jsonl' --html", 'diagnose many, and write an HTML page as well'],
      ['culprit diagnose results.jsonl --jsonl > diagnoses.jsonl', 'one line of JSON a trajectory'],
      ['culprit diagnose results.json --only 17 --full', 'one trajectory out of a file of many'],
      ['culprit diagnose traces/ --fail-on failed,category:system-failure', 'exit code 1 when one of these occurs'],
      ['cat run.json | culprit -', 'read standard input'],
    ],
  },
  inspect: {
    summary: 'Show what was read: format, trajectories, steps, agents, tools, coverage, warnings',
    arguments: '<files...>',
    argumentsDescription: TRACES,
    flags: ['json'],
    examples: [['culprit inspect run.json', 'what Culprit sees in a trace']],
  },
  convert: {
    summary: "Convert traces to Culprit's own format or to ATIF",
    arguments: '<files...>',
    argumentsDescription: TRACES,
    flags: ['to', 'out'],
    examples: [
      ['culprit convert run.json --to ir > run.trajectory.jsonl', "Culprit's own format, one trajectory a line"],
      ['culprit convert session.jsonl --to atif --out session.atif.json', 'ATIF'],
    ],
  },
  schema: {
    summary: 'Print the JSON Schema of an artifact, or list the artifacts',
    arguments: '[name]',
    argumentsDescription: 'Name of the artifact, such as diagnosis',
    flags: [],
    examples: [['culprit schema diagnosis', 'JSON Schema of what --json prints']],
  },
  rules: {
    summary: 'List the rules, or explain one',
    arguments: '[id]',
    argumentsDescription: 'Id of the rule, such as tool-call-answered',
    flags: ['json'],
    examples: [['culprit rules tool-call-answered', 'what a rule checks, with examples']],
  },
  constraints: {
    summary: 'Check traces against packs of constraints, calibrate a pack, or write violations as tests',
    arguments: '<action...>',
    argumentsDescription: '`calibrate`; `check` and traces; `export` and traces',
    flags: ['constraints', 'passing', 'failing', 'spectrum', 'dryRun', 'testsFor', 'out', 'only', 'json', 'jsonl'],
    examples: [
      [
        "culprit constraints calibrate --constraints shop.json --passing 'ok/*.json' --failing 'bad/*.json'",
        'weigh each constraint by what it does on runs that passed and failed, and prune what is noise',
      ],
      [
        'culprit constraints calibrate --passing ok/ --failing bad/ --spectrum',
        'rank what else separates failing from passing runs',
      ],
      ['culprit constraints check run.json --constraints shop.json', 'exit code 1 where a constraint is violated'],
      [
        'culprit constraints export run.json --constraints shop.json --to vitest --out tests/',
        'write what a run violated as tests of the next runs',
      ],
    ],
  },
  completion: {
    summary: 'Print a completion script for a shell',
    arguments: '<shell>',
    argumentsDescription: 'bash, zsh or fish',
    flags: [],
    examples: [
      ['culprit completion bash >> ~/.bashrc', 'bash'],
      ['culprit completion zsh > "${fpath[1]}/_culprit"', 'zsh'],
      ['culprit completion fish > ~/.config/fish/completions/culprit.fish', 'fish'],
    ],
  },
} as const satisfies Record<string, Command>;

export type CommandName = keyof typeof COMMANDS;
export const COMMAND_NAMES = Object.keys(COMMANDS) as readonly CommandName[];
