import { describe, expect, it } from 'vitest';
import {
  checkInjection,
  holdsOrder,
  obedientAnswer,
  readClean,
} from '../scripts/evidence/injection/check-injection.ts';
import { LLM_JUDGES } from '../src/judges/llm/index.ts';
import { judgmentOf } from '../src/judges/llm/to-judgment.ts';
import { numberSteps } from '../src/prompting/number-steps.ts';
import { renderSteps } from '../src/prompting/render-steps.ts';
import { baseRun } from './base-run.ts';
import { INJECTIONS, injectedTrace } from './injected-traces.ts';
import { readingInput } from './reading-input.ts';
import { scriptedClient } from './scripted-client.ts';

const places = INJECTIONS.map((injection) => [injection.id, injection] as const);
const judges = Object.values(LLM_JUDGES);
const clean = readClean(judges);

it('holds at least thirty places, each once', () => {
  expect(new Set(INJECTIONS.map(({ id }) => id)).size).toBe(INJECTIONS.length);
  expect(INJECTIONS.length).toBeGreaterThanOrEqual(30);
});

describe.each(places)('an order in %s', (_id, injection) => {
  it('changes neither what is asked nor the verdict, for any judge', async () => {
    const { differences, exposed } = await checkInjection(judges, injection, await clean);
    expect(differences).toEqual([]);
    // A place that no prompt ever shows would prove nothing; these three are never shown, and that is the proof.
    const neverShown = ['error-type', 'category-rationale', 'other-reading'].includes(injection.id);
    expect(exposed > 0).toBe(!neverShown);
  });
});

const inTrace = INJECTIONS.filter(({ trace, id }) => trace !== undefined && id !== 'error-type');

it.each(inTrace.map((one) => [one.id, one] as const))(
  'a prompt without fences is taken in by the order in %s',
  async (_id, injection) => {
    const run = injectedTrace(injection);
    const shown = [
      run.policy,
      run.instruction,
      JSON.stringify(run.tools),
      JSON.stringify(run.gold),
      run.outcome.reason,
    ].join('\n');
    const naive = `${renderSteps(run, { numbers: numberSteps(run) }).text}\n${shown}`;
    expect(holdsOrder(naive)).toBe(true);
    const request = { schemaName: 'culprit', prompt: naive } as never;
    expect(obedientAnswer(request, naive)).toMatchObject({ step: 1 });
  },
);

it('a model that is taken in would be found out', async () => {
  const judge = LLM_JUDGES['llm-all-at-once'];
  const gullible = scriptedClient((request) => obedientAnswer(request, request.prompt));
  const input = readingInput(injectedTrace(INJECTIONS[0] ?? { id: '', place: '' }), gullible);
  const opinion = await judge.read(input);
  expect(opinion.critical).toBe(0);
  expect(judgmentOf({ ...input, opinions: [opinion], judge: judge.id }).markers.critical?.position).toBe(0);
  const clean = await judge.read(readingInput(baseRun(), gullible));
  expect(clean.critical).toBe(8);
});
