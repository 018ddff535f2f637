import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJson, placeAt } from './json.ts';
import { scanJson } from './scan-json.ts';

describe('scanJson', () => {
  it('finds the end of a value with others behind it', () => {
    expect(scanJson('{"a":[1,"]"]} {"b":2}')).toEqual({ status: 'complete', end: 13 });
    expect(scanJson('{"a":1}{"b":2}', 7)).toEqual({ status: 'complete', end: 14 });
  });

  it.each([
    ['{"a": x}', 6],
    ['{"a" 1}', 5],
    ['[1,,2]', 3],
    ['[1 2]', 3],
    ['{"a":1,}', 7],
    ['{"a":"\n"}', 6],
    ['{"a":"\\x"}', 6],
    ['[NaN]', 1],
    ['hello', 0],
    ['[1}', 2],
  ])('says where %j stops being JSON', (text, offset) => {
    expect(scanJson(text)).toEqual({ status: 'invalid', offset });
  });

  it('says what was open and complete where the text is cut', () => {
    const scan = scanJson('[{"a":1},{"b":[{},{},"x');
    expect(scan).toEqual({
      status: 'cut',
      open: [
        { kind: 'array', complete: 1, completeRecords: 1, end: 8, pendingStart: 9 },
        { kind: 'object', complete: 0, completeRecords: 0, end: 10, pendingStart: 10 },
        { kind: 'array', complete: 2, completeRecords: 2, end: 20, pendingStart: 21 },
      ],
    });
  });

  it('agrees with JSON.parse on whole values, and calls every proper prefix of a container cut', () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(), (text, at) => {
        expect(scanJson(text)).toEqual({ status: 'complete', end: text.length });
        if (text.startsWith('{') || text.startsWith('[')) {
          expect(scanJson(text.slice(0, at % text.length)).status).toBe('cut');
        }
      }),
    );
  });
});

describe('parseJson', () => {
  it('names line and column', () => {
    expect(() => parseJson('{\n  "a": 1,\n  b\n}')).toThrow('not valid JSON (line 3, column 3)');
    expect(() => parseJson('{"a": [1, 2')).toThrow('JSON ends in the middle of a value (line 1, column 12)');
  });

  it('counts lines and columns from 1', () => {
    expect(placeAt('ab\ncd', 0)).toEqual({ line: 1, column: 1 });
    expect(placeAt('ab\ncd', 4)).toEqual({ line: 2, column: 2 });
    expect(placeAt('ab\ncd', 2)).toEqual({ line: 1, column: 3 });
  });
});
