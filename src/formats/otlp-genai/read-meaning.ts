import { readAdotBody } from '../openinference/adot.ts';
import { readOpenInference, readOpenInferenceRest } from '../openinference/meaning.ts';
import type { Span } from '../shared/span.ts';
import { fillMeaning, type SpanMeaning } from '../shared/span-meaning.ts';
import { readAdk } from './adk.ts';
import { readAiSdk } from './ai-sdk.ts';
import { readLangfuse, readTraceloop } from './observation.ts';
import { readSemconv } from './semconv.ts';

/** Conventions in order of trust: who says most about a span's kind comes first. */
const READERS: readonly ((span: Span) => SpanMeaning | null)[] = [
  readOpenInference,
  readAdotBody,
  readLangfuse,
  readTraceloop,
  readAiSdk,
  readAdk,
  readSemconv,
];

/**
 * What a span means, by all conventions that it follows: libraries stack their attributes, and one trace mixes spans of
 * several. The first gives the kind, the others fill its gaps. Null for a span that follows none.
 */
export function readMeaning(span: Span): SpanMeaning | null {
  let meaning: SpanMeaning | null = null;
  for (const read of READERS) meaning = joined(meaning, read(span));
  return joined(meaning, readOpenInferenceRest(span, meaning?.kind ?? null));
}

function joined(meaning: SpanMeaning | null, found: SpanMeaning | null): SpanMeaning | null {
  if (meaning === null || found === null) return meaning ?? found;
  // A wrapper in one convention may be a model call in the other; the one that acts is right.
  if (meaning.kind === 'structure' && found.kind !== 'structure') return fillMeaning(found, meaning);
  return fillMeaning(meaning, found);
}
