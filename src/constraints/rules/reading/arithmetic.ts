const TOKEN = /\s*(?:(\d[\d,]*(?:\.\d+)?|\.\d+)|([-+*/()×÷−–]|x(?=\s*[\d$€£(])))/y;
const PRECEDENCE: Readonly<Record<string, number>> = { '+': 1, '-': 1, '*': 2, '/': 2 };
const SAME: Readonly<Record<string, string>> = { '×': '*', x: '*', '÷': '/', '−': '-', '–': '-' };
const MAX_TOKENS = 200;

export interface Arithmetic {
  readonly value: number;
  readonly operands: readonly number[];
  /** Whether a division took part: then a stated result may be rounded. */
  readonly divides: boolean;
}

/**
 * The value of an expression of numbers, `+ - * /` and brackets; currency marks are passed over. Null where the text is
 * anything else, or only a number.
 */
export function evaluateArithmetic(text: string): Arithmetic | null {
  const source = text.replace(/[$€£]/g, '').trim();
  const output: number[] = [];
  const operands: number[] = [];
  const operators: string[] = [];
  let operatorCount = 0;
  let divides = false;
  let expectsOperand = true;
  let sign = 1;

  const apply = (): boolean => {
    const operator = operators.pop();
    const right = output.pop();
    const left = output.pop();
    if (operator === undefined || operator === '(' || left === undefined || right === undefined) return false;
    output.push(
      operator === '+'
        ? left + right
        : operator === '-'
          ? left - right
          : operator === '*'
            ? left * right
            : left / right,
    );
    return true;
  };

  let tokens = 0;
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < source.length) {
    const match = TOKEN.exec(source);
    if (match === null || ++tokens > MAX_TOKENS) return null;
    if (match[1] !== undefined) {
      if (!expectsOperand) return null;
      const value = sign * Number(match[1].replaceAll(',', ''));
      if (!Number.isFinite(value)) return null;
      output.push(value);
      operands.push(Math.abs(value));
      sign = 1;
      expectsOperand = false;
      continue;
    }
    const raw = match[2] ?? '';
    const operator = SAME[raw] ?? raw;
    if (operator === '(') {
      if (!expectsOperand || sign < 0) return null;
      operators.push(operator);
    } else if (operator === ')') {
      if (expectsOperand) return null;
      while (operators.length > 0 && operators.at(-1) !== '(') if (!apply()) return null;
      if (operators.pop() !== '(') return null;
    } else if (expectsOperand) {
      if (operator !== '-' || sign < 0) return null;
      sign = -1;
    } else {
      while ((PRECEDENCE[operators.at(-1) ?? ''] ?? 0) >= (PRECEDENCE[operator] ?? 0)) if (!apply()) return null;
      operators.push(operator);
      operatorCount++;
      divides ||= operator === '/';
      expectsOperand = true;
    }
  }
  if (expectsOperand || operatorCount === 0) return null;
  while (operators.length > 0) if (!apply()) return null;
  const value = output[0];
  return value === undefined || output.length !== 1 || !Number.isFinite(value) ? null : { value, operands, divides };
}
