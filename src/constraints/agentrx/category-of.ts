import { CATEGORIES, type Category } from '../../taxonomy/categories.ts';

/** Other spellings of AgentRx's names, letters alone. */
const OTHER_NAMES: Readonly<Record<string, Category>> = {
  instructionadherencefailure: 'instruction-plan-adherence',
  instructionplanadherencefailure: 'instruction-plan-adherence',
  planadherencefailure: 'instruction-plan-adherence',
  inventionofnewinformation: 'invention-of-information',
  inventionofinformation: 'invention-of-information',
  misinterpretationoftooloutputs: 'misinterpretation-of-tool-output',
  underspecifiedintent: 'underspecified-user-intent',
};

const lettersOf = (name: string): string => name.toLowerCase().replace(/[^a-z]/g, '');

const BY_NAME: ReadonlyMap<string, Category> = new Map([
  ...(Object.keys(CATEGORIES) as Category[]).map((id): [string, Category] => [lettersOf(id), id]),
  ...Object.entries(OTHER_NAMES),
]);

/** The category that a name of AgentRx's taxonomy stands for, however it is spelt; null where there is none. */
export const categoryOf = (name: string): Category | null => BY_NAME.get(lettersOf(name)) ?? null;

/** Names of the categories in AgentRx's taxonomy. */
export const AGENTRX_NAMES: Readonly<Record<Category, string>> = {
  'instruction-plan-adherence': 'Instruction/PlanAdherenceFailure',
  'invention-of-information': 'InventionOfNewInformation',
  'invalid-invocation': 'InvalidInvocation',
  'misinterpretation-of-tool-output': 'MisinterpretationOfToolOutput',
  'intent-plan-misalignment': 'IntentPlanMisalignment',
  'underspecified-user-intent': 'UnderspecifiedUserIntent',
  'intent-not-supported': 'IntentNotSupported',
  'guardrails-triggered': 'GuardrailsTriggered',
  'system-failure': 'SystemFailure',
  inconclusive: 'Inconclusive',
};
