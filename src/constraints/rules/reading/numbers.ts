/** A number that a text states, with its place. */
export interface NumberSpan {
  readonly value: number;
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Digits after the decimal point: says how far the text rounds. */
  readonly decimals: number;
  /** `$`, `€`, `£` or `%`, where one is attached. */
  readonly unit: string;
}

const NUMBER = /(?<![\w.,#/-])([-+−]?)([$€£]?)(-?)(\d{1,3}(?:,\d{3})+|\d+)(\.\d+)?( ?%)?(?![\d/]|[.,]\d|-\d|\w)/g;

/** Every number of a text: `1,095.55`, `$5`, `-16.63`, `12%`. Not parts of words, dates, versions or ids. */
export function numbersIn(text: string): NumberSpan[] {
  const found: NumberSpan[] = [];
  for (const match of text.matchAll(NUMBER)) {
    const [whole, sign = '', currency = '', inner = '', digits = '', fraction = '', percent = ''] = match;
    const size = Number(`${digits.replaceAll(',', '')}${fraction}`);
    if (!Number.isFinite(size)) continue;
    const negative = inner === '-' || sign === '-' || sign === '−';
    found.push({
      value: negative ? -size : size,
      start: match.index,
      end: match.index + whole.length,
      text: whole,
      decimals: Math.max(0, fraction.length - 1),
      unit: currency !== '' ? currency : percent === '' ? '' : '%',
    });
  }
  return found;
}

const WORDS = 'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen'.split(
  ' ',
);
const WORD_VALUES: ReadonlyMap<string, number> = new Map(WORDS.map((word, value) => [word, value]));

/** Counting words and digits as one pattern, for use inside a larger one. */
export const COUNT_PATTERN = `(?:${WORDS.join('|')}|\\d{1,3}(?:,\\d{3})*|\\d{1,6})`;

/** The value of a counting word or of digits; null where it is neither. */
export function countValue(text: string): number | null {
  const word = WORD_VALUES.get(text.toLowerCase());
  if (word !== undefined) return word;
  return /^\d[\d,]*$/.test(text) ? Number(text.replaceAll(',', '')) : null;
}

/** Whether two numbers are the same as far as `decimals` digits show it, rounded or cut. */
export function sameNumber(stated: number, actual: number, decimals: number): boolean {
  const unit = 10 ** -decimals;
  return Math.abs(stated - actual) <= unit / 2 + 1e-9 || Math.abs(Math.trunc(actual / unit) * unit - stated) < 1e-9;
}
