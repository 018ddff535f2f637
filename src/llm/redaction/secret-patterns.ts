/** One kind of value that must not leave. Where several fit, the one that starts first, then the longer, counts. */
export interface SecretKind {
  /** Stands in the placeholder: capitals, digits and `_`. */
  readonly kind: string;
  /** Where such values are, as offsets; linear in the text. */
  readonly find: (text: string) => Iterable<readonly [start: number, end: number]>;
}

/** A matcher from a pattern with the flag `g`; group 1, where it has one, is the value. No pattern of this file can backtrack far. */
const matches = (pattern: RegExp, accept: (value: string) => boolean = () => true): SecretKind['find'] =>
  function* find(text) {
    for (const match of text.matchAll(pattern)) {
      const value = match[1] ?? match[0];
      const start = match.index + (match[1] === undefined ? 0 : match[0].lastIndexOf(value));
      if (accept(value)) yield [start, start + value.length];
    }
  };

/** The check digit of card numbers. */
function passesLuhn(value: string): boolean {
  let sum = 0;
  let double = false;
  let digits = 0;
  for (let index = value.length - 1; index >= 0; index--) {
    const digit = value.charCodeAt(index) - 48;
    if (digit < 0 || digit > 9) continue;
    digits++;
    const counted = double ? digit * 2 : digit;
    sum += counted > 9 ? counted - 9 : counted;
    double = !double;
  }
  return digits >= 13 && digits <= 19 && sum % 10 === 0;
}

const KEY_BEGIN = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
const KEY_END = /-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;

/** From the first line to the last of a key in PEM; to the end of the text where it was cut. */
function* findPrivateKeys(text: string): Generator<readonly [number, number]> {
  let done = 0;
  for (const begin of text.matchAll(KEY_BEGIN)) {
    if (begin.index < done) continue;
    KEY_END.lastIndex = begin.index;
    const end = KEY_END.exec(text);
    done = end === null ? text.length : end.index + end[0].length;
    yield [begin.index, done];
  }
}

/** What keys and tokens of well-known services look like. */
const TOKENS = [
  'sk-[A-Za-z0-9_-]{20,200}',
  '(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{16,200}',
  'whsec_[A-Za-z0-9+/=]{20,200}',
  '(?:AKIA|ASIA)[A-Z0-9]{16}',
  'gh[pousr]_[A-Za-z0-9]{30,255}',
  'github_pat_[A-Za-z0-9_]{30,255}',
  'glpat-[A-Za-z0-9_-]{20,100}',
  'xox[abeoprs]-[A-Za-z0-9-]{10,250}',
  'AIza[A-Za-z0-9_-]{35}',
  'ya29\\.[A-Za-z0-9_-]{20,400}',
  'hf_[A-Za-z0-9]{30,100}',
  'npm_[A-Za-z0-9]{36}',
  'SG\\.[A-Za-z0-9_-]{16,64}\\.[A-Za-z0-9_-]{16,64}',
  'dop_v1_[a-f0-9]{64}',
  'eyJ[A-Za-z0-9_-]{8,4000}\\.[A-Za-z0-9_-]{8,8000}\\.[A-Za-z0-9_-]{8,2000}',
].join('|');

const SECRET_NAME =
  '(?:pass(?:word|wd|phrase)|pwd|secret(?:[_-]?(?:access[_-]?)?key)?|api[_-]?key|access[_-]?(?:key|token)|auth[_-]?token|' +
  'refresh[_-]?token|id[_-]?token|session[_-]?token|client[_-]?secret|private[_-]?key)';

/** What is masked unless it is switched off. */
export const SECRET_KINDS: readonly SecretKind[] = [
  { kind: 'PRIVATE_KEY', find: findPrivateKeys },
  { kind: 'TOKEN', find: matches(new RegExp(`(?<![A-Za-z0-9_-])(?:${TOKENS})(?![A-Za-z0-9])`, 'g')) },
  { kind: 'TOKEN', find: matches(/\b(?:Bearer|Basic)\s{1,3}([A-Za-z0-9._~+/=-]{16,4000})/gi) },
  // A value in quotes, be they escaped because the whole is JSON inside JSON.
  {
    kind: 'SECRET',
    find: matches(
      new RegExp(`${SECRET_NAME}\\\\{0,3}["']?\\s{0,3}[:=]\\s{0,3}\\\\{0,3}["']([^\\s"'\\\\]{4,400})`, 'gi'),
    ),
  },
  // One without quotes must look like a secret, or every line of code would be one.
  {
    kind: 'SECRET',
    find: matches(
      new RegExp(`${SECRET_NAME}\\s{0,3}[:=]\\s{0,3}([^\\s"'\\\\,;&()\\[\\]{}<>]{8,400})`, 'gi'),
      (value) => /\d/.test(value) && /[A-Za-z]/.test(value),
    ),
  },
  { kind: 'SECRET', find: matches(/\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/:@"']{0,100}:([^\s/:@"']{1,200})@/gi) },
  {
    kind: 'EMAIL',
    find: matches(
      /(?<![\w.%+-])[\w.%+-]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,62})\.){1,8}[A-Za-z]{2,24}(?![A-Za-z0-9])/g,
      // Pictures for screens of double density are called name@2x.png.
      (value) => !/\.(?:png|jpe?g|gif|svg|webp|js|css)$/i.test(value),
    ),
  },
  // Cards begin with 2 to 6; what begins with 1 is mostly a time in milliseconds.
  { kind: 'CARD', find: matches(/(?<![\w.-])[2-6]\d{3}(?:[ -]?\d){9,15}(?![\w-]|\.\d)/g, passesLuhn) },
  // With a country code, or in groups as people write them: a bare run of digits is more often an id.
  {
    kind: 'PHONE',
    find: matches(/(?<![\w+.])\+\d{1,3}(?:[ .-]?\(?\d{1,4}\)?){2,5}(?![\w])/g, (value) =>
      /^\D*(?:\d\D*){8,15}$/.test(value),
    ),
  },
  { kind: 'PHONE', find: matches(/(?<![\w+.()-])(?:\(\d{3}\) ?|\d{3}[.-])\d{3}[ .-]\d{4}(?![\w-]|\.\d)/g) },
];
