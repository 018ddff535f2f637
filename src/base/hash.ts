import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** SHA-256 of text, hex, cut to 32 digits: names an artifact by its content. Works in a browser. */
export const contentHash = (text: string): string => bytesToHex(sha256(utf8ToBytes(text))).slice(0, 32);
