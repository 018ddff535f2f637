/** One run for training: a row of features a candidate step, and which row is right. */
export interface ChoiceSet {
  /** Sparse rows: pairs of feature number and value. */
  readonly rows: readonly (readonly (readonly [number, number])[])[];
  readonly chosen: number;
  readonly weight: number;
}

export interface FitOptions {
  readonly features: number;
  /** L2 penalty of each feature, or one for all. */
  readonly penalty: number | Float64Array;
  readonly iterations?: number;
}

/**
 * Conditional logit: the probability of a step is the softmax of its score among the steps of its own run
 * (McFadden 1974). Maximises the penalised likelihood by L-BFGS; the problem is convex, so the result does not depend
 * on a seed.
 */
export function fitConditionalLogit(sets: readonly ChoiceSet[], options: FitOptions): Float64Array {
  const { features, iterations = 200 } = options;
  const penalty =
    typeof options.penalty === 'number' ? new Float64Array(features).fill(options.penalty) : options.penalty;
  return minimise(
    (weights, gradient) => {
      gradient.fill(0);
      let loss = 0;
      for (const set of sets) {
        const scores = set.rows.map((row) => scoreOf(row, weights));
        const top = scores.reduce((most, score) => Math.max(most, score), Number.NEGATIVE_INFINITY);
        const exponentials = scores.map((score) => Math.exp(score - top));
        const total = exponentials.reduce((sum, value) => sum + value, 0);
        loss -= set.weight * ((scores[set.chosen] ?? 0) - top - Math.log(total));
        set.rows.forEach((row, at) => {
          const pull = set.weight * ((exponentials[at] ?? 0) / total - (at === set.chosen ? 1 : 0));
          if (pull !== 0)
            for (const [feature, value] of row) gradient[feature] = (gradient[feature] ?? 0) + pull * value;
        });
      }
      for (let feature = 0; feature < features; feature++) {
        const weight = weights[feature] ?? 0;
        const strength = penalty[feature] ?? 0;
        loss += 0.5 * strength * weight * weight;
        gradient[feature] = (gradient[feature] ?? 0) + strength * weight;
      }
      return loss;
    },
    features,
    iterations,
  );
}

export function scoreOf(row: readonly (readonly [number, number])[], weights: Float64Array): number {
  let score = 0;
  for (const [feature, value] of row) score += (weights[feature] ?? 0) * value;
  return score;
}

/** L-BFGS with back-tracking line search (Nocedal and Wright, algorithms 7.4 and 3.1). */
export function minimise(
  evaluate: (point: Float64Array, gradient: Float64Array) => number,
  size: number,
  iterations: number,
): Float64Array {
  const memory = 8;
  let point: Float64Array = new Float64Array(size);
  let gradient: Float64Array = new Float64Array(size);
  let value = evaluate(point, gradient);
  const pairs: { step: Float64Array; change: Float64Array; scale: number }[] = [];
  for (let iteration = 0; iteration < iterations; iteration++) {
    const direction = gradient.map((entry) => -entry);
    const alphas: number[] = [];
    for (const pair of pairs.toReversed()) {
      const alpha = pair.scale * dot(pair.step, direction);
      alphas.push(alpha);
      add(direction, pair.change, -alpha);
    }
    const latest = pairs.at(-1);
    if (latest !== undefined) {
      const factor = 1 / (latest.scale * dot(latest.change, latest.change));
      for (let at = 0; at < size; at++) direction[at] = (direction[at] ?? 0) * factor;
    }
    pairs.forEach((pair, at) => {
      const beta = pair.scale * dot(pair.change, direction);
      add(direction, pair.step, (alphas[pairs.length - 1 - at] ?? 0) - beta);
    });
    const slope = dot(gradient, direction);
    if (slope > -1e-10) break;
    let length = latest === undefined ? Math.min(1, 1 / Math.sqrt(dot(gradient, gradient))) : 1;
    let next = point;
    let nextGradient = gradient;
    let nextValue = Number.POSITIVE_INFINITY;
    for (let trial = 0; trial < 40; trial++) {
      next = Float64Array.from(point);
      add(next, direction, length);
      nextGradient = new Float64Array(size);
      nextValue = evaluate(next, nextGradient);
      if (nextValue <= value + 1e-4 * length * slope) break;
      length /= 2;
    }
    if (!(nextValue < value)) break;
    const step = next.map((entry, at) => entry - (point[at] ?? 0));
    const change = nextGradient.map((entry, at) => entry - (gradient[at] ?? 0));
    const curvature = dot(step, change);
    if (curvature > 1e-12) {
      pairs.push({ step, change, scale: 1 / curvature });
      if (pairs.length > memory) pairs.shift();
    }
    const gained = value - nextValue;
    point = next;
    gradient = nextGradient;
    value = nextValue;
    if (gained < 1e-9 * Math.max(1, Math.abs(value))) break;
  }
  return point;
}

const dot = (a: Float64Array, b: Float64Array): number => {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += (a[at] ?? 0) * (b[at] ?? 0);
  return sum;
};

const add = (target: Float64Array, source: Float64Array, factor: number): void => {
  for (let at = 0; at < target.length; at++) target[at] = (target[at] ?? 0) + factor * (source[at] ?? 0);
};
