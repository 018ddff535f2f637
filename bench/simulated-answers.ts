import { contentHash } from '../src/base/hash.ts';
import { askedOf } from '../src/prompting/fence.ts';
import type { AnswerFor } from './model-server.ts';

/** Answers of a model that is right about the form and finds what it is asked to find: for counting calls, not for quality. */
export const simulatedAnswer: AnswerFor = (schemaName, prompt) => {
  const asked = askedOf(prompt);
  const step = Number(/the last step (\d+)/.exec(asked)?.[1] ?? /steps (\d+)/.exec(asked)?.[1] ?? 1);
  const found = { step, why: 'It breaks here.', category: 'system-failure', mode: null, confidence: 0.6 };
  switch (schemaName) {
    case 'reading':
      return {
        rationale: 'It breaks here.',
        firstMistake: step,
        critical: step,
        decisive: step,
        agent: null,
        category: 'system-failure',
        mode: null,
        confidence: 0.6,
        evidence: [],
        alternatives: [],
        correction: 'Do it right.',
      };
    case 'category':
      return { rationale: 'It breaks here.', category: 'system-failure', mode: null };
    case 'requirements':
      return { requirements: ['The task is done.'] };
    case 'comparison':
      return { candidates: [] };
    case 'errors':
      return {
        errors: [{ ...found, evidence: [], correction: '', requirement: 1, repairedAt: null, changesOutcome: 'yes' }],
      };
    case 'culprit':
      return { reason: 'It breaks here.', agent: null, step };
    case 'step':
      return { reason: 'All is well.', mistake: 'no' };
    case 'half':
      return { reason: 'It lies there.', half: 'second' };
    case 'constraints':
      return { constraints: draftsFor(contentHash(prompt).slice(0, 6), nextSteps(asked)), leftOut: [] };
    case 'reviews':
      return { reviews: [] };
    case 'rubric':
      return { answers: rubricAnswers(asked) };
    default:
      throw new Error(`no answer of the name ${schemaName}`);
  }
};

/** The steps that constraints are asked for, where they are the next ones after a prefix; null = all that are shown. */
function nextSteps(asked: string): { readonly first: number; readonly last: number } | null {
  const size = Number(/for the next (\d+) steps/.exec(asked)?.[1] ?? 0);
  const shown = Number(/the last step (\d+)/.exec(asked)?.[1] ?? 0);
  return size === 0 ? null : { first: shown + 1, last: shown + size };
}

/** Two programs and two rubrics for each call, with ids of their own. */
const draftsFor = (unique: string, steps: { readonly first: number; readonly last: number } | null) =>
  ['javascript', 'javascript', 'rubric', 'rubric'].map((language, at) => ({
    id: `written-${unique}-${at}`,
    description: `What is said is given by somebody (${unique}, ${at}).`,
    category: 'invention-of-information',
    severity: 'medium',
    type: 'PROVENANCE',
    clause: null,
    appliesTo: 'step',
    guard: {
      tools: null,
      agents: null,
      roles: ['agent'],
      content: null,
      firstStep: steps?.first ?? null,
      lastStep: steps?.last ?? null,
    },
    language,
    source: language === 'javascript' ? '(trajectory, step) => step.events.length > 0' : null,
    criteria: language === 'rubric' ? ['Every number in the step was given before.'] : null,
    examples: [],
  }));

/** A pass for each check that the prompt lists: "Check 3". */
const rubricAnswers = (asked: string) =>
  [...asked.matchAll(/\bcheck (\d+)/gi)].map(([, check]) => ({
    check: Number(check),
    criterion: 1,
    reason: 'It was given.',
    step: null,
    quote: null,
    evaluation: 'CLEAR_PASS',
  }));
