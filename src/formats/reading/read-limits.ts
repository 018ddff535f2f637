/** Bounds of reading; tests lower them. */
export interface ReadLimits {
  /** Largest JSON document, line or session that is held in memory, in bytes. */
  readonly maxDocumentBytes: number;
  /** A JSONL file is judged by this many lines … */
  readonly sampleLines: number;
  /** … or by fewer once they hold this many characters. */
  readonly sampleChars: number;
}

/** 450 MB stays below the longest string that the JavaScript engine can hold (2^29 - 24 characters). */
export const READ_LIMITS: ReadLimits = { maxDocumentBytes: 450_000_000, sampleLines: 64, sampleChars: 4_000_000 };
