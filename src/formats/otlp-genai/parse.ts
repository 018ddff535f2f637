import type { Trajectory } from '../../contracts/trajectory.ts';
import type { ParseContext, SessionLine } from '../format.ts';
import { parseSpans } from '../shared/span-trajectory.ts';
import { readMeaning } from './read-meaning.ts';

const FORMAT = { id: 'otlp-genai', readMeaning };

export const parse = (document: unknown, context: ParseContext): readonly Trajectory[] =>
  parseSpans([{ value: document, ref: '' }], context, FORMAT);

/** Lines of export batches or of single spans: a trace may be spread over any of them. */
export const parseLines = (lines: readonly SessionLine[], context: ParseContext): readonly Trajectory[] =>
  parseSpans(
    lines.map(({ lineNumber, value }) => ({ value, ref: `line:${lineNumber}` })),
    context,
    FORMAT,
  );
