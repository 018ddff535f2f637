import fc from 'fast-check';
import { expect, it } from 'vitest';
import { inertJson } from './inert-json.ts';

it('writes what hides as escapes, and gives the same value back', () => {
  const text = 'a\u{e0041}\u{e007f}\u202e\u200b\u2028\u3164\ufeff\u0085\ud83d👍b\u{e0101}';
  const json = inertJson({ [text]: text }, 2);
  expect(json).toContain(
    'a\\udb40\\udc41\\udb40\\udc7f\\u202e\\u200b\\u2028\\u3164\\ufeff\\u0085\\ud83d👍b\\udb40\\udd01',
  );
  expect(JSON.parse(json)).toEqual({ [text]: text });
});

it('gives back any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(JSON.parse(inertJson([text]))).toEqual([text]);
    }),
  );
});
