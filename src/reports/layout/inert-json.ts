import { UNSEEN } from '../../base/text.ts';

/** Characters that JSON may hold as they are, but that end a line for some readers, steer a terminal or hide. */
const UNSAFE = new RegExp(`[${UNSEEN}]`, 'gu');

/** `\\uXXXX` for each half of a character; JSON text has no controls below U+0020 but its own line breaks. */
const escaped = (character: string): string =>
  character
    .split('')
    .map((half) => `\\u${half.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');

/** JSON text of a value that is safe to print and to read line by line: the same value, such characters as `\\uXXXX`. */
export const inertJson = (value: unknown, indent?: number): string =>
  (JSON.stringify(value, null, indent) ?? 'null').replace(UNSAFE, escaped);
