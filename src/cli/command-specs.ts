import type { Command } from './command.ts';
import { CONSTRAINTS_COMMANDS } from './constraints/command-specs.ts';
import { MODEL_FLAGS } from './flags.ts';

const TRACES = 'Trace files, folders, quoted globs, or - for standard input; what is piped in where none is named';

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
      'constraints',
      'tools',
      'policy',
      ...MODEL_FLAGS,
      'judgeModel',
      'checkModel',
      'synthesisModel',
      'judge',
      'judgeWith',
      'askBelow',
      'samples',
      'shortlist',
      'synthesis',
      'reflect',
      'keepConstraints',
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
      ['culprit diagnose traces/ --constraints culprit.constraints.json', 'hold runs against constraints of your own'],
      ['culprit diagnose results.json --only 17 --full', 'one trajectory out of a file of many'],
      ['culprit diagnose traces/ --fail-on failed,category:system-failure', 'exit code 1 when one of these occurs'],
      ['culprit diagnose traces/ --model openai:gpt-5.4-mini --max-cost 2', 'ask a model where the rest is not sure'],
      ['cat run.json | culprit', 'read standard input'],
    ],
  },
  inspect: {
    summary: 'Show what was read: format, trajectories, steps, agents, tools, coverage, warnings',
    arguments: '[files...]',
    argumentsDescription: TRACES,
    flags: ['jsonList'],
    examples: [
      ['culprit inspect run.json', 'what Culprit sees in a trace'],
      ["culprit inspect traces/ --json | jq '.[].stepCount'", 'the same as data'],
    ],
  },
  convert: {
    summary: "Convert traces to Culprit's own format or to ATIF",
    arguments: '[files...]',
    argumentsDescription: TRACES,
    flags: ['to', 'outFile'],
    examples: [
      ['culprit convert run.json --to ir > run.trajectory.jsonl', "Culprit's own format, one trajectory a line"],
      ['culprit convert session.jsonl --to atif --out session.atif.json', 'ATIF'],
    ],
  },
  graph: {
    summary: 'Draw what led to what: the Reasoning-Action Graph as JSON, DOT, Mermaid or SVG',
    arguments: '[files...]',
    argumentsDescription: TRACES,
    flags: ['toGraph', 'step', 'edges', 'outFile'],
    examples: [
      ['culprit graph run.json --to svg --out run.svg', 'a picture of the whole run'],
      [
        'culprit graph run.json --to mermaid --step critical',
        'what led to the step that broke it, and what came of it',
      ],
      ['culprit graph run.json --to dot --edges data | dot -Tpdf > run.pdf', 'the way of the values, through Graphviz'],
    ],
  },
  diff: {
    summary: 'Lay a run that failed beside runs that passed, and show where they part',
    arguments: '[traces...]',
    argumentsDescription:
      'The trace that failed, then one or more that passed; FILE#ID names one run of a file that holds many',
    flags: ['jsonPack', 'outFile', 'color', 'noColor', 'width', 'quiet', 'config'],
    examples: [
      ['culprit diff failed.json passed.json', 'where two runs of a task part'],
      [
        "culprit diff 'results.json#17-trial-0' results.json",
        'one run of a file beside those of the same task that passed',
      ],
      ['culprit diff failed.json runs/ --json', 'the same as data'],
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
    flags: ['jsonRules'],
    examples: [['culprit rules tool-call-answered', 'what a rule checks, with examples']],
  },
  constraints: {
    summary: 'Look after packs of constraints: list, show, test and more',
    arguments: '',
    argumentsDescription: '',
    flags: [],
    examples: [
      ['culprit constraints list culprit.constraints.json', 'what a pack holds'],
      ['culprit constraints test culprit.constraints.json', 'run the examples of its constraints'],
    ],
    commands: CONSTRAINTS_COMMANDS,
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
