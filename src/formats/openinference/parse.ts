import type { Trajectory } from '../../contracts/trajectory.ts';
import type { ParseContext, SessionLine } from '../format.ts';
import { readMeaning } from '../otlp-genai/read-meaning.ts';
import { parseSpans } from '../shared/span-trajectory.ts';

const FORMAT = { id: 'openinference', readMeaning };

export const parse = (document: unknown, context: ParseContext): readonly Trajectory[] =>
  parseSpans([{ value: document, ref: '' }], context, FORMAT);

export const parseLines = (lines: readonly SessionLine[], context: ParseContext): readonly Trajectory[] =>
  parseSpans(
    lines.map(({ lineNumber, value }) => ({ value, ref: `line:${lineNumber}` })),
    context,
    FORMAT,
  );
