import { open } from 'node:fs/promises';
import { describeUnknown, type UnknownDescription } from '../../formats/describe-unknown.ts';
import { normalizeBytes } from '../../formats/reading/normalize-bytes.ts';
import type { ReadError } from '../diagnose/diagnose-input.ts';
import type { Input } from '../inputs.ts';

/** What can be said of a file that no format reads. */
export interface UnknownInspection extends UnknownDescription {
  readonly uri: string;
  readonly format: null;
  readonly error: { readonly code: string; readonly message: string };
}

/** So much of a file tells its shape. */
const HEAD_BYTES = 2_000_000;
const DESCRIBED: readonly string[] = [
  'TRACE_FORMAT_UNKNOWN',
  'TRACE_FORMAT_INVALID',
  'TRACE_JSON_INVALID',
  'TRACE_NO_STEPS',
];

/** Describes a file that could not be read as a trace; null where there is nothing more to say than the error does. */
export async function inspectUnknown(error: ReadError, input: Input): Promise<UnknownInspection | null> {
  // Standard input and pipes cannot be read a second time.
  if (input.path === null || input.sizeBytes === 0 || !DESCRIBED.includes(error.code)) return null;
  const text = await headOf(input.path).catch(() => null);
  if (text === null) return null;
  const { code, message } = error;
  return { uri: input.uri, format: null, error: { code, message }, ...describeUnknown(text) };
}

async function headOf(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    const decoder = new TextDecoder();
    let text = '';
    for await (const chunk of normalizeBytes(once(buffer.subarray(0, bytesRead)))) {
      text += decoder.decode(chunk, { stream: true });
    }
    return text;
  } finally {
    await file.close();
  }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
