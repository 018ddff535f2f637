import { AppError } from '../../base/errors.ts';
import { decodeUtf8 } from './decode-utf8.ts';
import { concat } from './normalize-bytes.ts';

/** One line of a file, blank lines left out but counted. */
export interface TraceLine {
  /** 1-based number in the file. */
  readonly number: number;
  /** Without the line feed. Empty where the line is too long to be held. */
  readonly text: string;
  /** Sequences that were not UTF-8. */
  readonly replaced: number;
  /** False for a last line that no line feed ends: it may have been cut. */
  readonly ended: boolean;
  /** Length in bytes, where the line was too long to be held. */
  readonly tooLong: number | null;
}

const LINE_FEED = 0x0a;

/** Cuts a stream of UTF-8 bytes into lines, holding one line at a time. */
export class LineReader {
  readonly #chunks: AsyncIterator<Uint8Array>;
  readonly #maxBytes: number;
  #chunk: Uint8Array = new Uint8Array(0);
  #number = 0;

  constructor(chunks: AsyncIterable<Uint8Array>, maxBytes: number) {
    this.#chunks = chunks[Symbol.asyncIterator]();
    this.#maxBytes = maxBytes;
  }

  /** The next line that is not blank; null at the end. */
  async next(): Promise<TraceLine | null> {
    for (;;) {
      const line = await this.#line();
      if (line === null || line.tooLong !== null || line.text.trim() !== '') return line;
    }
  }

  async close(): Promise<void> {
    await this.#chunks.return?.();
  }

  /**
   * Everything that is left, as one text.
   * @throws AppError TRACE_TOO_LARGE
   */
  async rest(alreadyRead: number): Promise<{ readonly text: string; readonly replaced: number }> {
    const parts: Uint8Array[] = [];
    let length = alreadyRead;
    for (let more = this.#chunk.length > 0 || (await this.#fill()); more; more = await this.#fill()) {
      length += this.#chunk.length;
      if (length > this.#maxBytes) {
        throw new AppError(
          'TRACE_TOO_LARGE',
          `the file is one JSON document of more than ${megabytes(this.#maxBytes)}`,
        );
      }
      parts.push(this.#chunk);
    }
    this.#chunk = new Uint8Array(0);
    return decodeUtf8(parts.length === 1 && parts[0] !== undefined ? parts[0] : concat(parts));
  }

  async #line(): Promise<TraceLine | null> {
    const parts: Uint8Array[] = [];
    let length = 0;
    let ended = false;
    while (!ended) {
      if (this.#chunk.length === 0 && !(await this.#fill())) break;
      const feed = this.#chunk.indexOf(LINE_FEED);
      ended = feed !== -1;
      const part = ended ? this.#chunk.subarray(0, feed) : this.#chunk;
      this.#chunk = this.#chunk.subarray(ended ? feed + 1 : this.#chunk.length);
      length += part.length;
      // What is too long is counted on, but no longer kept.
      if (length > this.#maxBytes) parts.length = 0;
      else parts.push(part);
    }
    if (length === 0 && !ended) return null;
    this.#number++;
    const about = { number: this.#number, ended };
    if (length > this.#maxBytes) return { ...about, text: '', replaced: 0, tooLong: length };
    const first = parts.length === 1 ? parts[0] : undefined;
    return { ...about, ...decodeUtf8(first ?? concat(parts)), tooLong: null };
  }

  async #fill(): Promise<boolean> {
    const next = await this.#chunks.next();
    if (next.done === true) return false;
    this.#chunk = next.value;
    return true;
  }
}

export const megabytes = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`;
