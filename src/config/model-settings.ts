import { z } from 'zod';
import { LLM_JUDGE_IDS, READING_PARTS, SYNTHESIS_MODES } from '../contracts/model-options.ts';
import { count, oneOf, orAuto, wholeNumber, yesOrNo, yesOrNoInFile } from './setting-schemas.ts';

const modelName = z.string('the name of a model, such as openai:gpt-5.4-mini').max(500, 'a name of a model is shorter');
const address = z
  .string('an address')
  .refine(
    (text) => text === '' || (/^https?:\/\//.test(text) && URL.canParse(text)),
    'an address that begins with http:// or https://',
  );
const folderName = z.string('the name of a folder');

/** Names out of a list, parted by commas; `none` = none of them. */
const namesOf = <const T extends readonly [string, ...string[]]>(known: T, least: number, most: number) =>
  z.union([z.string(), z.array(z.string())], 'a name or a list of names').transform((given, context) => {
    const names = [given]
      .flat()
      .flatMap((text) => text.split(','))
      .map((name) => name.trim())
      .filter((name) => name !== '' && name !== 'none');
    const found = names.map((name) => known.find((one) => one === name) ?? null);
    const unknown = found.indexOf(null);
    if (unknown !== -1) {
      context.addIssue({ code: 'custom', message: `"${names[unknown]}" is none of ${known.join(', ')}` });
      return z.NEVER;
    }
    if (names.length < least || names.length > most) {
      context.addIssue({ code: 'custom', message: `at least ${least} and at most ${most} of ${known.join(', ')}` });
      return z.NEVER;
    }
    return [...new Set(found)] as readonly T[number][];
  });

const share = z.number('a number from 0 to 1').min(0, 'a number from 0 to 1').max(1, 'a number from 0 to 1');
const usd = z.number('an amount in US dollars').positive('an amount above 0').max(1_000_000, 'at most 1000000');
const asNumber = z
  .string()
  .trim()
  .regex(/^\d+(?:\.\d+)?$/)
  .transform(Number);
const orNone = <T extends z.ZodType>(schema: T, what: string) => z.union([z.literal('none'), schema], what);
const anAmount = 'an amount in US dollars above 0, or none';
const calls = 'a whole number, or none';

/** `NAME=pattern`, or as an object in a file. */
const ownPattern = z.union(
  [
    z.object({ name: z.string(), pattern: z.string() }),
    z
      .string()
      .regex(/^[^=]+=./s)
      .transform((text) => ({ name: text.slice(0, text.indexOf('=')), pattern: text.slice(text.indexOf('=') + 1) })),
  ],
  'NAME=pattern',
);
const ownPatterns = z
  .union([ownPattern, z.array(ownPattern)], 'NAME=pattern, or a list of them')
  .transform((given) => [given].flat());

/** Settings of language models; part of `SETTINGS`. */
export const MODEL_SETTINGS = {
  model: {
    schema: modelName,
    inFile: modelName,
    default: '',
    env: 'CULPRIT_MODEL',
    flag: '--model <name>',
    description:
      'Ask this language model where the embedded judge is not sure: provider:model (docs/reference/models.md)',
  },
  judgeModel: {
    schema: modelName,
    inFile: modelName,
    default: '',
    env: 'CULPRIT_JUDGE_MODEL',
    flag: '--judge-model <name>',
    description: 'Model that reads runs; --model where it is left out',
  },
  checkModel: {
    schema: modelName,
    inFile: modelName,
    default: '',
    env: 'CULPRIT_CHECK_MODEL',
    flag: '--check-model <name>',
    description: 'Model that decides rubrics; --model where it is left out',
  },
  synthesisModel: {
    schema: modelName,
    inFile: modelName,
    default: '',
    env: 'CULPRIT_SYNTHESIS_MODEL',
    flag: '--synthesis-model <name>',
    description: 'Model that writes constraints; --model where it is left out',
  },
  judge: {
    schema: namesOf(LLM_JUDGE_IDS, 1, 3),
    inFile: namesOf(LLM_JUDGE_IDS, 1, 3),
    default: ['llm-all-at-once'],
    env: 'CULPRIT_JUDGE',
    flag: '--judge <names>',
    description: `How a model reads a run, at most three: ${LLM_JUDGE_IDS.join(', ')}`,
  },
  judgeWith: {
    schema: namesOf(READING_PARTS, 0, READING_PARTS.length),
    inFile: namesOf(READING_PARTS, 0, READING_PARTS.length),
    default: ['violations', 'checklist', 'policy', 'tools', 'instruction'],
    env: 'CULPRIT_JUDGE_WITH',
    flag: '--judge-with <parts>',
    description: `What a model is shown beside the run: ${READING_PARTS.join(', ')}, or none`,
  },
  askBelow: {
    schema: z.union([share, asNumber.pipe(share)], 'a number from 0 to 1'),
    inFile: share,
    default: 0.5,
    env: 'CULPRIT_ASK_BELOW',
    flag: '--ask-below <share>',
    description:
      'Ask the model only where the embedded judge’s best step has less than this share of the score; 0 = never, 1 = always',
  },
  samples: {
    schema: count(1, 20),
    inFile: wholeNumber(1, 20),
    default: 1,
    env: 'CULPRIT_SAMPLES',
    flag: '--samples <count>',
    description: 'Readings of a run by each judge; they vote',
  },
  shortlist: {
    schema: orAuto(count(1, 200)),
    inFile: orAuto(wholeNumber(1, 200)),
    default: 'auto',
    env: 'CULPRIT_SHORTLIST',
    flag: '--shortlist <count>',
    description: 'Likely steps that a model sees in full, the rest in a line each; auto = all in full where they fit',
  },
  synthesis: {
    schema: oneOf(SYNTHESIS_MODES),
    inFile: oneOf(SYNTHESIS_MODES),
    default: 'none',
    env: 'CULPRIT_SYNTHESIS',
    flag: '--synthesis <mode>',
    description: `Let a model write constraints for each run: ${SYNTHESIS_MODES.join(', ')}`,
  },
  reflect: {
    schema: yesOrNo,
    inFile: yesOrNoInFile,
    default: false,
    env: 'CULPRIT_REFLECT',
    flag: '--reflect',
    description: 'Let the model prune what it wrote that would fire on sound runs as well',
  },
  keepConstraints: {
    schema: folderName,
    inFile: folderName,
    default: '',
    env: 'CULPRIT_KEEP_CONSTRAINTS',
    flag: '--keep-constraints <folder>',
    description: 'Keep what a model wrote for each run in this folder, as a pack that needs no model',
  },
  maxCost: {
    schema: orNone(z.union([usd, asNumber.pipe(usd)]), anAmount),
    inFile: orNone(usd, anAmount),
    default: 'none',
    env: 'CULPRIT_MAX_COST',
    flag: '--max-cost <usd>',
    description: 'US dollars that all models together may cost; then what was found so far is reported',
  },
  maxCalls: {
    schema: orNone(count(0, 1_000_000), calls),
    inFile: orNone(wholeNumber(0, 1_000_000), calls),
    default: 'none',
    env: 'CULPRIT_MAX_CALLS',
    flag: '--max-calls <count>',
    description: 'Calls of models that may be sent; then what was found so far is reported',
  },
  record: {
    schema: folderName,
    inFile: folderName,
    default: '',
    env: 'CULPRIT_RECORD',
    flag: '--record <folder>',
    description: 'Keep every answer of a model in this folder',
  },
  replay: {
    schema: folderName,
    inFile: folderName,
    default: '',
    env: 'CULPRIT_REPLAY',
    flag: '--replay <folder>',
    description: 'Take every answer of a model from a folder that --record wrote: no network, no key',
  },
  redact: {
    schema: orAuto(yesOrNo),
    inFile: orAuto(yesOrNoInFile),
    default: 'auto',
    env: 'CULPRIT_REDACT',
    flag: '--redact',
    description: 'Mask secrets and personal data in what models are shown; auto = where it leaves this machine',
  },
  redactPatterns: {
    schema: ownPatterns,
    inFile: ownPatterns,
    default: [],
    env: 'CULPRIT_REDACT_PATTERNS',
    flag: '--redact-pattern <NAME=pattern>',
    description: 'Mask what matches this pattern (RE2 syntax) as well',
  },
  spansTo: {
    schema: address,
    inFile: address,
    default: '',
    env: 'CULPRIT_SPANS_TO',
    flag: '--spans-to <url>',
    description: 'Send an OpenTelemetry span of each model call, without its text, to this OTLP/HTTP address',
  },
  modelCache: {
    schema: yesOrNo,
    inFile: yesOrNoInFile,
    default: true,
    env: 'CULPRIT_MODEL_CACHE',
    flag: '--model-cache',
    description: 'Answer from disk what a model was asked before',
  },
} as const;
