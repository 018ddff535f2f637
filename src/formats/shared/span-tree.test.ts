import { describe, expect, it } from 'vitest';
import { buildSpanTree } from './span-tree.ts';

const node = (id: string, parentId: string | null, start: number | null = 0) => ({
  id,
  parentId,
  start: start === null ? null : BigInt(start),
});

describe('buildSpanTree', () => {
  it('puts parents before children and siblings in order of time', () => {
    const tree = buildSpanTree([node('b', 'root', 2), node('a', 'root', 1), node('root', null), node('a1', 'a', 3)]);
    expect(tree.preorder).toEqual([2, 1, 3, 0]);
    expect(tree.roots).toEqual([2]);
  });

  it('makes roots of orphans and names them', () => {
    const tree = buildSpanTree([node('a', 'gone'), node('b', 'a')]);
    expect(tree).toMatchObject({ parents: [null, 0], roots: [0], orphans: [0], cut: [] });
  });

  it('cuts cycles and keeps every node', () => {
    const tree = buildSpanTree([node('a', 'b'), node('b', 'c'), node('c', 'a'), node('self', 'self')]);
    expect(tree.cut.length).toBe(1);
    expect([...tree.preorder].sort()).toEqual([0, 1, 2, 3]);
  });

  it('walks a chain far deeper than the stack', () => {
    const chain = Array.from({ length: 100_000 }, (_, index) =>
      node(`n${index}`, index === 0 ? null : `n${index - 1}`),
    );
    expect(buildSpanTree(chain).preorder.length).toBe(100_000);
  });
});
