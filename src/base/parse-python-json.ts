import { AppError } from './errors.ts';
import { parseJson } from './json.ts';
import { endOfString, scanJson } from './scan-json.ts';

export interface ParsedJson {
  readonly value: unknown;
  /** How many NaN and Infinity were read as null: Python writes them, JSON does not have them. */
  readonly nonFinite: number;
}

/**
 * Parses JSON as Python's encoder writes it by default: where the only fault is NaN or Infinity, they become null.
 * @throws AppError as `parseJson`
 */
export function parsePythonJson(text: string): ParsedJson {
  try {
    return { value: parseJson(text), nonFinite: 0 };
  } catch (error) {
    if (!AppError.isInstance(error) || error.code !== 'TRACE_JSON_INVALID' || !/NaN|Infinity/.test(text)) throw error;
    const scan = scanJson(text, 0, true);
    if (scan.status !== 'complete' || text.slice(scan.end).trim() !== '') throw error;
    const { strict, replaced } = withoutNonFinite(text);
    return { value: parseJson(strict), nonFinite: replaced };
  }
}

function withoutNonFinite(text: string): { readonly strict: string; readonly replaced: number } {
  const parts: string[] = [];
  let replaced = 0;
  for (let offset = 0; offset < text.length; ) {
    const quote = text.indexOf('"', offset);
    const outside = text.slice(offset, quote === -1 ? text.length : quote);
    parts.push(
      outside.replace(/NaN|-?Infinity/g, () => {
        replaced++;
        return 'null';
      }),
    );
    if (quote === -1) break;
    const end = endOfString(text, quote);
    offset = end === -1 ? text.length : end + 1;
    parts.push(text.slice(quote, offset));
  }
  return { strict: parts.join(''), replaced };
}
