import { expect, it } from 'vitest';
import { type ChoiceSet, fitConditionalLogit, minimise, scoreOf } from './conditional-logit.ts';

it('finds the minimum of a bowl that is longer than wide', () => {
  const point = minimise(
    (at, gradient) => {
      const [x = 0, y = 0] = at;
      gradient[0] = 2 * (x - 3);
      gradient[1] = 200 * (y + 1);
      return (x - 3) ** 2 + 100 * (y + 1) ** 2;
    },
    2,
    200,
  );
  expect(point[0]).toBeCloseTo(3, 4);
  expect(point[1]).toBeCloseTo(-1, 4);
});

it('weighs the feature that tells the chosen row from the others', () => {
  // Feature 0 marks the chosen row in three of four sets; feature 1 stands on every row and so says nothing.
  const sets: ChoiceSet[] = [0, 0, 0, 1].map((chosen) => ({
    rows: [
      [
        [0, 1],
        [1, 1],
      ],
      [[1, 1]],
    ],
    chosen,
    weight: 1,
  }));
  const weights = fitConditionalLogit(sets, { features: 2, penalty: 1e-9 });
  // Three to one are odds of e to the power of the weight.
  expect(weights[0]).toBeCloseTo(Math.log(3), 3);
  expect(weights[1]).toBeCloseTo(0, 6);
});

it('shrinks with the penalty', () => {
  const sets: ChoiceSet[] = [{ rows: [[[0, 1]], []], chosen: 0, weight: 1 }];
  const weak = fitConditionalLogit(sets, { features: 1, penalty: 0.1 })[0] ?? 0;
  const strong = fitConditionalLogit(sets, { features: 1, penalty: 10 })[0] ?? 0;
  expect(strong).toBeGreaterThan(0);
  expect(weak).toBeGreaterThan(strong);
  expect(scoreOf([[0, 2]], Float64Array.of(1.5))).toBe(3);
});
