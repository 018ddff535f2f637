import type { TraceFormat } from '../format.ts';
import { detectDocument } from './detect-format.ts';

/** Elements of a list, parted into those that one format reads together and traces of their own beside them. */
export interface Parted {
  /** As long as the list: an empty list stands where an element was set apart, so that places stay true. */
  readonly together: readonly unknown[];
  /** Places of the elements that are traces of another format. */
  readonly apart: ReadonlySet<number>;
}

/** Sets apart what a format would leave out of a list that it reads as a whole, and another format can read. */
export function setApart(format: TraceFormat, elements: readonly unknown[]): Parted {
  const { takes } = format;
  if (takes === undefined) return { together: elements, apart: new Set() };
  const apart = new Set<number>();
  elements.forEach((element, index) => {
    if (!takes(element) && detectDocument(element) !== null) apart.add(index);
  });
  return { together: apart.size === 0 ? elements : elements.map((value, at) => (apart.has(at) ? [] : value)), apart };
}
