import { describe, expect, it } from 'vitest';
import { draft } from '../../../test/draft.ts';
import { scriptedClient } from '../../../test/scripted-client.ts';
import { AppError } from '../../base/errors.ts';
import type { Constraint } from '../../contracts/constraint.ts';
import { parseTrace } from '../../formats/read-trace.ts';
import { indexTrajectory } from '../../trajectory/index-trajectory.ts';
import { checkConstraints } from '../checking/check-constraints.ts';
import { readDraft } from './read-draft.ts';
import { reflectConstraints } from './reflect-constraints.ts';

const context = {
  scope: 'global',
  tools: null,
  agents: null,
  clauses: new Set(),
  range: null,
  positionOf: () => null,
} as const;
const made = (id: string): Constraint => {
  const { constraint } = readDraft(draft({ id, source: `() => '${id}' === ''` }), {
    ...context,
    clauses: new Set<string>(),
  });
  if (constraint === null) throw new Error(id);
  return constraint;
};
const three = ['one', 'two', 'three'].map(made);
const review = (constraint: number, keep: boolean, why = 'It depends on wording.') => ({ constraint, why, keep });

describe('reflectConstraints', () => {
  it('takes constraints out in one call, and they stay in the list with the reason', async () => {
    const client = scriptedClient(() => ({ reviews: [review(2, false), review(1, true), review(9, false)] }));
    const { constraints, findings } = await reflectConstraints({ constraints: three, client });
    expect(client.requests).toHaveLength(1);
    expect(constraints.map(({ id, calibration }) => [id, calibration?.weight])).toEqual([
      ['one', undefined],
      ['two', 0],
      ['three', undefined],
    ]);
    expect(findings).toEqual([{ constraint: 'two', kind: 'pruned', message: 'It depends on wording.' }]);
    const [parsed] = parseTrace('[{"role":"user","content":"x"}]');
    if (!parsed?.ok) throw new Error('unreadable');
    const { outcomes } = await checkConstraints({
      index: indexTrajectory(parsed.value),
      constraints: [constraints[1] ?? made('x')],
      sandbox: () => Promise.reject(new Error('it was run')),
    });
    expect(outcomes).toMatchObject([{ status: 'not-applicable', message: 'taken out on review: not run' }]);
  });

  it.each([
    ['it is reviewed twice, once to be kept', { reviews: [review(1, false), review(1, true)] }],
    ['it is not reviewed', { reviews: [] }],
  ])('keeps a constraint where %s', async (_name, answer) => {
    const { constraints, findings } = await reflectConstraints({
      constraints: three,
      client: scriptedClient(() => answer),
    });
    expect(constraints).toEqual(three);
    expect(findings).toEqual([]);
  });

  it('keeps all, and says so, where the call fails', async () => {
    const client = scriptedClient(() => {
      throw new AppError('MODEL_BUDGET_SPENT', 'the budget is spent');
    });
    const { constraints, findings } = await reflectConstraints({ constraints: three, client });
    expect(constraints).toEqual(three);
    expect(findings).toMatchObject([{ kind: 'call-failed', constraint: null }]);
  });

  it('leaves alone what was calibrated on runs, and says how many it had no room for', async () => {
    const calibration = { passing: { runs: 9, fired: 9 }, failing: null, precision: null, weight: 0.1 };
    const [first, ...rest] = three;
    const measured = [{ ...(first ?? made('x')), calibration }, ...rest];
    const client = scriptedClient(() => ({ reviews: [review(1, false)] }));
    const { constraints } = await reflectConstraints({ constraints: measured, client });
    expect(constraints.map((one) => one.calibration?.weight)).toEqual([0.1, 0, undefined]);
    const many = Array.from({ length: 400 }, (_, at) => made(`c${at}`));
    const small = scriptedClient(() => ({ reviews: [] }), { contextTokens: 16_000 });
    const { findings } = await reflectConstraints({ constraints: many, client: small });
    expect(findings).toMatchObject([
      { kind: 'left-out', message: expect.stringMatching(/^\d+ constraints were not reviewed/) },
    ]);
  });
});
