import { type OpenContainer, scanJson } from '../../base/scan-json.ts';

/** What can be kept of JSON text that ends too early. */
export interface Salvage {
  /** JSON text of the complete part. */
  readonly text: string;
  /** Elements kept in the container that was cut. */
  readonly kept: number;
  /** Where the lost part starts. */
  readonly lostFrom: number;
  /** The element that was cut, where the cut list is the document itself. */
  readonly cutElement: { readonly start: number; readonly index: number } | null;
}

/**
 * Cuts JSON text that ends too early back to the last complete element of its outermost unfinished list of objects,
 * or to the last complete member of the document. Null where the text is not cut, or nothing is complete.
 */
export function salvageJson(text: string): Salvage | null {
  const scan = scanJson(text, 0, true);
  if (scan.status !== 'cut') return null;
  const list = scan.open.findIndex((container) => container.kind === 'array' && container.completeRecords > 0);
  const root = scan.open[0];
  const level = list !== -1 ? list : root?.kind === 'object' && root.complete > 0 ? 0 : -1;
  const container = scan.open[level];
  if (container === undefined) return null;
  const closing = scan.open
    .slice(0, level + 1)
    .map(closerOf)
    .reverse()
    .join('');
  const cutAt = container.pendingStart;
  return {
    text: text.slice(0, container.end) + closing,
    kept: container.complete,
    lostFrom: container.end,
    cutElement:
      level === 0 && container.kind === 'array' && cutAt !== -1 ? { start: cutAt, index: container.complete } : null,
  };
}

const closerOf = (container: OpenContainer): string => (container.kind === 'array' ? ']' : '}');
