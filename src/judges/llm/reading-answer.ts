import { z } from 'zod';
import { isRecord } from '../../base/json.ts';
import {
  type Fields,
  fieldsOf,
  hasAny,
  pick,
  readList,
  readName,
  readShare,
  readStep,
  readText,
  STEP_NAMES,
} from './answer-fields.ts';

const stepSchema = (description: string) => z.union([z.number(), z.string(), z.null()]).meta({ description });
const nameSchema = (description: string) => z.string().nullable().meta({ description });

export const citationSchema = z.object({
  step: stepSchema('Number of the step that is quoted'),
  quote: z.string().meta({ description: 'Words of that step, exactly as they stand there, at most two lines' }),
});

const shape = z.object({
  rationale: z
    .string()
    .meta({ description: 'What went wrong and why this step and no other, in two to five sentences' }),
  firstMistake: stepSchema('Number of the step with the first mistake; null where there is none'),
  critical: stepSchema('Number of the first step from which the run never recovers; null where there is none'),
  decisive: stepSchema('Number of the step that best explains the outcome; null where there is none'),
  agent: nameSchema('Who acts in the critical step, as the run names it'),
  category: nameSchema('Id of the category of the critical failure'),
  mode: nameSchema('Id of the mode of the critical failure; null where none fits'),
  confidence: z.number().nullable().meta({ description: 'How sure you are of the critical step, 0 to 1' }),
  evidence: z.array(citationSchema).meta({ description: 'One to four quotes that show it' }),
  alternatives: z
    .array(z.object({ step: stepSchema('Number of the step'), category: nameSchema('Id'), why: z.string() }))
    .meta({ description: 'The two or three next likely steps, likeliest first' }),
  correction: z
    .string()
    .meta({ description: 'The smallest change to the critical step that would have changed the outcome' }),
});

export type ReadingAnswer = z.infer<typeof shape>;

const CRITICAL = [
  'critical',
  'criticalstep',
  'criticalfailurestep',
  ...STEP_NAMES,
  'failurestep',
  'failurestepindex',
  'mistakestep',
  'errorstep',
];
export const CATEGORY_NAMES = ['category', 'failurecategory', 'failurecase', 'failuretype', 'rootcausecategory'];
const RATIONALE = [
  'rationale',
  'reasonforfailure',
  'description',
  'reason',
  'reasoning',
  'explanation',
  'why',
  'reasonforindex',
  'checklistreasoning',
  'taxonomychecklistreasoning',
];
const AGENT = ['agent', 'agentname', 'failedagent', 'mistakeagent', 'responsibleagent'];
/** What answers are wrapped in. */
const WRAPPERS = ['failures', 'failure', 'detailedresults', 'answer', 'result', 'verdict', 'judgment', 'rootcause'];
const MAX_WRAPPERS = 4;

/**
 * What a model says of a run. Models and prompts differ in how they spell it (AgentRx's own: `failure_case`, `index` or
 * `step_number`, lists around it): names are read by their letters, and only an answer that holds none of what was asked
 * for is refused.
 */
export const readingAnswerSchema = z.preprocess(readAnswer, shape);

function readAnswer(value: unknown): unknown {
  const fields = unwrap(value);
  if (fields === null) return value;
  const citations = readList(pick(fields, ['evidence', 'quotes', 'citations'])).map(readCitation);
  const quote = readText(pick(fields, ['quote']));
  if (quote !== '') citations.push({ step: readStep(pick(fields, ['quotestep', ...CRITICAL])), quote });
  return {
    rationale: rationaleOf(fields),
    firstMistake: readStep(pick(fields, ['firstmistake', 'firstmistakestep', 'mistakestep', 'firsterror'])),
    critical: readStep(pick(fields, CRITICAL)),
    decisive: readStep(pick(fields, ['decisive', 'decisivestep'])),
    agent: readName(pick(fields, AGENT)),
    category: readName(pick(fields, CATEGORY_NAMES)),
    mode: readName(pick(fields, ['mode', 'failuremode'])),
    confidence: readShare(pick(fields, ['confidence', 'certainty', 'probability'])),
    evidence: citations,
    alternatives: readList(pick(fields, ['alternatives', 'alternative'])).map(readAlternative),
    correction: readText(pick(fields, ['correction', 'fix', 'smallestcorrection'])),
  } satisfies ReadingAnswer;
}

/** The fields of the innermost object that says which step or category it was; null where nothing does. */
function unwrap(value: unknown): Fields | null {
  let inner: unknown = value;
  for (let depth = 0; depth <= MAX_WRAPPERS; depth++) {
    if (Array.isArray(inner)) inner = inner[0];
    if (!isRecord(inner)) return null;
    const fields = fieldsOf(inner);
    if (hasAny(fields, [...CRITICAL, ...CATEGORY_NAMES, 'firstmistake'])) return fields;
    inner = pick(fields, WRAPPERS);
  }
  return null;
}

/** Every reason that is given, each once: AgentRx asks for three. */
function rationaleOf(fields: Fields): string {
  const reasons = RATIONALE.flatMap((name) => {
    const text = readText(fields.get(name)).trim();
    return text === '' ? [] : [text];
  });
  return [...new Set(reasons)].join('\n');
}

export function readCitation(value: unknown): ReadingAnswer['evidence'][number] {
  if (typeof value === 'string') return { step: null, quote: readText(value) };
  const fields = fieldsOf(value);
  return { step: readStep(pick(fields, STEP_NAMES)), quote: readText(pick(fields, ['quote', 'text', 'words'])) };
}

function readAlternative(value: unknown): ReadingAnswer['alternatives'][number] {
  const fields = fieldsOf(value);
  return {
    step: isRecord(value) ? readStep(pick(fields, STEP_NAMES)) : readStep(value),
    category: readName(pick(fields, CATEGORY_NAMES)),
    why: rationaleOf(fields),
  };
}
