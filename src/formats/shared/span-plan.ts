import type { Span } from './span.ts';
import { fillMeaning, type SpanKind, type SpanMeaning } from './span-meaning.ts';
import { buildSpanTree, compareTimes, type SpanTree } from './span-tree.ts';

export interface PlannedSpan {
  readonly span: Span;
  /** Null for a span that has nothing to do with agents (HTTP, database). */
  readonly meaning: SpanMeaning | null;
  /** Nearest span around it that has a meaning of its own. */
  readonly around: number | null;
  /** Nearest agent's span around it. */
  readonly agentSpan: number | null;
  /** Who acts in it: the agent around it, else the one that the span names. */
  readonly agent: string | null;
  /** The span that tells the same, and tells it better: an SDK's call within a framework's. */
  readonly foldedInto: number | null;
  /** Whether there are model calls, tools or agents within it. */
  readonly hasInner: boolean;
}

/** When something of a span happens; ties are in the order of a walk through the tree. */
export interface Moment {
  readonly index: number;
  readonly phase: 'start' | 'end';
}

export interface SpanPlan {
  readonly items: readonly PlannedSpan[];
  readonly preorder: readonly number[];
  readonly moments: readonly Moment[];
  /** Spans directly around an agent whose task is recorded. */
  readonly holdsTask: ReadonlySet<number>;
  readonly orphans: readonly Span[];
  readonly cut: readonly Span[];
}

/** Reads what each span means, folds what is told twice, and puts everything in order of time. */
export function planSpans(spans: readonly Span[], readMeaning: (span: Span) => SpanMeaning | null): SpanPlan {
  const tree = buildSpanTree(spans);
  const meanings = spans.map(readMeaning);
  const around = nearest(tree.preorder, tree.parents, (index) => meanings[index] !== null);
  promoteRoots(tree, meanings, around);
  const foldedInto = foldDoubles(tree.preorder, around, meanings);
  const agentSpan = nearest(tree.preorder, tree.parents, (index) => meanings[index]?.kind === 'agent');
  const hasInner = new Array<boolean>(spans.length).fill(false);
  for (const index of tree.preorder.toReversed()) {
    const parent = around[index] ?? null;
    if (parent === null || foldedInto[index] !== null) continue;
    if (hasInner[index] || ACTING.has(meanings[index]?.kind ?? 'structure')) hasInner[parent] = true;
  }
  const items = spans.map((span, index): PlannedSpan => {
    const meaning = meanings[index] ?? null;
    const enclosing = agentSpan[index] ?? null;
    const named = enclosing === null ? null : (meanings[enclosing]?.agent ?? null);
    const own = meaning?.agent ?? null;
    return {
      span,
      meaning,
      around: around[index] ?? null,
      agentSpan: enclosing,
      agent: meaning?.kind === 'agent' ? (own ?? named) : (named ?? own),
      foldedInto: foldedInto[index] ?? null,
      hasInner: hasInner[index] ?? false,
    };
  });
  const at = (indexes: readonly number[]): readonly Span[] => indexes.flatMap((index) => spans[index] ?? []);
  return {
    items,
    preorder: tree.preorder,
    moments: orderMoments(spans, tree),
    holdsTask: new Set(
      items.flatMap(({ meaning, around: host }) =>
        meaning?.kind === 'agent' && host !== null && meaning.input().length > 0 ? host : [],
      ),
    ),
    orphans: at(tree.orphans),
    cut: at(tree.cut),
  };
}

const ACTING: ReadonlySet<SpanKind> = new Set(['llm', 'plan', 'tool', 'retrieval', 'agent', 'handoff', 'guardrail']);

/** For each node, its nearest ancestor that fits; parents come before children in `preorder`. */
function nearest(
  preorder: readonly number[],
  parents: readonly (number | null)[],
  fits: (index: number) => boolean,
): (number | null)[] {
  const found = new Array<number | null>(parents.length).fill(null);
  for (const index of preorder) {
    const parent = parents[index] ?? null;
    found[index] = parent === null ? null : fits(parent) ? parent : (found[parent] ?? null);
  }
  return found;
}

/**
 * A wrapper with nothing around it is where the run begins and ends: it holds the task and the answer. One whose parent
 * was not exported is that only where it stands alone: else it is a piece of the run.
 */
function promoteRoots(tree: SpanTree, meanings: (SpanMeaning | null)[], around: readonly (number | null)[]): void {
  const orphans = new Set(tree.orphans);
  const roots = tree.preorder.filter((index) => meanings[index] !== null && around[index] === null);
  for (const index of roots) {
    const meaning = meanings[index] ?? null;
    const isPiece = roots.length > 1 && orphans.has(index);
    if (meaning?.kind === 'structure' && !isPiece && (meaning.input().length > 0 || meaning.output().length > 0)) {
      meanings[index] = { ...meaning, kind: 'workflow' };
    }
  }
}

/**
 * A model call that holds exactly one other is that call, told by two libraries; with several it is a workflow of calls.
 * A tool within a tool of its name is one tool, too (a protocol's client under a framework's).
 */
function foldDoubles(
  preorder: readonly number[],
  around: readonly (number | null)[],
  meanings: (SpanMeaning | null)[],
): (number | null)[] {
  const folded = new Array<number | null>(around.length).fill(null);
  const inner = new Map<number, number[]>();
  for (const index of preorder) {
    const host = hostOf(index, around, meanings);
    if (host === null) continue;
    const known = inner.get(host);
    if (known === undefined) inner.set(host, [index]);
    else known.push(index);
  }
  for (const host of preorder.toReversed()) {
    const doubles = inner.get(host);
    const outer = meanings[host] ?? null;
    if (doubles === undefined || outer === null) continue;
    if (doubles.length > 1) {
      if (outer.kind === 'llm') meanings[host] = { ...outer, kind: 'workflow' };
      continue;
    }
    const [index] = doubles;
    const double = index === undefined ? null : meanings[index];
    if (index === undefined || double === null || double === undefined) continue;
    meanings[host] = fillMeaning(outer, double);
    folded[index] = host;
  }
  return folded;
}

function hostOf(
  index: number,
  around: readonly (number | null)[],
  meanings: readonly (SpanMeaning | null)[],
): number | null {
  const meaning = meanings[index];
  let host = around[index] ?? null;
  // Wrappers between the two are looked through, a few of them: libraries nest a handful deep.
  for (let climbed = 0; climbed < 8 && host !== null && meanings[host]?.kind === 'structure'; climbed++) {
    host = around[host] ?? null;
  }
  const outer = host === null ? null : meanings[host];
  if (meaning === null || meaning === undefined || outer === null || outer === undefined) return null;
  if (meaning.kind !== outer.kind) return null;
  if (meaning.kind === 'llm') return host;
  return meaning.kind === 'tool' && meaning.tool?.name === outer.tool?.name ? host : null;
}

/** A start that is missing is the parent's; an end that is missing is when the last thing within ended. */
function orderMoments(spans: readonly Span[], tree: SpanTree): readonly Moment[] {
  const starts = spans.map((span) => span.start);
  for (const index of tree.preorder) starts[index] ??= starts[tree.parents[index] ?? -1] ?? null;
  const ends = spans.map((span, index) => span.end ?? starts[index] ?? null);
  for (const index of tree.preorder.toReversed()) {
    const parent = tree.parents[index] ?? null;
    if (compareTimes(ends[index], starts[index]) < 0) ends[index] = starts[index] ?? null;
    if (parent !== null && spans[parent]?.end === null && compareTimes(ends[index], ends[parent]) > 0) {
      ends[parent] = ends[index] ?? null;
    }
  }
  const moments = spans.flatMap((_, index) => [
    { index, phase: 'start' as const, time: starts[index], place: tree.enter[index] ?? 0 },
    { index, phase: 'end' as const, time: ends[index], place: tree.leave[index] ?? 0 },
  ]);
  moments.sort((a, b) => compareTimes(a.time, b.time) || a.place - b.place);
  return moments;
}
