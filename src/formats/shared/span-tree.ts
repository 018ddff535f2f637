/** A span tree by index: parents that exist, cycles cut, children in order of time. */
export interface SpanTree {
  /** Index of the parent; null for a root. */
  readonly parents: readonly (number | null)[];
  readonly roots: readonly number[];
  /** Every index, parents before children, siblings in order of time. */
  readonly preorder: readonly number[];
  /** Place at which a walk of the tree enters and leaves each node: breaks ties between equal times. */
  readonly enter: readonly number[];
  readonly leave: readonly number[];
  /** Nodes whose parent is not in the trace; they became roots. */
  readonly orphans: readonly number[];
  /** Nodes whose link to their parent closed a cycle; it was cut. */
  readonly cut: readonly number[];
}

export interface TreeNode {
  readonly id: string;
  readonly parentId: string | null;
  readonly start: bigint | null;
}

/** Builds the tree of some spans. Links are not trusted, and depth is not bounded: no recursion, linear but for sorting. */
export function buildSpanTree(nodes: readonly TreeNode[]): SpanTree {
  const byId = new Map<string, number>();
  nodes.forEach((node, index) => {
    if (!byId.has(node.id)) byId.set(node.id, index);
  });
  const orphans: number[] = [];
  const parents = nodes.map((node, index): number | null => {
    if (node.parentId === null) return null;
    const parent = byId.get(node.parentId);
    if (parent === undefined) orphans.push(index);
    return parent === undefined || parent === index ? null : parent;
  });
  const cut = cutCycles(parents);
  const children: number[][] = nodes.map(() => []);
  const roots: number[] = [];
  parents.forEach((parent, index) => {
    (parent === null ? roots : children[parent])?.push(index);
  });
  const byTime = (a: number, b: number): number => compareTimes(nodes[a]?.start, nodes[b]?.start) || a - b;
  roots.sort(byTime);
  for (const list of children) if (list.length > 1) list.sort(byTime);
  return { parents, roots, orphans, cut, ...walk(nodes.length, roots, children) };
}

/** Order of two times; a span without one comes first. */
export function compareTimes(a: bigint | null | undefined, b: bigint | null | undefined): number {
  const [left, right] = [a ?? 0n, b ?? 0n];
  return left === right ? 0 : left < right ? -1 : 1;
}

/** Follows parents upwards from each node; a path that meets itself is cut where it closes. */
function cutCycles(parents: (number | null)[]): number[] {
  const cut: number[] = [];
  const settled = new Uint8Array(parents.length);
  for (let start = 0; start < parents.length; start++) {
    const path: number[] = [];
    let at: number | null = start;
    while (at !== null && settled[at] === 0) {
      settled[at] = 1;
      path.push(at);
      const parent: number | null = parents[at] ?? null;
      if (parent !== null && settled[parent] === 1) {
        parents[at] = null;
        cut.push(at);
        break;
      }
      at = parent;
    }
    for (const index of path) settled[index] = 2;
  }
  return cut;
}

function walk(
  size: number,
  roots: readonly number[],
  children: readonly (readonly number[])[],
): Pick<SpanTree, 'preorder' | 'enter' | 'leave'> {
  const preorder: number[] = [];
  const enter = new Array<number>(size).fill(0);
  const leave = new Array<number>(size).fill(0);
  let clock = 0;
  const stack: { readonly index: number; next: number }[] = [];
  const visit = (index: number): void => {
    enter[index] = clock++;
    preorder.push(index);
    stack.push({ index, next: 0 });
  };
  for (const root of roots) {
    visit(root);
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const child = children[top.index]?.[top.next++];
      if (child !== undefined) {
        visit(child);
      } else {
        leave[top.index] = clock++;
        stack.pop();
      }
    }
  }
  return { preorder, enter, leave };
}
