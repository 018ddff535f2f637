import type { TraceFormat } from '../format.ts';
import { FORMATS } from '../index.ts';

export interface Detection {
  readonly format: TraceFormat;
  readonly confidence: number;
}

export const allFormats = (): readonly TraceFormat[] => Object.values(FORMATS);

/** The best of the formats' opinions of something; null where none has any. */
export function bestOf(opinion: (format: TraceFormat) => number): Detection | null {
  let best: Detection | null = null;
  for (const format of allFormats()) {
    const confidence = opinion(format);
    if (confidence > (best?.confidence ?? 0)) best = { format, confidence };
  }
  return best;
}

/** The format that a document is of, by content alone; null where none fits. */
export const detectDocument = (document: unknown): Detection | null => bestOf((format) => format.detect(document));
