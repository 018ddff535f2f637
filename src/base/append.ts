/** Adds items to the end of a list. `push(...items)` overflows the stack from some hundred thousand items on. */
export function append<T>(list: T[], items: Iterable<T>): void {
  for (const item of items) list.push(item);
}
