import { MAX_JSON_DEPTH } from '../../base/json.ts';
import { endOfString } from '../../base/scan-json.ts';

/**
 * JSON text as Python's `json.dumps(json.loads(text), indent=2, ensure_ascii=False)` writes it: numbers as Python reads and
 * prints them, the last of several equal keys. Null where Python would not read it, or it is nested too deep.
 */
export function pythonPretty(text: string): string | null {
  const reader = new Reader(text);
  const value = reader.value(0, '\n');
  return value !== null && reader.isAtEnd() ? value : null;
}

const SPACE = /[ \t\n\r]*/y;
const NUMBER = /-?(?:0|[1-9]\d*)(\.\d+)?([eE][-+]?\d+)?/y;
const WORD = /true|false|null|NaN|-?Infinity/y;
/** Python reads no longer whole number out of text. */
const MAX_DIGITS = 4_300;

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  isAtEnd(): boolean {
    this.#take(SPACE);
    return this.#at === this.#text.length;
  }

  /** The next value, printed; `line` is the line break before what stands at its depth. */
  value(depth: number, line: string): string | null {
    if (depth > MAX_JSON_DEPTH) return null;
    this.#take(SPACE);
    const first = this.#text[this.#at];
    if (first === '{') return this.#object(depth, line);
    if (first === '[') return this.#list(depth, line);
    if (first === '"') return this.#string();
    return this.#take(WORD) ?? this.#number();
  }

  #take(expression: RegExp): string | null {
    expression.lastIndex = this.#at;
    const found = expression.exec(this.#text)?.[0] ?? null;
    this.#at += found?.length ?? 0;
    return found;
  }

  #skip(char: string): boolean {
    this.#take(SPACE);
    if (this.#text[this.#at] !== char) return false;
    this.#at++;
    return true;
  }

  #list(depth: number, line: string): string | null {
    this.#at++;
    const items: string[] = [];
    if (this.#skip(']')) return '[]';
    do {
      const item = this.value(depth + 1, `${line}  `);
      if (item === null) return null;
      items.push(`${line}  ${item}`);
    } while (this.#skip(','));
    return this.#skip(']') ? `[${items.join(',')}${line}]` : null;
  }

  #object(depth: number, line: string): string | null {
    this.#at++;
    const fields = new Map<string, string>();
    if (this.#skip('}')) return '{}';
    do {
      this.#take(SPACE);
      const key = this.#text[this.#at] === '"' ? this.#string() : null;
      if (key === null || !this.#skip(':')) return null;
      const value = this.value(depth + 1, `${line}  `);
      if (value === null) return null;
      fields.set(key, value);
    } while (this.#skip(','));
    if (!this.#skip('}')) return null;
    return `{${[...fields].map(([key, value]) => `${line}  ${key}: ${value}`).join(',')}${line}}`;
  }

  #string(): string | null {
    const end = endOfString(this.#text, this.#at);
    if (end === -1) return null;
    const literal = this.#text.slice(this.#at, end + 1);
    this.#at = end + 1;
    try {
      return JSON.stringify(JSON.parse(literal));
    } catch {
      return null;
    }
  }

  #number(): string | null {
    NUMBER.lastIndex = this.#at;
    const found = NUMBER.exec(this.#text);
    if (found === null) return null;
    this.#at += found[0].length;
    if (found[1] !== undefined || found[2] !== undefined) return pythonFloat(Number(found[0]));
    if (found[0].length > MAX_DIGITS) return null;
    return found[0] === '-0' ? '0' : found[0];
  }
}

/** A float as Python's `repr` shows it. */
export function pythonFloat(value: number): string {
  if (!Number.isFinite(value)) return value > 0 ? 'Infinity' : '-Infinity';
  if (value === 0) return Object.is(value, -0) ? '-0.0' : '0.0';
  const [digits = '', exponent = ''] = value.toExponential().split('e');
  const power = Number(exponent);
  if (power < -4 || power >= 16) {
    return `${digits}e${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`;
  }
  const plain = String(value);
  return plain.includes('.') ? plain : `${plain}.0`;
}
