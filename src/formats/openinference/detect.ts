import { readSpan } from '../shared/span.ts';
import { sampleSources } from '../shared/span-sources.ts';
import { readAdotBody } from './adot.ts';
import { isNestedTrace, isOpenInference } from './meaning.ts';

/** Spans that are looked at: agents' spans may come late among those of a web server. */
const SAMPLE = 1_000;

/** How surely the spans of a document follow the OpenInference conventions. */
export function detect(document: unknown): number {
  const found = sampleSources(document, SAMPLE).some((source) => {
    const span = source.kind === 'span' ? readSpan(source.raw, source) : null;
    return span !== null && (isOpenInference(span.attributes) || readAdotBody(span) !== null);
  });
  if (!found) return 0;
  return isNestedTrace(document) ? 0.95 : 0.9;
}
