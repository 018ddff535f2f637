import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dataFolder, dataPath } from '../../../test/data-folder.ts';
import { agent, result, user } from '../../../test/run-rule.ts';
import { createWorkCount } from '../../../test/work-count.ts';
import { runDiffSchema } from '../../contracts/run-diff.ts';
import { parseTrace } from '../../formats/read-trace.ts';
import { indexTrajectory, type TrajectoryIndex } from '../../trajectory/index-trajectory.ts';
import { alignSteps } from './align-steps.ts';
import { diffRuns } from './diff-runs.ts';
import { facesOf } from './step-face.ts';

function indexOf(messages: readonly unknown[]): TrajectoryIndex {
  const [read] = parseTrace(JSON.stringify(messages));
  if (read?.ok !== true) throw new Error('the sample does not parse');
  return indexTrajectory(read.value);
}

const act = (name: string, args: unknown, gave: string) => [agent('', [name, args]), result(name, gave)];
const find = act('find_user', { email: 'ana@shop.example' }, '{"user": "ana_96201"}');
const order = (id: string, status = 'pending') => act('get_order', { id }, JSON.stringify({ id, status }));
const cancel = act('cancel_order', { id: 'W55012', reason: 'no longer needed' }, 'cancelled');
const passing = [user('Cancel my last order.'), ...find, ...order('W55012'), ...cancel, agent('Done.')];

const compare = (failing: readonly unknown[], other: readonly unknown[] = passing) => {
  const [comparison] = diffRuns(indexOf(failing), [indexOf(other)]).comparisons;
  if (comparison === undefined) throw new Error('nothing is compared');
  return comparison;
};
const parting = (failing: readonly unknown[], other?: readonly unknown[]) => {
  const { divergence, rows } = compare(failing, other);
  return divergence === null ? null : rows[divergence];
};

describe('diffRuns', () => {
  it('finds nothing between a run and itself', () => {
    expect(compare(passing)).toMatchObject({ same: 8, reworded: 0, changed: 0, divergence: null });
  });

  it('names the arguments that differ, by their path', () => {
    const other = act('cancel_order', { id: 'W55012', reason: 'ordered by mistake' }, 'cancelled');
    expect(parting([user('Cancel my last order.'), ...find, ...order('W55012'), ...other, agent('Done.')])).toEqual({
      failing: 5,
      passing: 5,
      relation: 'changed',
      differences: [{ what: 'argument', path: 'reason', failing: 'ordered by mistake', passing: 'no longer needed' }],
    });
  });

  it('names another tool, and the fields of a result that differ', () => {
    const failing = [user('Cancel my last order.'), ...find, ...order('W55012', 'shipped'), ...act('stop', {}, 'ok')];
    const { rows, divergence } = compare(failing);
    expect(rows[divergence ?? -1]?.differences).toEqual([
      { what: 'result', path: 'status', failing: 'shipped', passing: 'pending' },
    ]);
    expect(rows.flatMap((row) => row.differences).find(({ what }) => what === 'tool')).toEqual({
      what: 'tool',
      path: null,
      failing: 'stop {}',
      passing: 'cancel_order {"id":"W55012","reason":"no longer needed"}',
    });
  });

  it('aligns by what steps do and not by where they stand', () => {
    const talk = [agent('Let me see.'), user('All right.')];
    const failing = [user('Cancel my last order.'), ...talk, ...find, ...talk, ...order('W55012'), agent('Sorry.')];
    expect(parting(failing)).toMatchObject({ failing: null, passing: 5, relation: 'only-passing' });
    expect(compare(failing)).toMatchObject({ changed: 0, onlyFailing: 4, onlyPassing: 2 });
  });

  it('takes other words for no parting of ways', () => {
    const reworded = [user('Please cancel what I ordered last.'), ...passing.slice(1, -1), agent('It is cancelled.')];
    expect(compare(reworded)).toMatchObject({ reworded: 2, changed: 0, divergence: null });
  });

  it('puts the run first that goes along furthest', () => {
    const failing = [user('Cancel my last order.'), ...find, ...order('W55019'), agent('Done.')];
    const early = [user('Cancel my last order.'), ...order('W55012'), agent('Done.')];
    const found = diffRuns(indexOf(failing), [indexOf(early), indexOf(passing)]);
    expect(found.comparisons.map(({ place }) => place)).toEqual([1, 0]);
    expect(runDiffSchema.safeParse(found).success).toBe(true);
  });

  it('reads hostile arguments as what they are', () => {
    const args = '{"__proto__": {"a": 1}, "constructor": [[[]]], "deep": '.concat(
      '['.repeat(200),
      ']'.repeat(200),
      '}',
    );
    const failing = [user('x'), agent('', ['look', args]), result('look', 'y')];
    const other = [user('x'), agent('', ['look', '{"__proto__": {"a": 2}}']), result('look', 'y')];
    expect(parting(failing, other)?.differences.map(({ path }) => path)).toContain('__proto__.a');
  });
});

describe('alignSteps', () => {
  const run = fc
    .array(fc.constantFrom('a', 'b', 'c', 'd', 'say', 'told'), { maxLength: 40 })
    .map((names) =>
      indexOf([
        user('Go'),
        ...names.flatMap((name) =>
          name === 'say' ? [agent('words')] : name === 'told' ? [user('words')] : act('tool', { name }, `gave ${name}`),
        ),
      ]),
    );

  it('has every step of both runs once, in order', () => {
    fc.assert(
      fc.property(run, run, (a, b) => {
        const pairs = alignSteps(facesOf(a), facesOf(b));
        const places = (side: 'failing' | 'passing') => pairs.flatMap((pair) => pair[side] ?? []);
        expect(places('failing')).toEqual(a.trajectory.steps.map(({ position }) => position));
        expect(places('passing')).toEqual(b.trajectory.steps.map(({ position }) => position));
      }),
      { numRuns: 60 },
    );
  });

  it('pairs nothing across roles, and a run with itself step by step', () => {
    fc.assert(
      fc.property(run, run, (a, b) => {
        const [x, y] = [facesOf(a), facesOf(b)];
        for (const { failing, passing: other } of alignSteps(x, y)) {
          if (failing === null || other === null) continue;
          expect(x[failing]?.step.role).toBe(y[other]?.step.role);
        }
        expect(alignSteps(x, x).every((pair) => pair.failing === pair.passing)).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  it('works in proportion to the steps, also where nothing is the same', () => {
    const countWork = createWorkCount();
    const long = (steps: number, what: string) =>
      facesOf(indexOf(Array.from({ length: steps }, (_, at) => agent('', ['tool', { at: `${what} ${at}` }]))));
    const work = (steps: number) => {
      const [a, b] = [long(steps, 'one'), long(steps, 'other')];
      return countWork(() => alignSteps(a, b));
    };
    work(1_000);
    const [one, two] = [work(1_000), work(2_000)];
    expect(two / one).toBeLessThan(2.4);
  });
});

describe.skipIf(dataFolder === null)('runs of one task of tau-bench (data folder)', () => {
  it('are laid side by side, and part somewhere', () => {
    const runs = parseTrace(readFileSync(dataPath('tau-bench/gpt-4o-airline.json'), 'utf8')).flatMap((read) =>
      read.ok ? [read.value] : [],
    );
    const failed = runs.find(({ id }) => id === '1-trial-0');
    const passed = runs.find(({ id }) => id === '1-trial-1');
    if (failed === undefined || passed === undefined) throw new Error('the trials are not there');
    const [found] = diffRuns(indexTrajectory(failed), [indexTrajectory(passed)]).comparisons;
    expect(found?.rows[found.divergence ?? -1]).toMatchObject({ failing: null, relation: 'only-passing' });
    expect(found?.same).toBeGreaterThan(0);
  });
});
