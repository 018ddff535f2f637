const strict = new TextDecoder('utf-8', { fatal: true });
const lenient = new TextDecoder('utf-8');
const MARK = '\ufffd';

/** Text of UTF-8 bytes, and how many sequences were not UTF-8 and stand as U+FFFD now. */
export function decodeUtf8(bytes: Uint8Array): { readonly text: string; readonly replaced: number } {
  try {
    return { text: strict.decode(bytes), replaced: 0 };
  } catch {
    const text = lenient.decode(bytes);
    return { text, replaced: marksIn(text) - encodedMarksIn(bytes) };
  }
}

function marksIn(text: string): number {
  let count = 0;
  for (let at = text.indexOf(MARK); at !== -1; at = text.indexOf(MARK, at + 1)) count++;
  return count;
}

/** Marks that stand in the source itself, and so were not put in by the decoder. */
function encodedMarksIn(bytes: Uint8Array): number {
  let count = 0;
  for (let at = bytes.indexOf(0xef); at !== -1; at = bytes.indexOf(0xef, at + 1)) {
    if (bytes[at + 1] === 0xbf && bytes[at + 2] === 0xbd) count++;
  }
  return count;
}
