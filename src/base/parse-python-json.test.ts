import { describe, expect, it } from 'vitest';
import { parsePythonJson } from './parse-python-json.ts';

describe('parsePythonJson', () => {
  it('reads NaN and Infinity as null, outside strings only, and counts them', () => {
    expect(parsePythonJson('{"a": NaN, "b": "NaN \\" Infinity", "c": [-Infinity, Infinity]}')).toEqual({
      value: { a: null, b: 'NaN " Infinity', c: [null, null] },
      nonFinite: 3,
    });
  });

  it('reads plain JSON as it stands', () => {
    expect(parsePythonJson('{"a": "NaN"}')).toEqual({ value: { a: 'NaN' }, nonFinite: 0 });
  });

  it.each(['{"a": NaN', '{"a": NaNs}', '[NaN] x', '{NaN: 1}'])('refuses %j', (text) => {
    expect(() => parsePythonJson(text)).toThrow(/JSON/);
  });
});
