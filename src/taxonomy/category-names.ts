import { CATEGORIES, CATEGORY_IDS, type Category } from './categories.ts';

const lettersOf = (name: string): string => name.toLowerCase().replace(/[^a-z]/g, '');

/** Letters only: our ids and titles, and the spellings of AgentRx's two ground-truth files, its prompts and MAS-SIM. */
const SPELLINGS: ReadonlyMap<string, Category> = new Map([
  ...CATEGORY_IDS.flatMap((id): [string, Category][] => [
    [lettersOf(id), id],
    [lettersOf(CATEGORIES[id].title), id],
  ]),
  ['instructionadherencefailure', 'instruction-plan-adherence'],
  ['instructionplanadherencefailure', 'instruction-plan-adherence'],
  ['inventionofnewinformation', 'invention-of-information'],
]);

/** AgentRx's checklist numbers its categories so (its judge prompt; 10 = inconclusive). */
const NUMBERED: readonly Category[] = [
  'instruction-plan-adherence',
  'invention-of-information',
  'invalid-invocation',
  'misinterpretation-of-tool-output',
  'intent-plan-misalignment',
  'underspecified-user-intent',
  'intent-not-supported',
  'guardrails-triggered',
  'system-failure',
  'inconclusive',
];

/** Longest name that is looked up. */
const MAX_NAME = 120;

/** Our id for a category however it is spelled; null where it is none of them. */
export const categoryOf = (name: unknown): Category | null =>
  typeof name === 'string' && name.length <= MAX_NAME ? (SPELLINGS.get(lettersOf(name)) ?? null) : null;

/** Our id for a number of AgentRx's checklist, 1 to 10; null for any other. */
export const categoryOfNumber = (number: number): Category | null => NUMBERED[number - 1] ?? null;
