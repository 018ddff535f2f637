import { parseJson } from '../../base/json.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { endOfString } from '../../base/scan-json.ts';
import { excerpt } from '../../base/text.ts';

/** Brackets from which a value is tried, in a text that has prose around it. */
const MAX_STARTS = 200;
const FENCE = /```[A-Za-z0-9_-]{0,20}[ \t]{0,10}\r?\n([\s\S]*?)```/g;

/**
 * The JSON in a model's answer: the text itself, a fenced block, or a value in prose, the last that `accept` takes; a comma
 * before a closing bracket is forgiven. The error says what is wrong with the likeliest candidate.
 */
export function readJsonAnswer<T>(text: string, accept: (value: unknown) => Result<T, string>): Result<T, string> {
  let problem: string | null = null;
  for (const candidate of candidatesOf(text)) {
    const parsed = parseLeniently(candidate);
    if (!parsed.ok) {
      problem ??= parsed.error;
      continue;
    }
    const read = accept(parsed.value);
    if (read.ok) return read;
    problem = problem === null || problem.startsWith('no JSON') ? read.error : problem;
  }
  return err(problem ?? `no JSON in the answer: ${excerpt(text, 120) || '(empty)'}`);
}

/** The last of several counts: a model that thinks aloud may quote a value before it gives its own. */
function* candidatesOf(text: string): Generator<string> {
  const whole = text.trim();
  if (whole === '') return;
  if (/^[[{"\d-]|^(?:true|false|null)$/.test(whole)) yield whole;
  const blocks = [...whole.matchAll(FENCE)].map(([, block = '']) => block.trim());
  yield* blocks.reverse();
  const values: string[] = [];
  let at = nextBracket(whole, 0);
  for (let starts = 0; at !== -1 && starts < MAX_STARTS; starts++) {
    const end = endOfValue(whole, at);
    const value = end === null ? null : whole.slice(at, end);
    if (value !== null && parseLeniently(value).ok) values.push(value);
    at = nextBracket(whole, value !== null && values.at(-1) === value && end !== null ? end : at + 1);
  }
  yield* values.reverse();
}

function nextBracket(text: string, from: number): number {
  for (let at = from; at < text.length; at++) if (text[at] === '{' || text[at] === '[') return at;
  return -1;
}

/** Offset behind the bracket that closes the one at `start`; null where none does. */
function endOfValue(text: string, start: number): number | null {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const character = text[at];
    if (character === '"') {
      const end = endOfString(text, at);
      if (end === -1) return null;
      at = end;
    } else if (character === '{' || character === '[') depth++;
    else if (character === '}' || character === ']') {
      depth--;
      if (depth === 0) return at + 1;
    }
  }
  return null;
}

function parseLeniently(text: string): Result<unknown, string> {
  try {
    return ok(parseJson(text));
  } catch (error) {
    const without = withoutTrailingCommas(text);
    if (without !== text) {
      try {
        return ok(parseJson(without));
      } catch {
        // The first error speaks of the text as it came.
      }
    }
    return err(error instanceof Error ? error.message : String(error));
  }
}

function withoutTrailingCommas(text: string): string {
  let kept = '';
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '"') {
      const end = endOfString(text, at);
      if (end === -1) break;
      at = end;
    } else if (text[at] === ',') {
      let next = at + 1;
      while (next < text.length && /\s/.test(text[next] ?? '')) next++;
      if (text[next] === '}' || text[next] === ']') {
        kept += text.slice(from, at);
        from = at + 1;
      }
    }
  }
  return kept + text.slice(from);
}
