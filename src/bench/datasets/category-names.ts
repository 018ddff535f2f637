import type { Category } from '../../taxonomy/categories.ts';

/** The spellings of AgentRx's categories in its two ground-truth files, its prompts and MAS-SIM, letters only. */
const SPELLINGS: Readonly<Record<string, Category>> = {
  instructionadherencefailure: 'instruction-plan-adherence',
  instructionplanadherencefailure: 'instruction-plan-adherence',
  inventionofnewinformation: 'invention-of-information',
  inventionofinformation: 'invention-of-information',
  invalidinvocation: 'invalid-invocation',
  misinterpretationoftooloutput: 'misinterpretation-of-tool-output',
  intentplanmisalignment: 'intent-plan-misalignment',
  underspecifieduserintent: 'underspecified-user-intent',
  intentnotsupported: 'intent-not-supported',
  guardrailstriggered: 'guardrails-triggered',
  systemfailure: 'system-failure',
  inconclusive: 'inconclusive',
};

/** Our id for a category however it is spelled; null where it is none of them. */
export const categoryOf = (name: unknown): Category | null =>
  typeof name === 'string' ? (SPELLINGS[name.toLowerCase().replace(/[^a-z]/g, '')] ?? null) : null;
