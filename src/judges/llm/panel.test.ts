import { expect, it } from 'vitest';
import { baseRun } from '../../../test/base-run.ts';
import { carefulAnswer } from '../../../test/careful-model.ts';
import { readingInput } from '../../../test/reading-input.ts';
import { scriptedClient } from '../../../test/scripted-client.ts';
import { LLM_JUDGES } from './index.ts';
import { readPanel } from './panel.ts';

const { 'llm-all-at-once': once, 'llm-compare': compare, 'llm-requirements': requirements } = LLM_JUDGES;

it('gives opinions in the order of judges and samples, whichever call comes back first', async () => {
  let asked = 0;
  const client = scriptedClient(async (request) => {
    // The first to be asked is the last to be answered.
    const turns = 40 - asked++;
    for (let turn = 0; turn < turns; turn++) await Promise.resolve();
    return carefulAnswer(request);
  });
  const opinions = await readPanel([requirements, compare, once], 3, readingInput(baseRun(), client));
  expect(opinions.map(({ judge, sampleIndex }) => `${judge} ${sampleIndex}`)).toEqual(
    [requirements, compare, once].flatMap(({ id }) => [0, 1, 2].map((sample) => `${id} ${sample}`)),
  );
  expect(new Set(opinions.map(({ critical }) => critical))).toEqual(new Set([8]));
});

it('lets a comparison use the reading that is made anyway', async () => {
  const client = scriptedClient(carefulAnswer);
  await readPanel([once, compare], 2, readingInput(baseRun(), client));
  expect(client.requests.map(({ schemaName }) => schemaName).sort()).toEqual([
    'comparison',
    'comparison',
    'reading',
    'reading',
  ]);
  expect(client.requests.map(({ sampleIndex }) => sampleIndex).sort()).toEqual([0, 0, 1, 1]);
});

it('asks for one where the other judge failed', async () => {
  let readings = 0;
  const client = scriptedClient((request) =>
    request.schemaName === 'reading' && readings++ === 0 ? 'no JSON at all' : carefulAnswer(request),
  );
  const opinions = await readPanel([once, compare], 1, readingInput(baseRun(), client));
  expect(opinions.map(({ failure }) => failure === null)).toEqual([false, true]);
  expect(client.requests.map(({ schemaName }) => schemaName)).toEqual(['reading', 'reading', 'comparison']);
});

it('has at most three voices', async () => {
  const input = readingInput(baseRun(), scriptedClient(carefulAnswer));
  await expect(readPanel([once, once, once, once], 1, input)).rejects.toThrow('at most 3');
  await expect(readPanel([once], 0, input)).rejects.toThrow('1 to 25');
  await expect(readPanel([once], 1.5, input)).rejects.toThrow('1 to 25');
  expect(await readPanel([], 1, input)).toEqual([]);
});
