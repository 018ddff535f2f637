import { likenessOfFaces, type StepFace } from './step-face.ts';

/** Positions of counterparts; null where the other run has no step for it. */
export interface AlignedPair {
  readonly failing: number | null;
  readonly passing: number | null;
}

/** Most cells that are filled to align what lies between two anchors; beyond it, a band along the diagonal. */
const MAX_CELLS = 160_000;
const BAND = 120;
/** Leaving a step without a counterpart costs this much on each side: unlike steps had better stay alone. */
const GAP = 0.1;

/**
 * Pairs the steps of two runs by what they do, in order. Steps that occur once in each run and are the same anchor the
 * alignment (patience diff); what lies between two anchors is aligned by likeness (Needleman and Wunsch), in a band where
 * it is long. So the work grows with the steps times the band, not with their square.
 */
export function alignSteps(failing: readonly StepFace[], passing: readonly StepFace[]): readonly AlignedPair[] {
  const pairs: AlignedPair[] = [];
  let [a, b] = [0, 0];
  for (const anchor of [...anchorsOf(failing, passing), { failing: failing.length, passing: passing.length }]) {
    for (const pair of alignBetween(failing, passing, [a, anchor.failing], [b, anchor.passing])) pairs.push(pair);
    if (anchor.failing < failing.length) pairs.push(anchor);
    [a, b] = [anchor.failing + 1, anchor.passing + 1];
  }
  return pairs;
}

interface Anchor {
  readonly failing: number;
  readonly passing: number;
}

/** The longest run of steps that are the same, occur once on each side, and keep their order. */
function anchorsOf(failing: readonly StepFace[], passing: readonly StepFace[]): readonly Anchor[] {
  const count = (faces: readonly StepFace[]) => {
    const places = new Map<string, number | null>();
    faces.forEach(({ exact }, at) => {
      places.set(exact, places.has(exact) ? null : at);
    });
    return places;
  };
  const there = count(passing);
  const once = [...count(failing)].flatMap(([exact, at]): Anchor[] => {
    const other = there.get(exact);
    return at === null || other == null ? [] : [{ failing: at, passing: other }];
  });
  once.sort((x, y) => x.failing - y.failing);
  return longestIncreasing(once);
}

/** Longest subsequence whose places in the passing run increase (patience sorting). */
function longestIncreasing(anchors: readonly Anchor[]): readonly Anchor[] {
  const tails: number[] = [];
  const before: number[] = [];
  anchors.forEach(({ passing }, at) => {
    let [low, high] = [0, tails.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((anchors[tails[middle] ?? 0]?.passing ?? 0) < passing) low = middle + 1;
      else high = middle;
    }
    before[at] = low === 0 ? -1 : (tails[low - 1] ?? -1);
    tails[low] = at;
  });
  const kept: Anchor[] = [];
  for (let at = tails.at(-1) ?? -1; at >= 0; at = before[at] ?? -1) {
    const anchor = anchors[at];
    if (anchor !== undefined) kept.push(anchor);
  }
  return kept.reverse();
}

type Range = readonly [from: number, to: number];

function* alignBetween(
  failing: readonly StepFace[],
  passing: readonly StepFace[],
  [a0, a1]: Range,
  [b0, b1]: Range,
): Generator<AlignedPair> {
  const [n, m] = [a1 - a0, b1 - b0];
  if (n === 0 || m === 0) {
    for (let at = a0; at < a1; at++) yield { failing: at, passing: null };
    for (let at = b0; at < b1; at++) yield { failing: null, passing: at };
    return;
  }
  const half = n * m <= MAX_CELLS ? m : BAND;
  const width = 2 * half + 1;
  const middle = (row: number) => Math.round((row * m) / n);
  const scores = [new Float64Array(width).fill(Number.NEGATIVE_INFINITY)];
  const moves: Uint8Array[] = [];
  const at = (row: Float64Array | undefined, r: number, column: number): number => {
    const cell = column - middle(r) + half;
    return cell < 0 || cell >= width ? Number.NEGATIVE_INFINITY : (row?.[cell] ?? Number.NEGATIVE_INFINITY);
  };
  for (let row = 0; row <= n; row++) {
    const here = new Float64Array(width).fill(Number.NEGATIVE_INFINITY);
    const move = new Uint8Array(width);
    const above = scores[0];
    for (let cell = 0; cell < width; cell++) {
      const column = cell + middle(row) - half;
      if (column < 0 || column > m) continue;
      if (row === 0 && column === 0) {
        here[cell] = 0;
        continue;
      }
      const [x, y] = [failing[a0 + row - 1], passing[b0 + column - 1]];
      const likeness = row > 0 && column > 0 && x !== undefined && y !== undefined ? likenessOfFaces(x, y) : -1;
      const both = likeness < 0 ? Number.NEGATIVE_INFINITY : at(above, row - 1, column - 1) + likeness;
      const left = at(here, row, column - 1) - GAP;
      const up = row === 0 ? Number.NEGATIVE_INFINITY : at(above, row - 1, column) - GAP;
      const best = Math.max(both, left, up);
      here[cell] = best;
      move[cell] = best === both ? 1 : best === up ? 2 : 3;
    }
    scores[0] = here;
    moves.push(move);
  }
  yield* walkBack(moves, { n, m, a0, b0, half, middle }).reverse();
}

interface Table {
  readonly n: number;
  readonly m: number;
  readonly a0: number;
  readonly b0: number;
  readonly half: number;
  readonly middle: (row: number) => number;
}

/** The way through the table from its end; last pair first. */
function walkBack(moves: readonly Uint8Array[], { n, m, a0, b0, half, middle }: Table): AlignedPair[] {
  const pairs: AlignedPair[] = [];
  let [row, column] = [n, m];
  while (row > 0 || column > 0) {
    const move = moves[row]?.[column - middle(row) + half] ?? 0;
    if (move === 1) pairs.push({ failing: a0 + --row, passing: b0 + --column });
    else if ((move === 2 || column === 0) && row > 0) pairs.push({ failing: a0 + --row, passing: null });
    else pairs.push({ failing: null, passing: b0 + --column });
  }
  return pairs;
}
