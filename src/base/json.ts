import { AppError } from './errors.ts';
import { endOfString, scanJson } from './scan-json.ts';

export type JsonValue = null | boolean | number | string | readonly JsonValue[] | { readonly [key: string]: JsonValue };

/** Deepest nesting that is read; far above what traces have, far below what overflows a recursive walk. */
export const MAX_JSON_DEPTH = 400;

/** Whether a value is a JSON object (not null, not an array). */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The own property of an object, or undefined: never a prototype's, whatever the key is called. */
export const own = (value: unknown, key: string): unknown =>
  isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;

export const ownString = (value: unknown, key: string): string | null => {
  const found = own(value, key);
  return typeof found === 'string' ? found : null;
};

export const ownArray = (value: unknown, key: string): readonly unknown[] | null => {
  const found = own(value, key);
  return Array.isArray(found) ? found : null;
};

/**
 * Parses JSON text that is not trusted.
 * @throws AppError TRACE_JSON_INVALID with `line`, `column` and `cut` (the text ends too early) in its details,
 * TRACE_TOO_DEEP
 */
export function parseJson(text: string): unknown {
  if (nestingDepth(text) > MAX_JSON_DEPTH) {
    throw new AppError('TRACE_TOO_DEEP', `JSON is nested more than ${MAX_JSON_DEPTH} levels deep`);
  }
  try {
    return JSON.parse(text);
  } catch (cause) {
    const scan = scanJson(text);
    const cut = scan.status === 'cut';
    const place = placeAt(
      text,
      scan.status === 'complete' ? scan.end : scan.status === 'cut' ? text.length : scan.offset,
    );
    const what = cut ? 'JSON ends in the middle of a value' : 'not valid JSON';
    throw new AppError('TRACE_JSON_INVALID', `${what} (line ${place.line}, column ${place.column})`, {
      cause,
      details: { ...place, cut },
    });
  }
}

/** `parseJson` for text that may well not be JSON, such as tool arguments: undefined where it is not. */
export function tryParseJson(text: string): unknown {
  const first = text.trimStart()[0];
  if (first === undefined || !'{["-0123456789tfn'.includes(first)) return undefined;
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/** How deep brackets nest in JSON text, outside strings. Linear, and without recursion. */
function nestingDepth(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === 0x22) {
      const end = endOfString(text, index);
      if (end === -1) return deepest;
      index = end;
    } else if (code === 0x7b || code === 0x5b) {
      depth++;
      if (depth > deepest) deepest = depth;
    } else if (code === 0x7d || code === 0x5d) {
      depth--;
    }
  }
  return deepest;
}

/** Line and column of an offset, both from 1. */
export function placeAt(text: string, offset: number): { readonly line: number; readonly column: number } {
  let line = 1;
  let start = 0;
  for (let next = text.indexOf('\n'); next !== -1 && next < offset; next = text.indexOf('\n', start)) {
    line++;
    start = next + 1;
  }
  return { line, column: offset - start + 1 };
}

/** JSON text with sorted keys, so that equal values have equal text. */
export function stableStringify(value: unknown): string {
  return (
    JSON.stringify(value, (_key, inner: unknown) => {
      if (!isRecord(inner)) return inner;
      const sorted = Object.create(null) as Record<string, unknown>;
      for (const key of Object.keys(inner).sort()) sorted[key] = inner[key];
      return sorted;
    }) ?? 'null'
  );
}

/** One part of a JSON pointer (RFC 6901), escaped. */
export const pointerPart = (part: string | number): string => String(part).replaceAll('~', '~0').replaceAll('/', '~1');
