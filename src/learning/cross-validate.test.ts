import { expect, it } from 'vitest';
import { parseTrace } from '../formats/read-trace.ts';
import { crossValidate } from './cross-validate.ts';
import { type PreparedRun, prepareRun } from './prepare-runs.ts';
import { trainModel } from './train.ts';

const prepared: PreparedRun[] = Array.from({ length: 12 }, (_, at) => {
  const text = JSON.stringify([
    { role: 'user', content: `Question ${at}` },
    { role: 'assistant', content: 'I will look.' },
    { role: 'assistant', content: 'Let us assume the value is 7, for the sake of example.' },
    { role: 'assistant', content: 'Done.' },
  ]);
  const [parsed] = parseTrace(text);
  if (parsed === undefined || !parsed.ok) throw new Error('the sample does not parse');
  const place = { position: 2, category: null };
  return prepareRun({
    dataset: 'sample',
    group: `group ${at % 4}`,
    trajectory: parsed.value,
    label: { ...place, agent: null },
    failures: [place],
  });
});

it('never predicts a run by a model that saw its group, and predicts each run once', () => {
  const trainedOn: Set<string>[] = [];
  const predictions = crossValidate(prepared, 3, (runs) => {
    trainedOn.push(new Set(runs.map((run) => run.run.group)));
    return trainModel(runs, 'fold');
  });
  expect(predictions).toHaveLength(prepared.length);
  expect(new Set(predictions.map((one) => one.run)).size).toBe(prepared.length);
  for (const groups of trainedOn) expect(groups.size).toBeLessThan(4);
});

it('learns a sign that every run shows', () => {
  const model = trainModel(prepared, 'test', { penalty: 0.1, shapePenalty: 0.1, categoryPenalty: 1, minRuns: 1 });
  expect(model.step.assumes).toBeGreaterThan(0);
  expect(crossValidate(prepared, 3, () => model).every((one) => one.ranked[0] === 2)).toBe(true);
});

it('gives the same model whatever the order of the runs', () => {
  const there = trainModel(prepared, 'test').step;
  const back = trainModel(prepared.toReversed(), 'test').step;
  for (const [name, weight] of Object.entries(there)) expect(back[name]).toBeCloseTo(weight, 2);
});
