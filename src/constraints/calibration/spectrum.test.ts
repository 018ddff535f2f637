import { describe, expect, it } from 'vitest';
import { syntheticRun } from '../../../bench/synthetic-run.ts';
import type { CheckOutcome } from '../../contracts/validation-log.ts';
import { parseTrace } from '../../formats/read-trace.ts';
import { indexTrajectory, type TrajectoryIndex } from '../../trajectory/index-trajectory.ts';
import { PATTERN_KINDS } from './run-patterns.ts';
import { SpectrumTally } from './spectrum.ts';

const call = (id: string, name: string, args: unknown = {}) => ({
  role: 'assistant',
  content: null,
  tool_calls: [{ id, type: 'function', function: { name, arguments: JSON.stringify(args) } }],
});
const result = (id: string, content: string) => ({ role: 'tool', tool_call_id: id, content });

function indexOf(messages: readonly unknown[]): TrajectoryIndex {
  const [parsed] = parseTrace(JSON.stringify(messages));
  if (!parsed?.ok) throw new Error('the sample cannot be read');
  return indexTrajectory(parsed.value);
}

const ask = { role: 'user', content: 'Cancel it.' };
const PASSING = indexOf([
  ask,
  call('a', 'find_user'),
  result('a', '{"id": 1}'),
  call('b', 'cancel'),
  result('b', '{"ok": true}'),
  { role: 'assistant', content: 'Done.' },
]);
const FAILING = indexOf([
  ask,
  call('a', 'cancel'),
  result('a', 'Error: no such order'),
  call('b', 'cancel'),
  result('b', 'Error: no such order'),
]);
const violated = (constraintId: string, more: Partial<CheckOutcome> = {}): CheckOutcome => ({
  constraintId,
  status: 'violated',
  stepId: null,
  position: 0,
  message: '',
  evidence: [],
  recoveredPosition: null,
  checked: 1,
  ...more,
});

function tally(failing: number, passing: number, outcomes: readonly CheckOutcome[] = []): SpectrumTally {
  const spectrum = new SpectrumTally();
  for (let run = 0; run < failing; run++) spectrum.add('failing', FAILING, outcomes);
  for (let run = 0; run < passing; run++) spectrum.add('passing', PASSING, []);
  return spectrum;
}

describe('SpectrumTally', () => {
  it('ranks what stands in failing runs alone first, with its counts', () => {
    const spectrum = tally(4, 6, [violated('asked-first'), violated('mended', { recoveredPosition: 3 })]);
    const { ranked, runs } = spectrum.rank();
    expect(runs).toEqual({ failing: 4, passing: 6 });
    const texts = ['constraint', 'tool', 'transition', 'steps'].flatMap((kind) =>
      spectrum.rank({ kinds: PATTERN_KINDS.filter((one) => one === kind) }).ranked.map(({ text }) => text),
    );
    expect(texts).toEqual([
      'asked-first is violated',
      'first tool cancel',
      'cancel -> cancel',
      'ends with tool cancel fails',
    ]);
    // All stand in the same runs: one speaks for the others.
    expect(ranked).toMatchObject([{ rank: 1, kind: 'constraint', ochiai: 1, failing: 4, passing: 0 }]);
    expect(ranked[0]?.alike).toBeGreaterThan(8);
    // In every run, or made good: no sign of failure.
    expect(texts).not.toContain('user speaks');
    expect(texts).not.toContain('last tool cancel');
    expect(texts).not.toContain('mended is violated');
  });

  it('computes Ochiai, and gives equal scores one rank', () => {
    const spectrum = new SpectrumTally();
    for (let run = 0; run < 8; run++) spectrum.add('failing', PASSING, run < 6 ? [violated('a'), violated('b')] : []);
    for (let run = 0; run < 9; run++) spectrum.add('passing', PASSING, run < 2 ? [violated('a')] : []);
    const { ranked } = spectrum.rank({ kinds: ['constraint'] });
    expect(ranked.map(({ rank, text, ochiai }) => [rank, text, ochiai])).toEqual([
      [1, 'b is violated', 6 / Math.sqrt(8 * 6)],
      [2, 'a is violated', 6 / Math.sqrt(8 * 8)],
    ]);
    expect(
      new Set(
        tally(3, 3, [violated('a'), violated('b')])
          .rank()
          .ranked.map(({ rank }) => rank),
      ),
    ).toEqual(new Set([1]));
  });

  it('leaves out what is too rare or explained by chance, and counts it', () => {
    expect(tally(1, 5).rank().ranked).toEqual([]);
    expect(tally(1, 5).rank().leftOut.rare).toBeGreaterThan(5);
    const even = new SpectrumTally();
    for (let run = 0; run < 6; run++) {
      even.add('failing', PASSING, run < 3 ? [violated('a')] : []);
      even.add('passing', PASSING, run < 2 ? [violated('a')] : []);
    }
    expect(even.rank({ kinds: ['constraint'] })).toMatchObject({
      ranked: [],
      compared: 1,
      leftOut: { rare: 0, notSeparating: 1, overflow: 0 },
    });
    const full = new SpectrumTally(3);
    full.add('failing', FAILING, []);
    expect(full.rank().compared).toBe(3);
    expect(full.rank().leftOut.overflow).toBeGreaterThan(0);
  });

  it('does not take the names of tools for words of its own', () => {
    const odd = indexOf([ask, call('a', 'x -> y'), result('a', '1')]);
    const plain = indexOf([ask, call('a', 'x'), result('a', '1'), call('b', 'y'), result('b', '1')]);
    const spectrum = new SpectrumTally();
    for (let run = 0; run < 3; run++) spectrum.add('failing', odd, []);
    for (let run = 0; run < 3; run++) spectrum.add('passing', plain, []);
    const first = spectrum.rank({ kinds: ['tool', 'transition'] }).ranked;
    expect(first).toMatchObject([{ text: 'first tool x -> y', failing: 3, passing: 0, alike: 1 }]);
  });

  it('costs no more a step in long runs', () => {
    const timeOf = (steps: number): number => {
      const index = indexOf(syntheticRun(steps, 4).traj);
      const start = performance.now();
      new SpectrumTally().add('failing', index, []);
      return (performance.now() - start) / steps;
    };
    timeOf(2_000);
    expect(timeOf(20_000)).toBeLessThan(20 * Math.max(timeOf(2_000), 1e-4));
  });
});
