import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compileLinearRegex, MAX_PATTERN_CHARS, MAX_TEXT_CHARS } from './linear-regex.ts';

const compiled = (pattern: string, options = {}) => {
  const result = compileLinearRegex(pattern, options);
  if (!result.ok) throw new Error(result.error);
  return result.value;
};
const refused = (pattern: string): string => {
  const result = compileLinearRegex(pattern);
  return result.ok ? 'accepted' : result.error;
};

describe('what matches', () => {
  test.each([
    ['order', {}, 'my order #W12', true],
    ['^order', {}, 'my order', false],
    ['ORDER', { ignoreCase: true }, 'my order', true],
    ['a.b', {}, 'a\nb', false],
    ['a.b', { dotAll: true }, 'a\nb', true],
    ['#W\\d{7}', {}, 'see #W1234567', true],
    ['[]a]', {}, ']', true],
    ['[(?=]x', {}, '=x', true],
    ['\\(\\?=', {}, '(?=', true],
    ['(?P<id>\\w+)@', {}, 'me@home', true],
    ['\\p{Greek}', {}, 'λ', true],
  ])('%s %o on %j', (pattern, options, text, expected) => {
    expect(compiled(pattern, options).test(text)).toBe(expected);
  });

  test('agrees with the engine of JavaScript where both know the syntax', () => {
    const part = fc.constantFrom('a', 'b', '.', '[ab]', '[^a]', '(?:a|bb)', '\\d', '\\b', '^', '$');
    const piece = fc.tuple(part, fc.constantFrom('', '*', '+', '?', '{2}')).filter(([one, count]) => {
      return count === '' || !/^(?:\\b|\^|\$)$/.test(one);
    });
    const pattern = fc.array(piece, { minLength: 1, maxLength: 6 }).map((pieces) => pieces.flat().join(''));
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '1', ' ', '-'), maxLength: 12 });
    fc.assert(
      fc.property(pattern, text, (source, subject) => {
        expect(compiled(source).test(subject)).toBe(new RegExp(source).test(subject));
      }),
      { numRuns: 2000 },
    );
  });

  test('a text longer than what is searched is undecided where that part holds no match', () => {
    const long = 'x'.repeat(MAX_TEXT_CHARS);
    expect(compiled('y').test(`${long}y`)).toBeNull();
    expect(compiled('x').test(`${long}y`)).toBe(true);
    expect(compiled('y').test(long)).toBe(false);
  });
});

describe('what is refused, with a reason', () => {
  test.each([
    ['(?=a)b', /lookahead .* linear time/],
    ['a(?!b)', /lookahead/],
    ['(?<=a)b', /lookbehind/],
    ['(?<!a)b', /lookbehind/],
    ['(a)\\1', /backreference \(\\1\)/],
    ['(?P<x>a)(?P=x)', /backreference/],
    ['(?<x>a)\\k<x>', /backreference/],
    ['(?>a+)', /atomic/],
    ['(a', /missing closing \)/],
    ['[a-', /missing closing \]/],
    ['a**', /nested repetition/],
    ['x'.repeat(MAX_PATTERN_CHARS + 1), /1001 characters/],
    ['(a|b){1,400}', /instructions/],
    ['(a{1,100}){1,100}', /repeat count/],
    ['('.repeat(500), /./],
  ])('%s', (pattern, reason) => {
    expect(refused(pattern)).toMatch(reason);
  });
});

describe('time', () => {
  // The engine gives up at once where a letter that every match needs is nowhere, so each text has them all in front.
  const random = (letters: string) => {
    let state = 1;
    return Array.from({ length: MAX_TEXT_CHARS - 4 }, () => {
      state = (state * 48_271) % 2_147_483_647;
      return letters[state % letters.length];
    }).join('');
  };
  test.each([
    ['(a+)+$', 'a'],
    ['(a|aa)+$', 'a'],
    ['(.*a){20}b', 'a'],
    ['(x+x+)+y', 'x'],
    ['^(\\w+\\s?)*$', 'word '],
    ['(?:a?){100}a{100}b', 'a'],
    ['.*.*.*.*=.*y', 'x'],
    ['(?:[ab]*[ac]*[ad]*){30}y', 'abcd'],
    ['(?:a|b|ab){140}y', 'ab'],
    ['a[ab]{250}y', 'ab'],
    ['(?:a[ab]{5}){40}\\by', 'ab'],
  ])('%s is over soon on the longest text there is', (pattern, letters) => {
    const text = `yb= ${random(letters)}`;
    const start = performance.now();
    compiled(pattern).test(text);
    expect(performance.now() - start).toBeLessThan(8_000);
  });
});
