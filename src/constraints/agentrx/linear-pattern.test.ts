import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileLinearRegex } from '../guards/linear-regex.ts';
import { toLinearPattern } from './linear-pattern.ts';

/** Whether all patterns that one was put into are found. */
function found(pattern: string, text: string): boolean {
  return toLinearPattern(pattern).patterns.every((part) => {
    const compiled = compileLinearRegex(part, { dotAll: true });
    if (!compiled.ok) throw new Error(`${part}: ${compiled.error}`);
    return compiled.value.test(text) === true;
  });
}

const REWRITTEN = [
  '(?=.*a)(?=.*b)',
  '^(?=.*ab)(?=.*ba).*$',
  '(?<=a)b',
  'a(?=b)',
  'a(?!b)',
  '(?<!a)b',
  '(?<!\\w)a(?![ab])',
  'a(?=b|c)|c(?!a)',
  '(?<=ab|ac)c+',
];

describe('toLinearPattern', () => {
  it.each(REWRITTEN)('finds with %s what looking ahead and behind finds', (pattern) => {
    expect(toLinearPattern(pattern).rewritten).toBe(true);
    const reference = new RegExp(pattern, 's');
    const texts = fc.string({ unit: fc.constantFrom('a', 'b', 'c', ' ', '\n'), maxLength: 8 });
    fc.assert(
      fc.property(texts, (text) => found(pattern, text) === reference.test(text)),
      { numRuns: 500 },
    );
  });

  it.each([
    ['the end, and the line break before it', 'b$', ['b', 'b\n', 'b\nb', 'ab'], ['b\n\n', 'ba']],
    ['the end in Python’s words', 'b\\Z', ['ab'], ['b\n']],
    ['counts without a start', '^a{,2}b$', ['b', 'aab'], ['aaab']],
    ['characters by number', '\\u00e9', ['é'], ['e']],
    ['comments', 'a(?#what for)b', ['ab'], ['a b']],
    ['flags', '(?i)REFUND(?=ed)', ['Refunded'], ['refund']],
  ])('says %s as RE2 does', (_what, pattern, yes, no) => {
    for (const text of yes) expect([text, found(pattern, text)]).toEqual([text, true]);
    for (const text of no) expect([text, found(pattern, text)]).toEqual([text, false]);
  });

  it.each(['a(?!bc)', '(?!.*a)b', 'a(?=b)c', '(?<!ab)c', '(a(?=b))+', '(?<=a)*b', 'a(?=b(?!c))', '(a)\\1', '(?=a)'])(
    'leaves %s for the compiler to refuse, or as exact as it was',
    (pattern) => {
      const { patterns } = toLinearPattern(pattern);
      const compiled = patterns.map((part) => compileLinearRegex(part, { dotAll: true }));
      if (compiled.every(({ ok }) => ok)) expect(found(pattern, 'a')).toBe(new RegExp(pattern, 's').test('a'));
      else expect(patterns).toHaveLength(1);
    },
  );
});
