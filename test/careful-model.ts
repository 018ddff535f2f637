import type { ModelRequest } from '../src/contracts/model.ts';
import { askedOf } from '../src/prompting/fence.ts';

/** A reading of the base run: one quote with our label before it, one that does not stand there. */
export const CAREFUL_READING = {
  rationale: 'Two of three lamps are available; the browser says three.',
  firstMistake: 3,
  critical: 9,
  decisive: 9,
  agent: 'browser',
  category: 'misinterpretation-of-tool-output',
  mode: 'context-miss',
  confidence: 0.9,
  evidence: [
    { step: 6, quote: '{"id":"A2","available":false}' },
    { step: 9, quote: '[step 9] says to planner: There are 3 Aurora lamps in stock.' },
    { step: 9, quote: 'There are 4 lamps.' },
  ],
  alternatives: [{ step: 10, category: 'system-failure', why: 'It writes the number.' }],
  correction: 'Count the available ones: 2.',
};
const finding = (step: number, more: object = {}) => ({
  step,
  why: `step ${step}`,
  category: 'misinterpretation-of-tool-output',
  mode: null,
  confidence: 0.5,
  evidence: [],
  correction: '',
  ...more,
});

/** Answers every judge's questions as a careful reader of the base run would. */
export function carefulAnswer({ schemaName, prompt }: ModelRequest): unknown {
  switch (schemaName) {
    case 'reading':
      return CAREFUL_READING;
    case 'category':
      return { rationale: 'It misreads the list.', category: 'Misinterpretation of tool output', mode: 'context-miss' };
    case 'requirements':
      return { requirements: ['The number counts available lamps only.', 'stock.txt holds the number.'] };
    case 'comparison':
      return {
        candidates: [
          finding(3, { wrong: 'yes', first: 'yes', neverRepaired: 'no', changesOutcome: 'no' }),
          finding(9, {
            wrong: 'yes',
            first: 'yes',
            neverRepaired: 'yes',
            changesOutcome: 'yes',
            evidence: [{ step: 9, quote: '3 Aurora lamps' }],
          }),
          finding(10, { wrong: 'unsure', first: 'no', neverRepaired: 'yes', changesOutcome: 'yes' }),
        ],
      };
    case 'errors':
      return {
        errors: [
          finding(3, { requirement: null, repairedAt: 5, changesOutcome: 'no' }),
          finding(9, { requirement: 1, repairedAt: null, changesOutcome: 'yes' }),
          finding(10, { requirement: 2, repairedAt: null, changesOutcome: 'yes' }),
        ],
      };
    case 'culprit':
      return { reason: 'It miscounts.', agent: 'browser', step: 9 };
    case 'step':
      return { reason: 'So far so good.', mistake: /Does step 9,/.test(prompt) ? 'yes' : 'no' };
    case 'half': {
      const [, first = 0, half = 0] = /first half \(steps (\d+) to (\d+)\)/.exec(askedOf(prompt))?.map(Number) ?? [];
      return { reason: 'It lies there.', half: 9 >= first && 9 <= half ? 'first' : 'second' };
    }
    default:
      throw new Error(`no answer for ${schemaName}`);
  }
}
