/**
 * Does work on items side by side, and gives what came of it in the order of the items. Never more than `atOnce` are
 * under way or wait to be taken. The first error ends it, once its turn comes.
 */
export async function* mapAhead<T, R>(
  items: Iterable<T> | AsyncIterable<T>,
  atOnce: number,
  work: (item: T) => Promise<R>,
): AsyncGenerator<R, void, undefined> {
  const underWay: Promise<R>[] = [];
  let broken: { readonly error: unknown } | null = null;
  try {
    for await (const item of items) {
      const result = work(item);
      // Who waits for it comes later; until then it is nobody's.
      result.catch(() => {});
      underWay.push(result);
      const oldest = underWay.length >= atOnce ? underWay.shift() : undefined;
      if (oldest !== undefined) yield await oldest;
    }
  } catch (error) {
    // Items that cannot be read on: what was begun before is still given.
    broken = { error };
  }
  for (const result of underWay) yield await result;
  if (broken !== null) throw broken.error;
}
