import { expect, it } from 'vitest';
import { mapAhead } from './map-ahead.ts';

const wait = (turns: number): Promise<void> =>
  turns === 0 ? Promise.resolve() : new Promise((resolve) => setImmediate(() => resolve(wait(turns - 1))));

it('keeps the order, and never more under way than it may', async () => {
  let underWay = 0;
  let most = 0;
  const found: number[] = [];
  for await (const one of mapAhead([5, 1, 4, 0, 2, 3], 3, async (turns) => {
    most = Math.max(most, ++underWay);
    await wait(turns);
    underWay--;
    return turns;
  })) {
    found.push(one);
  }
  expect(found).toEqual([5, 1, 4, 0, 2, 3]);
  expect(most).toBe(3);
});

it('ends with the first error in order, and leaves none unheard', async () => {
  const found: number[] = [];
  const run = async () => {
    const work = async (one: number) => {
      await wait(5 - one);
      if (one > 1) throw new Error(`no ${one}`);
      return one;
    };
    for await (const one of mapAhead([1, 2, 3], 3, work)) found.push(one);
  };
  await expect(run()).rejects.toThrow('no 2');
  expect(found).toEqual([1]);
});

it('gives what was begun where the items end in an error', async () => {
  async function* items() {
    yield 1;
    yield 2;
    throw new Error('unreadable');
  }
  const found: number[] = [];
  const run = async () => {
    for await (const one of mapAhead(items(), 4, async (item) => item)) found.push(one);
  };
  await expect(run()).rejects.toThrow('unreadable');
  expect(found).toEqual([1, 2]);
});
