import { isRecord, own, ownArray, ownString } from '../../base/json.ts';
import type { FormatMark } from '../format.ts';
import { isMessageLike, sampleMessages } from './chat-records.ts';

const SAMPLE = 20;

/** The document itself, or the first of its elements that are objects. */
export const recordsOf = (document: unknown): readonly Record<string, unknown>[] =>
  (Array.isArray(document) ? document.slice(0, SAMPLE) : [document]).filter(isRecord);

const quoted = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(' or ');

/** A list under one of these keys. */
export const hasList = (...keys: readonly string[]): FormatMark => ({
  what: `list ${quoted(keys)}`,
  isIn: (document) => recordsOf(document).some((record) => keys.some((key) => ownArray(record, key) !== null)),
});

/** Something under one of these keys. */
export const hasValue = (...keys: readonly string[]): FormatMark => ({
  what: quoted(keys),
  isIn: (document) => recordsOf(document).some((record) => keys.some((key) => own(record, key) !== undefined)),
});

/** Text under a key, that starts with one of these words where there are any. */
export const hasText = (key: string, ...starts: readonly string[]): FormatMark => ({
  what: starts.length === 0 ? `text "${key}"` : `"${key}" with ${quoted(starts)}`,
  isIn: (document) =>
    recordsOf(document).some((record) => {
      const text = ownString(record, key);
      return text !== null && (starts.length === 0 || starts.some((start) => text.startsWith(start)));
    }),
});

/** All of these keys in an element of a list. */
export const hasWithin = (list: string, ...keys: readonly string[]): FormatMark => ({
  what: `${keys.map((key) => `"${key}"`).join(', ')} in the elements of "${list}"`,
  isIn: (document) =>
    recordsOf(document).some((record) =>
      (ownArray(record, list) ?? [])
        .slice(0, SAMPLE)
        .some((entry) => keys.every((key) => own(entry, key) !== undefined)),
    ),
});

export const HAS_MESSAGES: FormatMark = {
  what: 'list of messages with "role" and "content" (bare, or under "messages")',
  isIn: (document) => sampleMessages(document).some(isMessageLike),
};
