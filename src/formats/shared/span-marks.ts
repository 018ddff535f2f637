import type { FormatMark } from '../format.ts';
import { readSpan } from './span.ts';
import { sampleSources } from './span-sources.ts';

const SAMPLE = 20;

export const HAS_SPANS: FormatMark = {
  what: 'span (an object with a trace id and a span id; bare, or under "spans" or "resourceSpans")',
  isIn: (document) =>
    sampleSources(document, SAMPLE).some((source) => source.kind === 'log' || readSpan(source.raw, source) !== null),
};
