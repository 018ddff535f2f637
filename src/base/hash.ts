import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** Node's own SHA-256, some twenty times faster; reached without an import, so that a browser can load this file. */
const nodeCrypto = globalThis.process?.getBuiltinModule?.('node:crypto');

/** SHA-256 of text, hex, cut to 32 digits. The same in Node and in a browser. */
export const contentHash = (text: string): string => hashOfPieces([text]);

/** Names an artifact by its content: the hash of its JSON text, which is never there as a whole. */
export const artifactHash = (artifact: Readonly<Record<string, unknown>>): string => hashOfPieces(jsonPieces(artifact));

function hashOfPieces(pieces: Iterable<string>): string {
  if (nodeCrypto === undefined) {
    const hash = sha256.create();
    for (const piece of pieces) hash.update(utf8ToBytes(piece));
    return bytesToHex(hash.digest()).slice(0, 32);
  }
  const hash = nodeCrypto.createHash('sha256');
  for (const piece of pieces) hash.update(piece);
  return hash.digest('hex').slice(0, 32);
}

/** Elements of a list that are written at once. */
const CHUNK = 200;

/** The text that JSON.stringify gives for an object, in pieces; lists right below the top are cut between elements. */
function* jsonPieces(artifact: Readonly<Record<string, unknown>>): Generator<string> {
  let lead = '{';
  for (const [key, value] of Object.entries(artifact)) {
    if (value === undefined) continue;
    yield `${lead}${JSON.stringify(key)}:`;
    lead = ',';
    if (Array.isArray(value)) {
      yield '[';
      for (let at = 0; at < value.length; at += CHUNK) {
        if (at > 0) yield ',';
        yield JSON.stringify(value.slice(at, at + CHUNK)).slice(1, -1);
      }
      yield ']';
    } else {
      yield JSON.stringify(value);
    }
  }
  yield lead === '{' ? '{}' : '}';
}
