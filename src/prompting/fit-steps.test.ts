import { describe, expect, it } from 'vitest';
import { estimateTokens } from '../base/estimate-tokens.ts';
import type { Trajectory } from '../contracts/trajectory.ts';
import { fitSteps } from './fit-steps.ts';
import { numberSteps } from './number-steps.ts';
import { renderSteps } from './render-steps.ts';

const runOf = (texts: readonly string[]): Trajectory =>
  ({
    steps: texts.map((text, position) => ({
      id: `s${position}`,
      position,
      nativeIndex: null,
      role: 'agent',
      agent: 'a',
      events: [{ id: `e${position}`, rawRef: null, kind: 'message', to: null, text }],
    })),
  }) as unknown as Trajectory;

const words = (position: number, count: number): string => `begin${position} ${'word '.repeat(count)}end${position}.`;
const shownIn = (
  run: Trajectory,
  budgetTokens: number | null,
  order: readonly number[] = [],
  shortlist: number | null = null,
) => fitSteps(run, { numbers: numberSteps(run), budgetTokens, order, shortlist });

describe('fitSteps', () => {
  const run = runOf(Array.from({ length: 40 }, (_, position) => words(position, 100)));

  it('shows all in full where it fits, and says nothing', () => {
    const whole = renderSteps(run, { numbers: numberSteps(run) }).text;
    expect(shownIn(run, null)).toEqual({ text: whole, notes: [] });
    expect(shownIn(run, estimateTokens(whole))).toEqual({ text: whole, notes: [] });
  });

  it('shows the shortlist in full and a line for each other', () => {
    const { text, notes } = shownIn(run, null, [30, 2], 2);
    expect(notes).toEqual([]);
    expect(text.match(/\(in short\)/g)).toHaveLength(38);
    for (const position of [30, 2]) expect(text).toContain(`end${position}.`);
    expect(text).not.toContain('end3.');
  });

  it.each([5_000, 2_500, 1_200])(
    'fits %i tokens, the first of the order in full, and says what is missing',
    (budget) => {
      const { text, notes } = shownIn(run, budget, [37, 5]);
      expect(estimateTokens(text)).toBeLessThanOrEqual(budget);
      expect(text).toContain('end37.');
      expect(notes.join()).toContain('does not fit');
      const full = text.split('\n').filter((line) => /end\d+\.$/.test(line)).length;
      expect(notes.join()).toContain(`${full} step`);
      expect(notes.join()).toContain(`${40 - full} in short`);
    },
  );

  it('tells of steps that have no line', () => {
    const long = runOf(Array.from({ length: 3_000 }, (_, position) => words(position, 60)));
    const { text, notes } = shownIn(long, 4_000, [2_000]);
    expect(estimateTokens(text)).toBeLessThanOrEqual(4_000);
    expect(text).toContain('end2000.');
    const gaps = [...text.matchAll(/\[steps (\d+) to (\d+)\] \(not shown\)/g)];
    const hidden = gaps.reduce((sum, [, first, last]) => sum + Number(last) - Number(first) + 1, 0);
    const lines = text.split('\n').filter((line) => line.startsWith('[step ')).length;
    expect(hidden + lines).toBe(3_000);
    expect(notes.join()).toContain(`${hidden} steps not shown`);
  });

  it('leaves out the middle of what alone does not fit', () => {
    const huge = runOf(['start', words(1, 100_000), 'stop']);
    const { text, notes } = shownIn(huge, 3_000, [1]);
    expect(estimateTokens(text)).toBeLessThanOrEqual(3_000);
    expect(text).toContain('begin1');
    expect(text).toContain('end1.');
    expect(text).toContain('characters left out');
    expect(notes.join()).toContain('the middle of 1 long event');
  });

  it('is not fooled by characters that are longer when they are shown, nor by no room at all', () => {
    expect(() => shownIn(run, 0, [3])).not.toThrow();
    expect(shownIn(run, 0, [3]).notes).not.toEqual([]);
    expect(shownIn(runOf([]), 0)).toEqual({ text: '', notes: [] });
  });

  it('takes time in proportion to the run', () => {
    const time = (count: number) => {
      const long = runOf(Array.from({ length: count }, (_, position) => words(position, 20)));
      const start = performance.now();
      shownIn(
        long,
        5_000,
        Array.from({ length: count }, (_, at) => count - 1 - at),
      );
      return performance.now() - start;
    };
    time(2_000);
    expect(time(40_000) / Math.max(1, time(4_000))).toBeLessThan(60);
  });
});
