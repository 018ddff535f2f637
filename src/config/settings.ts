import { z } from 'zod';
import { MARKERS, type MarkerName } from '../contracts/judgment.ts';
import { asFailCondition, FAIL_CONDITIONS, type FailCondition } from './fail-condition.ts';
import { MODEL_SETTINGS } from './model-settings.ts';
import { count, oneOf, orAuto, wholeNumber, yesOrNo, yesOrNoInFile } from './setting-schemas.ts';

/** `trace`: as the trace itself says. */
export const OUTCOME_MODES = ['trace', 'failed', 'succeeded'] as const;
export const COLOR_MODES = ['auto', 'always', 'never'] as const;

const toCamelCase = (text: string): string =>
  text.replace(/-([a-z])/g, (_match, letter: string) => letter.toUpperCase());

const isMarker = (text: string): text is MarkerName => MARKERS.some((name) => name === text);

const target = z.string('the name of a marker').transform((text, context): MarkerName => {
  const name = toCamelCase(text);
  if (isMarker(name)) return name;
  context.addIssue({ code: 'custom', message: `"${text}" is no marker; one of ${MARKERS.join(', ')}` });
  return z.NEVER;
});

const failOn = z
  .union([z.string(), z.array(z.string())], 'a condition or a list of conditions')
  .transform((given, context): readonly FailCondition[] => {
    const names = (typeof given === 'string' ? given.split(',') : given).map((name) => name.trim());
    return names
      .filter((name) => name !== '' && name !== 'never')
      .map((name) => {
        const condition = asFailCondition(name);
        if (condition !== null) return condition;
        const known = Object.keys(FAIL_CONDITIONS).join(', ');
        context.addIssue({ code: 'custom', message: `"${name}" is no condition; one of ${known}, or never` });
        return z.NEVER;
      });
  });

const trimmed = (names: readonly string[]): readonly string[] =>
  names.map((name) => name.trim()).filter((name) => name !== '');

/** Names parted by commas; a flag may be given several times. */
const filesNamed = z
  .union([z.string(), z.array(z.string())], 'a file or a list of files')
  .transform((given) => trimmed([given].flat().flatMap((names) => names.split(','))));

/** In a list of a file a name may hold commas. */
const filesInFile = z
  .union([z.string(), z.array(z.string())], 'a file or a list of files')
  .transform((given) => trimmed(typeof given === 'string' ? given.split(',') : given));

/**
 * Everything that can be set by flag, environment variable or configuration file, with one meaning in all three.
 * `docs/reference/configuration.md` is written from it.
 */
export const SETTINGS = {
  target: {
    schema: target,
    inFile: target,
    default: 'critical',
    env: 'CULPRIT_TARGET',
    flag: '--target <marker>',
    description: `The marker that leads: ${MARKERS.join(', ')}; kebab-case is accepted`,
  },
  failOn: {
    schema: failOn,
    inFile: failOn,
    default: [],
    env: 'CULPRIT_FAIL_ON',
    flag: '--fail-on <conditions>',
    description: 'End with exit code 1 when one of these holds: failed, critical, violation, error, category:ID',
  },
  outcome: {
    schema: oneOf(OUTCOME_MODES),
    inFile: oneOf(OUTCOME_MODES),
    default: 'trace',
    env: 'CULPRIT_OUTCOME',
    flag: '--outcome <how>',
    description: 'How the runs ended: trace (what the trace says), failed or succeeded, where you know better',
  },
  reference: {
    schema: yesOrNo,
    inFile: yesOrNoInFile,
    default: false,
    env: 'CULPRIT_REFERENCE',
    flag: '--reference',
    description: 'Let the diagnosis read labels and reference answers found in the trace; the output says so',
  },
  constraints: {
    schema: filesNamed,
    inFile: filesInFile,
    default: [],
    env: 'CULPRIT_CONSTRAINTS',
    flag: '--constraints <packs>',
    description: 'Packs of constraints that runs are held against beside the rules, parted by commas',
  },
  tools: {
    schema: filesNamed,
    inFile: filesInFile,
    default: [],
    env: 'CULPRIT_TOOLS',
    flag: '--tools <files>',
    description:
      'Definitions of the tools (OpenAI, Anthropic, MCP, JSON Schema) that calls are held against, parted by commas',
  },
  policy: {
    schema: z.string('the name of a file'),
    inFile: z.string('the name of a file'),
    default: '',
    env: 'CULPRIT_POLICY',
    flag: '--policy <file>',
    description: 'The rules the agent was given, for traces that do not hold them: a text or Markdown file',
  },
  ...MODEL_SETTINGS,
  jobs: {
    schema: orAuto(count(1, 256)),
    inFile: orAuto(wholeNumber(1, 256)),
    default: 'auto',
    env: 'CULPRIT_JOBS',
    flag: '--jobs <count>',
    description: 'Threads that diagnose files at the same time; auto = as many as there are cores, 1 = none',
  },
  quiet: {
    schema: yesOrNo,
    inFile: yesOrNoInFile,
    default: false,
    env: 'CULPRIT_QUIET',
    flag: '--quiet',
    description: 'No progress bar, no notes on stderr; errors are still printed',
  },
  color: {
    schema: oneOf(COLOR_MODES),
    inFile: oneOf(COLOR_MODES),
    default: 'auto',
    env: 'CULPRIT_COLOR',
    flag: '--color [when]',
    description: 'Colour: auto (on a terminal), always or never; NO_COLOR and FORCE_COLOR are honoured',
  },
  width: {
    schema: orAuto(count(40, 1000)),
    inFile: orAuto(wholeNumber(40, 1000)),
    default: 'auto',
    env: 'CULPRIT_WIDTH',
    flag: '--width <columns>',
    description: 'Width of the terminal report; auto = that of the terminal, else 100',
  },
} as const satisfies Record<string, Setting>;

export interface Setting {
  /** For what the command line and the environment give: text, or a flag that is there. */
  readonly schema: z.ZodType;
  /** For what a file holds, where a number is a number. */
  readonly inFile: z.ZodType;
  readonly default: unknown;
  readonly env: string;
  /** As the command line writes it. */
  readonly flag: string;
  readonly description: string;
}

export type SettingName = keyof typeof SETTINGS;
export const SETTING_NAMES = Object.keys(SETTINGS) as readonly SettingName[];

/** The settings as the program uses them. */
export type Config = { readonly [K in SettingName]: z.output<(typeof SETTINGS)[K]['schema']> };

/** The settings as a configuration file writes them. */
export type ConfigInput = { readonly [K in SettingName]?: z.input<(typeof SETTINGS)[K]['inFile']> };
