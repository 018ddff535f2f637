import { describe, expect, it } from 'vitest';
import { attributeNumber, attributeText, attributeValue, readAttributes, unflatten } from './otlp-attributes.ts';

describe('readAttributes', () => {
  it('reads lists of keys and values, tags, and plain objects', () => {
    const otlp = readAttributes([
      { key: 'text', value: { stringValue: 'a' } },
      { key: 'long', value: { intValue: '12' } },
      { key: 'huge', value: { intValue: '9007199254740993' } },
      { key: 'list', value: { arrayValue: { values: [{ boolValue: true }, { doubleValue: 0.5 }] } } },
      { key: 'map', value: { kvlistValue: { values: [{ key: 'inner', value: { stringValue: 'b' } }] } } },
      { novalue: true },
    ]);
    expect(Object.fromEntries(otlp)).toEqual({
      text: 'a',
      long: 12,
      huge: '9007199254740993',
      list: [true, 0.5],
      map: { inner: 'b' },
    });
    expect(Object.fromEntries(readAttributes([{ key: 'a', type: 'string', value: 'b' }]))).toEqual({ a: 'b' });
    const plain = readAttributes({ a: 1 });
    expect([plain.size, plain.get('a'), plain.has('a'), plain.get('constructor')]).toEqual([1, 1, true, undefined]);
    expect(readAttributes('x').size).toBe(0);
  });

  it('reads the first key that says something', () => {
    const attributes = readAttributes({ empty: '', number: '42', word: 'x', json: '{"a": [1]}', broken: '{"a"' });
    expect(attributeText(attributes, 'empty', 'word')).toBe('x');
    expect(attributeNumber(attributes, 'word', 'number')).toBe(42);
    expect(attributeValue(attributes, 'json')).toEqual({ a: [1] });
    expect(attributeValue(attributes, 'broken')).toBe('{"a"');
  });
});

describe('unflatten', () => {
  it('rebuilds lists and objects, in the order of the indexes', () => {
    const attributes = readAttributes({
      'm.10.role': 'c',
      'm.2.role': 'b',
      'm.0.role': 'a',
      'm.0.calls.0.name': 'f',
      'mm.0': 'no',
    });
    expect(unflatten(attributes, 'm')).toEqual([{ role: 'a', calls: [{ name: 'f' }] }, { role: 'b' }, { role: 'c' }]);
    expect(unflatten(attributes, 'x')).toBe(undefined);
  });

  it('is not led to the prototype', () => {
    unflatten(readAttributes({ 'm.__proto__.polluted': 'yes', 'm.constructor.prototype.polluted': 'yes' }), 'm');
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });
});
