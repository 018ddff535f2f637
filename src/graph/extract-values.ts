import type { UngroundedValue } from '../contracts/graph.ts';

/** A value that matters in a text (an id, a number, an e-mail …), where it stands, and the form it is compared in. */
export interface ExtractedValue {
  readonly value: string;
  readonly normal: string;
  readonly kind: UngroundedValue['valueKind'];
  readonly start: number;
  readonly end: number;
}

/** Texts are read up to here; what lies behind is too far from the reader to be what a later step rests on. */
const MAX_TEXT = 400_000;
const MAX_TOKEN = 300;

/** Numbers with thousands separators, and runs of characters that ids, numbers, paths, URLs and e-mails are made of. */
const TOKEN = /\$?\d{1,3}(?:,\d{3})+(?:\.\d+)?|[A-Za-z0-9_#@.$%&?=:+~/\u00c0-\u024f-]+/g;
const QUOTED = /"([^"\n]{4,80})"|“([^”\n]{4,80})”/g;

const EMAIL = /^[\w.+-]{1,64}@[\w-]{1,63}\.[\w.-]{1,63}$/;
const URL_START = /^(?:https?:\/\/|www\.)/i;
const DATE = /^\d{4}[-/]\d{1,2}[-/]\d{1,2}/;
const NUMBER = /^[-+]?\$?\d+(?:\.\d+)?%?$/;
const HAS_DIGIT = /\d/;
const HAS_LETTER = /[A-Za-z]/;

/** Every value in a text, in order. Linear in the length of the text. */
export function extractValues(text: string): ExtractedValue[] {
  // Escapes of JSON text (`\\n`, `\\"`) part values like the white space they stand for; the offsets stay.
  const bounded = text.slice(0, MAX_TEXT).replace(/\\[nrt"]/g, '  ');
  const values: ExtractedValue[] = [];
  for (const match of bounded.matchAll(TOKEN)) {
    if (match[0].length > MAX_TOKEN) continue;
    const trimmed = match[0].replace(/^[.:=&?+~%\\-]+/, '').replace(/[.:=&?+~\\#-]+$/, '');
    if (trimmed.length < 2) continue;
    const start = match.index + match[0].indexOf(trimmed);
    const found = classify(trimmed, start);
    if (found !== null) values.push(found);
  }
  for (const match of bounded.matchAll(QUOTED)) {
    const quoted = match[1] ?? match[2] ?? '';
    const inner = quoted.trim();
    // One word in quotes is a token already; JSON keys and code are no quotations.
    if (!/\s/.test(inner) || /[{}[\]\\:]/.test(inner)) continue;
    const start = match.index + 1 + quoted.indexOf(inner);
    if (!text.startsWith(inner, start)) continue;
    values.push({
      value: inner,
      normal: inner.toLowerCase().replace(/\s+/g, ' ').trim(),
      kind: 'quoted',
      start,
      end: start + inner.length,
    });
  }
  return values;
}

function classify(token: string, start: number): ExtractedValue | null {
  const end = start + token.length;
  const make = (kind: ExtractedValue['kind'], normal: string): ExtractedValue => ({
    value: token,
    normal,
    kind,
    start,
    end,
  });
  if (EMAIL.test(token)) return make('email', token.toLowerCase());
  if (URL_START.test(token)) return make('url', normalUrl(token));
  if (DATE.test(token)) return make('date', token.toLowerCase());
  const plain = token.replaceAll(',', '');
  if (NUMBER.test(plain)) {
    const digits = plain.replace(/[$%+]/g, '');
    if (digits.length >= 5 && /^\d+$/.test(digits) && !token.includes(',') && !token.startsWith('$'))
      return make('id', digits);
    return make('number', normalNumber(digits));
  }
  if (/[/\\]/.test(token) && HAS_LETTER.test(token) && token.length >= 4)
    return make('path', token.toLowerCase().replace(/\/+$/, ''));
  if (HAS_DIGIT.test(token) && HAS_LETTER.test(token) && token.length >= 4)
    return make('id', token.toLowerCase().replace(/^[#$@]+/, ''));
  return null;
}

const normalUrl = (url: string): string =>
  url
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/^www\./, '')
    .replace(/[/#?]+$/, '');

/** 53.20 and 53.2 are one number; 007 and 7 are not. */
const normalNumber = (digits: string): string =>
  digits.includes('.') ? digits.replace(/0+$/, '').replace(/\.$/, '') : digits;

/** Parts of a value under which it can be found again: an id's pieces, a path's last part, a URL's host. */
export function valueParts({ kind, normal }: ExtractedValue): string[] {
  if (kind === 'id')
    return normal.split(/[_\-.:@/#=]/).filter((part) => part.length >= 4 && HAS_DIGIT.test(part) && part !== normal);
  if (kind === 'path') {
    const last = normal.split(/[/\\]/).at(-1) ?? '';
    return last.length >= 3 && last !== normal ? [last] : [];
  }
  if (kind === 'url') {
    const host = normal.split('/')[0] ?? '';
    return host !== normal ? [host] : [];
  }
  if (kind === 'email') return [normal.split('@')[0] ?? ''];
  return [];
}
