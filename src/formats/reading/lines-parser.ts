import { AppError } from '../../base/errors.ts';
import { type ParsedJson, parsePythonJson } from '../../base/parse-python-json.ts';
import { err, ok } from '../../base/result.ts';
import type { Trajectory } from '../../contracts/trajectory.ts';
import type { ParseContext, SessionLine, TraceFormat } from '../format.ts';
import { bestOf, detectDocument } from './detect-format.ts';
import { megabytes, type TraceLine } from './line-reader.ts';
import { asLineRefs } from './line-refs.ts';
import { parseCut } from './parse-cut.ts';
import { parseDocument, parseWith } from './parse-document.ts';
import { placed } from './placed-error.ts';
import type { ReadLimits } from './read-limits.ts';
import { type ReadNote, type TraceResult, textNotes, withNotes } from './read-note.ts';
import { setApart } from './set-apart.ts';
import { unknownFormat } from './unknown-format.ts';

interface GoodLine extends SessionLine {
  readonly notes: readonly ReadNote[];
}

interface BadLine {
  readonly lineNumber: number;
  readonly error: AppError;
  /** The text, where it is JSON that ends too early. */
  readonly cutText: string | null;
  readonly isTail: boolean;
}

type Line = GoodLine | BadLine;

/** How the lines of a file belong together. */
type Plan =
  /** Each line is a document of its own. */
  | { readonly kind: 'each' }
  /** All lines are one session of a format that is written line by line. */
  | { readonly kind: 'session'; readonly format: TraceFormat }
  /** All lines are the elements of one document. */
  | { readonly kind: 'list'; readonly format: TraceFormat }
  /** No format fits: said once, the rest is passed over. */
  | { readonly kind: 'none' };

/**
 * Reads JSON lines as they come. The first lines decide how they belong together; where each is a trajectory of its
 * own, results come at once and nothing is held.
 */
export class LinesParser {
  readonly #uri: string | null;
  readonly #limits: ReadLimits;
  #plan: Plan | null = null;
  #held: Line[] = [];
  #heldChars = 0;

  constructor(uri: string | null, limits: ReadLimits) {
    this.#uri = uri;
    this.#limits = limits;
  }

  /** @throws AppError TRACE_TOO_LARGE where lines that belong together are more than can be held */
  push(line: TraceLine): readonly TraceResult[] {
    const parsed = this.#parse(line);
    if (this.#plan?.kind === 'each') return this.#each(parsed);
    if (this.#plan?.kind === 'none') return [];
    this.#held.push(parsed);
    this.#heldChars += line.text.length;
    if (this.#plan !== null) {
      if (this.#heldChars <= this.#limits.maxDocumentBytes) return [];
      const limit = megabytes(this.#limits.maxDocumentBytes);
      throw new AppError('TRACE_TOO_LARGE', `the lines are one ${this.#plan.format.id} session of more than ${limit}`);
    }
    const enough = this.#held.length >= this.#limits.sampleLines || this.#heldChars >= this.#limits.sampleChars;
    return enough ? this.#decide() : [];
  }

  /** True once no further line can change anything. */
  get isDone(): boolean {
    return this.#plan?.kind === 'none';
  }

  end(): readonly TraceResult[] {
    const early = this.#plan === null ? this.#decide() : [];
    const plan = this.#plan;
    if (plan === null || plan.kind === 'each' || plan.kind === 'none') return early;
    const lines = this.#held;
    this.#held = [];
    return [...early, ...this.#together(plan, lines)];
  }

  #parse(line: TraceLine): Line {
    const { number: lineNumber, text } = line;
    const context = this.#contextOf(lineNumber);
    const bad = { lineNumber, cutText: null, isTail: !line.ended };
    if (line.tooLong !== null) {
      const error = new AppError('TRACE_TOO_LARGE', `a line of ${megabytes(line.tooLong)}`);
      return { ...bad, error: placed(error, context) };
    }
    try {
      const { value, nonFinite }: ParsedJson = parsePythonJson(text);
      return { lineNumber, value, notes: textNotes(line.replaced, nonFinite, context.recordRef) };
    } catch (error) {
      if (!AppError.isInstance(error)) throw error;
      const cut = error.details.cut === true;
      return { ...bad, error: inLine(error, context), cutText: cut ? text : null };
    }
  }

  #contextOf(lineNumber: number): ParseContext {
    return { uri: this.#uri, recordRef: `line:${lineNumber}` };
  }

  #decide(): readonly TraceResult[] {
    const good = this.#held.filter((line) => 'value' in line);
    const plan = planFor(good.map((line) => line.value));
    this.#plan = plan;
    if (plan.kind === 'session' || plan.kind === 'list') return [];
    const lines = this.#held;
    this.#held = [];
    const first = good[0];
    if (plan.kind === 'none' && first !== undefined) {
      return [err(unknownFormat(first.value, this.#contextOf(first.lineNumber)))];
    }
    return lines.flatMap((line) => this.#each(line));
  }

  #each(line: Line): readonly TraceResult[] {
    const context = this.#contextOf(line.lineNumber);
    if ('value' in line) return parseDocument(line.value, context).map((result) => withNotes(result, line.notes));
    if (line.cutText === null || !line.isTail) return [err(line.error)];
    return parseCut(line.cutText, context, 'JSONL_TAIL_TRUNCATED') ?? [err(line.error)];
  }

  #together(plan: Extract<Plan, { format: TraceFormat }>, lines: readonly Line[]): readonly TraceResult[] {
    const read = lines.filter((line) => 'value' in line);
    const { together, apart } = setApart(
      plan.format,
      read.map((line) => line.value),
    );
    const good = read.map((line, index): GoodLine => ({ ...line, value: together[index] }));
    const context: ParseContext = { uri: this.#uri, recordRef: '' };
    const results =
      plan.kind === 'session'
        ? parseSession(plan.format, good, context)
        : parseWith(
            plan.format,
            good.map((line) => line.value),
            context,
          ).map((result) => (result.ok ? ok(asLineRefs(result.value, good)) : result));
    const notes = good.flatMap((line, index) => (apart.has(index) ? [] : line.notes));
    const bad = lines.filter((line) => 'error' in line);
    const tail = bad.find((line) => line.isTail && line.cutText !== null);
    for (const { lineNumber, error } of bad) {
      if (lineNumber === tail?.lineNumber) continue;
      notes.push({ code: 'JSONL_LINE_INVALID', message: `a line was left out: ${error.message}`, ...at(lineNumber) });
    }
    const merged = mergeNotes(notes);
    const others = [...apart].flatMap((index) => {
      const line = read[index];
      return line === undefined ? [] : this.#each(line);
    });
    if (tail === undefined) return [...results.map((result) => withNotes(result, merged)), ...others];
    const cut = {
      code: 'JSONL_TAIL_TRUNCATED',
      message: 'the last line is cut off and was left out',
      ...at(tail.lineNumber),
    };
    const noted = results.map((result, index) =>
      withNotes(result, index === results.length - 1 ? [...merged, cut] : merged),
    );
    return [...noted, ...others];
  }
}

const at = (lineNumber: number) => ({ count: 1, firstRef: `line:${lineNumber}`, loses: true });

/** The error of a line: column from the line itself, not "line 1". */
function inLine(error: AppError, context: ParseContext): AppError {
  const message = error.message.replace(/line 1, column/, 'column');
  return placed(new AppError(error.code, message, { cause: error, details: error.details }), context);
}

function parseSession(
  format: TraceFormat,
  lines: readonly SessionLine[],
  context: ParseContext,
): readonly TraceResult[] {
  try {
    return (format.session?.parse(lines, context) ?? []).map((trajectory: Trajectory) => ok(trajectory));
  } catch (error) {
    if (!AppError.isInstance(error)) throw error;
    return [err(placed(error, context, format.id))];
  }
}

/** How lines of these values belong together. */
function planFor(values: readonly unknown[]): Plan {
  if (values.length === 0) return { kind: 'each' };
  const session = bestOf((format) => format.session?.detect(values) ?? 0);
  const list = detectDocument(values);
  const single = values.map((value) => detectDocument(value)?.confidence ?? 0);
  // Compared to thousandths: a mean of equal numbers is not always that number.
  const thousandths = (confidence: number) => Math.round(confidence * 1000);
  const asEach = thousandths(single.reduce((sum, confidence) => sum + confidence, 0) / values.length);
  const asList = thousandths(list?.confidence ?? 0);
  const asSession = thousandths(session?.confidence ?? 0);
  if (session !== null && asSession >= Math.max(asEach, asList)) {
    return { kind: 'session', format: session.format };
  }
  if (asEach > 0 && asEach >= asList) return { kind: 'each' };
  if (list !== null) return { kind: 'list', format: list.format };
  return { kind: asEach > 0 ? 'each' : 'none' };
}

function mergeNotes(notes: readonly ReadNote[]): ReadNote[] {
  const merged = new Map<string, ReadNote>();
  for (const note of notes) {
    const known = merged.get(note.code);
    merged.set(note.code, known === undefined ? note : { ...known, count: known.count + note.count });
  }
  return [...merged.values()];
}
