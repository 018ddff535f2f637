import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { estimateTokens } from '../base/estimate-tokens.ts';
import { parseTrace } from '../formats/read-trace.ts';
import { numberSteps } from './number-steps.ts';
import { measureSteps, windowSteps } from './window-steps.ts';

const [read] = parseTrace(readFileSync('examples/tau-retail-miscounted-shirts.json', 'utf8'));
if (!read?.ok) throw new Error('unreadable');
const run = read.value;
const numbers = numberSteps(run);
const costs = measureSteps(run, numbers, 8_000);
const shownSteps = (text: string) => [...text.matchAll(/^\[step (\d+)\]/gm)].map(([, number]) => Number(number));

it('shows the last steps in full, those before in short, and nothing from the end on', () => {
  const window = windowSteps(run, costs, { numbers, must: 18, to: 20, tokens: 1_200 });
  const shown = shownSteps(window.text);
  expect(Math.max(...shown)).toBe(20);
  expect(Math.min(...shown)).toBe(window.indexedFrom + 1);
  expect(window.indexedFrom).toBeLessThan(window.from);
  expect(window.text).toContain('(in short)');
  expect(window.says).toBe(
    `Shown in full: steps ${window.from + 1} to 20. Shown in one line each: steps ${window.indexedFrom + 1} to ${window.from}. ` +
      `Not shown: steps 1 to ${window.indexedFrom}.`,
  );
  expect(estimateTokens(window.text)).toBeLessThan(1_400);
});

it('shows all of a run that fits, and leaves out the middle of what has to be there and does not fit', () => {
  expect(windowSteps(run, costs, { numbers, must: 31, to: 32, tokens: 100_000 }).says).toBe(
    'Shown in full: steps 1 to 32.',
  );
  const tight = windowSteps(run, costs, { numbers, must: 0, to: 12, tokens: 1_500 });
  expect(shownSteps(tight.text)).toContain(1);
  expect(tight.says).toContain('The middle of long events is left out where a mark says so');
  expect(windowSteps(run, costs, { numbers, must: 0, to: 0, tokens: 500 })).toMatchObject({
    text: '',
    says: 'No step is shown.',
  });
});
