import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { expect, it } from 'vitest';
import { artifactHash, contentHash } from './hash.ts';

it('is the same with the hash that browsers use', () => {
  for (const text of ['', 'abc', 'é ü 😀 \u0000']) {
    expect(contentHash(text)).toBe(bytesToHex(sha256(utf8ToBytes(text))).slice(0, 32));
  }
});

it('names an artifact by its JSON text, however it is cut', () => {
  const long = Array.from({ length: 1_001 }, (_, at) => ({ at, text: `é"\u2028${at}😀` }));
  for (const artifact of [
    {},
    { a: 1 },
    { kind: 'x', gone: undefined, list: long, none: [], more: { list: [1, [2]] } },
  ]) {
    expect(artifactHash(artifact)).toBe(contentHash(JSON.stringify(artifact)));
  }
});
