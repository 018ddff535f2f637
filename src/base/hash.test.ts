import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { expect, it } from 'vitest';
import { contentHash } from './hash.ts';

it('is the same with the hash that browsers use', () => {
  for (const text of ['', 'abc', 'é ü 😀 \u0000']) {
    expect(contentHash(text)).toBe(bytesToHex(sha256(utf8ToBytes(text))).slice(0, 32));
  }
});
