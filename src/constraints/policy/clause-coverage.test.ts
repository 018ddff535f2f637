import { expect, it } from 'vitest';
import type { CheckOutcome } from '../../contracts/validation-log.ts';
import { readPack } from '../packs/read-pack.ts';
import { createClauseTally } from './clause-coverage.ts';

const constraint = (id: string, clause: string) => ({
  id,
  clause,
  description: id,
  category: 'instruction-plan-adherence',
  check: { language: 'javascript', source: 'const check = () => true;' },
});
const pack = readPack(
  {
    name: 'shop',
    clauses: ['1', '2', '3', '4'].map((id) => ({ id, text: `clause ${id}` })),
    constraints: [constraint('a', '1'), constraint('b', '1'), constraint('c', '2'), constraint('d', '4')],
  },
  'shop.json',
  () => '',
);
const outcome = (constraintId: string, status: CheckOutcome['status']): CheckOutcome => ({
  constraintId,
  status,
  stepId: null,
  position: null,
  message: '',
  evidence: [],
  recoveredPosition: null,
  checked: 1,
});

it('counts runs by clause, and tells what was never tried from what has no constraint', () => {
  const runs = [
    [outcome('a', 'satisfied'), outcome('b', 'violated'), outcome('c', 'not-applicable'), outcome('d', 'error')],
    [outcome('a', 'satisfied'), outcome('b', 'undecided'), outcome('c', 'not-applicable'), outcome('d', 'undecided')],
  ];
  const tally = createClauseTally(pack);
  for (const outcomes of runs) tally.add(outcomes);
  expect(
    tally
      .covered()
      .map(({ clause, state, violated, satisfied, undecided, errors }) => [
        clause,
        state,
        violated,
        satisfied,
        undecided,
        errors,
      ]),
  ).toEqual([
    ['1', 'violated', 1, 1, 0, 0],
    ['2', 'never triggered', 0, 0, 0, 0],
    ['3', 'no constraint', 0, 0, 0, 0],
    ['4', 'undecided', 0, 0, 1, 1],
  ]);
});

it('shows constraints of no clause by themselves, and clauses that only a constraint names', () => {
  const [first, second, ...rest] = pack.constraints;
  if (first === undefined || second === undefined) throw new Error('the pack is too small');
  const tally = createClauseTally({
    clauses: [],
    constraints: [{ ...first, clause: null }, { ...second, clause: '9' }, ...rest],
  });
  tally.add([outcome('a', 'violated'), outcome('b', 'satisfied')]);
  expect(tally.covered().map(({ clause, constraints, state }) => [clause, constraints.join(), state])).toEqual([
    [null, 'a', 'violated'],
    ['9', 'b', 'satisfied'],
    ['2', 'c', 'never triggered'],
    ['4', 'd', 'never triggered'],
  ]);
});
