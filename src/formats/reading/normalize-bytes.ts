import { AppError } from '../../base/errors.ts';

const SNIFFED_BYTES = 4096;

/** First bytes of files that hold no plain text, and what to do about them. */
const MAGIC: readonly (readonly [readonly number[], string])[] = [
  [[0x1f, 0x8b], 'gzip-compressed data: unpack it first (gunzip -c FILE | culprit -)'],
  [[0x50, 0x4b, 0x03, 0x04], 'a zip archive: unpack it first (an Inspect .eval log: `inspect log dump FILE`)'],
  [[0x28, 0xb5, 0x2f, 0xfd], 'zstd-compressed data: unpack it first (zstd -dc FILE | culprit -)'],
  [[0x42, 0x5a, 0x68], 'bzip2-compressed data: unpack it first (bunzip2 -c FILE | culprit -)'],
  [[0x50, 0x41, 0x52, 0x31], 'a Parquet file: export it as JSON lines first'],
  [[0x25, 0x50, 0x44, 0x46], 'a PDF document'],
];

/**
 * The bytes of a text file as UTF-8 without byte order mark, whatever it was: UTF-16 is told by its mark, or by the
 * zero byte beside the first bracket.
 * @throws AppError TRACE_EMPTY, TRACE_BINARY
 */
export async function* normalizeBytes(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const iterator = chunks[Symbol.asyncIterator]();
  try {
    let head: Uint8Array = new Uint8Array(0);
    while (head.length < SNIFFED_BYTES) {
      const next = await iterator.next();
      if (next.done === true) break;
      head = head.length === 0 ? next.value : concat([head, next.value]);
    }
    const encoding = encodingOf(head);
    const decoder = encoding.name === 'utf-8' ? null : new TextDecoder(encoding.name);
    const encoder = new TextEncoder();
    let chunk = head.subarray(encoding.skip);
    let length = 0;
    for (;;) {
      length += chunk.length;
      if (chunk.length > 0) yield decoder === null ? chunk : encoder.encode(decoder.decode(chunk, { stream: true }));
      const next = await iterator.next();
      if (next.done === true) break;
      chunk = next.value;
    }
    const tail = decoder?.decode() ?? '';
    // Half a character at the end of UTF-16 is a line feed added byte by byte, or a cut that the JSON shows by itself.
    if (tail !== '' && length % 2 === 0) yield encoder.encode(tail);
  } finally {
    await iterator.return?.();
  }
}

type Encoding = { readonly name: 'utf-8' | 'utf-16le' | 'utf-16be'; readonly skip: number };

function encodingOf(head: Uint8Array): Encoding {
  if (head.length === 0) throw new AppError('TRACE_EMPTY', 'the file is empty');
  const [a, b, c] = head;
  if (a === 0xff && b === 0xfe) return { name: 'utf-16le', skip: 2 };
  if (a === 0xfe && b === 0xff) return { name: 'utf-16be', skip: 2 };
  if (a === 0xef && b === 0xbb && c === 0xbf) return { name: 'utf-8', skip: 3 };
  const bracket = (byte: number | undefined) => byte === 0x7b || byte === 0x5b;
  if (bracket(a) && b === 0) return { name: 'utf-16le', skip: 0 };
  if (a === 0 && bracket(b)) return { name: 'utf-16be', skip: 0 };
  for (const [magic, what] of MAGIC) {
    if (magic.every((byte, index) => head[index] === byte)) throw new AppError('TRACE_BINARY', `the file is ${what}`);
  }
  const sniffed = head.subarray(0, SNIFFED_BYTES);
  const zero = sniffed.indexOf(0);
  if (zero !== -1) throw new AppError('TRACE_BINARY', `the file is not text: byte ${zero + 1} is zero`);
  return { name: 'utf-8', skip: 0 };
}

export function concat(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length;
  }
  return whole;
}
