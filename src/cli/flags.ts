import { type ConfigInput, SETTING_NAMES, SETTINGS, type SettingName } from '../config/settings.ts';

export interface Flag {
  /** As the command line writes it: `--out <path>`; `[…]` = the value may be left out. */
  readonly flags: string;
  readonly description: string;
  /** May be given several times; its value is a list then. */
  readonly repeats?: boolean;
  /** Heading it stands under in help; left out = among the rest. */
  readonly group?: string;
}

const settingFlag = (name: SettingName): Flag => ({
  flags: SETTINGS[name].flag,
  description: SETTINGS[name].description,
});
const modelFlag = (name: SettingName): Flag => ({ ...settingFlag(name), group: 'Models:' });

/** Every flag; its value arrives under the name that it has on the command line. Help, completion and `docs/reference/cli.md` come from it. */
export const FLAGS = {
  json: { flags: '--json', description: 'Print JSON: one object for one trajectory, a list for several' },
  jsonList: { flags: '--json', description: 'Print JSON: always a list, with one object a trajectory' },
  jsonPack: { flags: '--json', description: 'Print JSON' },
  jsonRules: { flags: '--json', description: 'Print JSON: a list of the rules, or the one that is named' },
  jsonl: {
    flags: '--jsonl',
    description: 'Print one line of JSON a trajectory, in the order of the input, as each is done',
  },
  markdown: { flags: '--md, --markdown', description: 'Print Markdown, for an issue or a comment' },
  html: {
    flags: '--html [file]',
    description:
      'Write a self-contained HTML page as well; FILE ends in .html, culprit-report.html where it is left out',
  },
  out: {
    flags: '--out <path>',
    description: 'Write to this file instead of standard output; into a folder (ends with /), one file a trajectory',
  },
  outFile: { flags: '--out <file>', description: 'Write to this file instead of standard output' },
  full: { flags: '--full', description: 'Print the full report of every trajectory, not only a line of each' },
  only: { flags: '--only <id>', description: 'Diagnose only the trajectory of this id' },
  onlyConstraint: { flags: '--only <id>', description: 'Only the constraint of this id' },
  target: settingFlag('target'),
  failOn: settingFlag('failOn'),
  outcome: settingFlag('outcome'),
  reference: settingFlag('reference'),
  constraints: { ...settingFlag('constraints'), repeats: true },
  tools: { ...settingFlag('tools'), repeats: true },
  policy: settingFlag('policy'),
  model: modelFlag('model'),
  judgeModel: modelFlag('judgeModel'),
  checkModel: modelFlag('checkModel'),
  synthesisModel: modelFlag('synthesisModel'),
  judge: modelFlag('judge'),
  judgeWith: modelFlag('judgeWith'),
  askBelow: modelFlag('askBelow'),
  samples: modelFlag('samples'),
  shortlist: modelFlag('shortlist'),
  synthesis: modelFlag('synthesis'),
  reflect: modelFlag('reflect'),
  keepConstraints: modelFlag('keepConstraints'),
  maxCost: modelFlag('maxCost'),
  maxCalls: modelFlag('maxCalls'),
  record: modelFlag('record'),
  replay: modelFlag('replay'),
  redact: modelFlag('redact'),
  noRedact: { flags: '--no-redact', description: 'Show models everything as it is', group: 'Models:' },
  redactPattern: { ...modelFlag('redactPatterns'), repeats: true },
  spansTo: modelFlag('spansTo'),
  modelCache: modelFlag('modelCache'),
  noModelCache: { flags: '--no-model-cache', description: 'Ask models anew what was asked before', group: 'Models:' },
  jobs: settingFlag('jobs'),
  quiet: settingFlag('quiet'),
  color: { flags: '--color', description: 'Colour even where the output is no terminal' },
  noColor: { flags: '--no-color', description: `No colour. ${SETTINGS.color.description}` },
  width: settingFlag('width'),
  config: {
    flags: '--config <file>',
    description: 'Configuration file; the nearest culprit.config.{ts,js,mjs,json} where it is left out',
  },
  printConfig: { flags: '--print-config', description: 'Print every setting with its origin, and end' },
  to: { flags: '--to <format>', description: 'ir or atif; one line of JSON a trajectory' },
  toGraph: { flags: '--to <format>', description: 'json, dot, mermaid or svg; json where it is left out' },
  step: {
    flags: '--step <number>',
    description: 'Only what this step rests on and what comes of it; `critical` = the step that broke the run',
  },
  edges: { flags: '--edges <kind>', description: 'data, control or all; all where it is left out' },
  packs: {
    flags: '--constraints <packs>',
    description: 'Packs of constraints, parted by commas; may be given again',
    repeats: true,
  },
  policySource: {
    flags: '--policy <file>',
    description: 'The policy to write constraints from: a text or Markdown file',
  },
  toolsSource: {
    flags: '--tools <files>',
    description: 'Definitions of the tools (OpenAI, Anthropic, MCP, JSON Schema), parted by commas; may be given again',
    repeats: true,
  },
  writingModel: {
    flags: '--model <name>',
    description: 'The model that writes: provider:model (docs/reference/models.md)',
  },
  reflectPack: {
    flags: '--reflect',
    description: 'Let the model take out what would fire on sound runs as well: it stays in the pack and is not run',
  },
  on: { flags: '--on <traces>', description: 'Traces to try the constraints on; may be given again', repeats: true },
  passing: {
    flags: '--passing <traces>',
    description: 'Runs that went well: a file, folder or quoted glob; may be given again',
    repeats: true,
  },
  failing: {
    flags: '--failing <traces>',
    description: 'Runs that failed: a file, folder or quoted glob; may be given again',
    repeats: true,
  },
  spectrum: { flags: '--spectrum', description: 'Rank what separates failing from passing runs, rules included' },
  dryRun: { flags: '--dry-run', description: 'Print, and write nothing' },
  outFolder: {
    flags: '--out <folder>',
    description: 'Folder to write to; the working folder where it is left out (agentrx: a file)',
  },
  jsonlConstraints: { flags: '--jsonl', description: 'Print one line of JSON a constraint' },
  testsFor: {
    flags: '--to <runner>',
    description: 'What to write: tests for vitest, jest, pytest or promptfoo, or agentrx (packs as its invariants)',
  },
} as const satisfies Record<string, Flag>;

export type FlagName = keyof typeof FLAGS;

/** Flags of whatever opens models. */
export const MODEL_FLAGS = [
  'model',
  'maxCost',
  'maxCalls',
  'record',
  'replay',
  'redact',
  'noRedact',
  'redactPattern',
  'spansTo',
  'modelCache',
  'noModelCache',
] as const satisfies readonly FlagName[];

/** Values of flags as the parser gives them. */
export type FlagValues = Readonly<Partial<Record<string, unknown>>>;

/** The settings among the flags that were given. */
export function settingsOf(flags: FlagValues): Partial<Record<keyof ConfigInput, unknown>> {
  const { color, redactPattern } = flags;
  return {
    ...Object.fromEntries(SETTING_NAMES.map((name) => [name, flags[name]])),
    redactPatterns: redactPattern,
    color: color === undefined ? color : color === true ? 'always' : 'never',
  };
}
