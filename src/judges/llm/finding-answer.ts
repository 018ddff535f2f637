import { z } from 'zod';
import { isRecord } from '../../base/json.ts';
import {
  type Fields,
  fieldsOf,
  pick,
  readList,
  readName,
  readShare,
  readStep,
  readText,
  STEP_NAMES,
} from './answer-fields.ts';
import { CATEGORY_NAMES, citationSchema, readCitation } from './reading-answer.ts';

/** What an answer says of one step, beside the questions that a judge asks of it. */
export const findingShape = {
  step: z.union([z.number(), z.string(), z.null()]).meta({ description: 'Number of the step' }),
  why: z
    .string()
    .meta({ description: 'What the step does and what speaks for and against it, in one to three sentences' }),
  category: z.string().nullable().meta({ description: 'Id of the category, were it the critical step' }),
  mode: z.string().nullable().meta({ description: 'Id of the mode; null where none fits' }),
  confidence: z.number().nullable().meta({ description: 'How likely it is the critical step, 0 to 1' }),
  evidence: z.array(citationSchema).meta({ description: 'One to three quotes' }),
  correction: z.string().meta({ description: 'The smallest change to the step that would have changed the outcome' }),
};
const findingSchema = z.object(findingShape);
export type FindingAnswer = z.infer<typeof findingSchema>;

/** One finding, leniently; what cannot be read is empty. */
export function readFinding(fields: Fields): FindingAnswer {
  return {
    step: readStep(pick(fields, [...STEP_NAMES, 'critical', 'candidate'])),
    why: readText(pick(fields, ['why', 'rationale', 'reason', 'reasoning', 'what', 'description'])),
    category: readName(pick(fields, CATEGORY_NAMES)),
    mode: readName(pick(fields, ['mode', 'failuremode'])),
    confidence: readShare(pick(fields, ['confidence', 'certainty', 'probability'])),
    evidence: readList(pick(fields, ['evidence', 'quotes', 'quote'])).map(readCitation),
    correction: readText(pick(fields, ['correction', 'fix', 'smallestcorrection'])),
  };
}

/**
 * The list of findings in an answer, under one of the names or alone; undefined where there is none, so that the schema
 * refuses the answer.
 */
export function findingList(value: unknown, names: readonly string[]): readonly Fields[] | undefined {
  const list = Array.isArray(value) ? value : pick(fieldsOf(value), names);
  if (!Array.isArray(list)) return undefined;
  return readList(list).filter(isRecord).map(fieldsOf);
}
