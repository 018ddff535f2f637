import { describe, expect, it } from 'vitest';
import { pythonFloat, pythonPretty } from './python-json.ts';

describe('pythonPretty', () => {
  it.each([
    ['{"b":1,"a":[true,null,"é\\u00e9\\n"]}', '{\n  "b": 1,\n  "a": [\n    true,\n    null,\n    "éé\\n"\n  ]\n}'],
    ['[10.0, 1e3, 12345678901234567890, -0, -0.0]', '[\n  10.0,\n  1000.0,\n  12345678901234567890,\n  0,\n  -0.0\n]'],
    ['{"a": {}, "b": []}', '{\n  "a": {},\n  "b": []\n}'],
    ['{"a": 1, "b": 2, "a": 3}', '{\n  "a": 3,\n  "b": 2\n}'],
    ['[NaN, -Infinity, 1e999]', '[\n  NaN,\n  -Infinity,\n  Infinity\n]'],
    ['"a\\/b\\u001f"', '"a/b\\u001f"'],
  ])('lays out %s', (text, laidOut) => {
    expect(pythonPretty(text)).toBe(laidOut);
  });

  it.each(['{"a": }', '[1,]', '{a: 1}', '[1] 2', '01', '"\n"', '[', '{"a" 1}', '', '['.repeat(100_000)])(
    'says that %.20s is nothing Python reads',
    (text) => {
      expect(pythonPretty(text)).toBeNull();
    },
  );
});

describe('pythonFloat', () => {
  it.each([
    [0.1, '0.1'],
    [1e16, '1e+16'],
    [123456789012345680, '1.2345678901234568e+17'],
    [1e15, '1000000000000000.0'],
    [0.0001, '0.0001'],
    [0.00001, '1e-05'],
    [1.5e-7, '1.5e-07'],
    [-2, '-2.0'],
    [1e100, '1e+100'],
  ])('prints %d as Python does', (value, printed) => {
    expect(pythonFloat(value)).toBe(printed);
  });
});
