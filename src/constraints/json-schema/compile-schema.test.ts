import { describe, expect, it } from 'vitest';
import { compileSchema } from './compile-schema.ts';
import { safePattern } from './safe-pattern.ts';

const OLD = 'http://json-schema.org/draft-07/schema#';
const NEW = 'https://json-schema.org/draft/2020-12/schema';
const saying = (schema: unknown, value: unknown) => {
  const { issues, unclear } = compileSchema(schema, { compilePattern: safePattern })(value);
  return issues.length > 0 ? issues.map(({ path, problem }) => `${path} ${problem}`.trim()) : unclear;
};
const fitting = (schema: unknown, value: unknown): boolean | null => {
  const { issues, unclear } = compileSchema(schema, { compilePattern: safePattern })(value);
  return issues.length > 0 ? false : unclear.length > 0 ? null : true;
};

/** Keyword, schema, values that fit, values that do not. */
const CASES: readonly (readonly [string, unknown, readonly unknown[], readonly unknown[]])[] = [
  ['true and false', true, [1, null, {}], []],
  ['false', false, [], [1, null]],
  ['type', { type: 'integer' }, [1, 1.0, -3], [1.5, '1', null, true]],
  ['type, several', { type: ['string', 'null'] }, ['a', null], [1, {}]],
  ['type, in capitals', { type: 'OBJECT' }, [{}], [[], 'a']],
  ['nullable', { type: 'string', nullable: true }, ['a', null], [1]],
  ['enum', { enum: [1, 'a', { x: [1, 2], y: null }] }, [1, 'a', { y: null, x: [1, 2] }], ['1', { x: [2, 1], y: null }]],
  ['const', { const: { a: [false] } }, [{ a: [false] }], [{ a: [0] }, { a: [false], b: 1 }]],
  ['const null', { const: null }, [null], [0, '', {}]],
  ['minimum and maximum', { minimum: 1, maximum: 3 }, [1, 3, 'x'], [0.99, 3.01]],
  ['exclusive bounds', { exclusiveMinimum: 1, exclusiveMaximum: 3 }, [1.01, 2.99], [1, 3]],
  ['exclusive bounds of draft-04', { minimum: 1, exclusiveMinimum: true }, [1.01], [1]],
  ['multipleOf', { multipleOf: 0.1 }, [0.3, 1, 0, 1.1], [0.35]],
  [
    'lengths, in characters',
    { minLength: 2, maxLength: 3 },
    ['ab', '\u{1f600}\u{1f600}', 3],
    ['a', 'abcd', '\u{1f600}'],
  ],
  ['pattern', { pattern: '^#W\\d{7}$' }, ['#W1234567', 7], ['W1234567', '#W12345678']],
  ['pattern, with \\u', { pattern: '^\\u0041+$' }, ['AA'], ['B', 'u0041']],
  ['items', { items: { type: 'string' } }, [[], ['a'], 'no array'], [['a', 1]]],
  [
    'prefixItems',
    { prefixItems: [{ type: 'string' }, { type: 'number' }], items: false },
    [['a', 1], ['a'], []],
    [[1], ['a', 1, 2]],
  ],
  [
    'items as a list',
    { $schema: OLD, items: [{ type: 'string' }], additionalItems: { type: 'number' } },
    [['a', 1, 2]],
    [[1], ['a', 'b']],
  ],
  ['minItems and maxItems', { minItems: 1, maxItems: 2 }, [[1], [1, 2]], [[], [1, 2, 3]]],
  [
    'uniqueItems',
    { uniqueItems: true },
    [[1, '1', { a: 1, b: 2 }]],
    [
      [1, 1],
      [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ],
    ],
  ],
  ['contains', { contains: { const: 1 } }, [[0, 1]], [[], [0]]],
  [
    'minContains and maxContains',
    { contains: { const: 1 }, minContains: 2, maxContains: 3 },
    [
      [1, 1],
      [1, 0, 1, 1],
    ],
    [[1], [1, 1, 1, 1]],
  ],
  ['minContains 0', { contains: { const: 1 }, minContains: 0 }, [[], [0]], []],
  ['unevaluatedItems', { prefixItems: [{ type: 'string' }], unevaluatedItems: false }, [['a']], [['a', 1]]],
  [
    'properties and required',
    { properties: { a: { type: 'string' } }, required: ['a', 'toString'] },
    [{ a: 'x', toString: 1 }],
    [{ a: 'x' }, { a: 1, toString: 1 }],
  ],
  [
    'a property called __proto__',
    JSON.parse('{"properties":{"__proto__":{"type":"string"}}}'),
    [{}, JSON.parse('{"__proto__":"a"}')],
    [JSON.parse('{"__proto__":1}')],
  ],
  [
    'patternProperties and additionalProperties',
    { properties: { a: {} }, patternProperties: { '^x-': { type: 'number' } }, additionalProperties: false },
    [{ a: 1, 'x-b': 2 }],
    [{ b: 1 }, { 'x-b': 'c' }],
  ],
  ['additionalProperties, a schema', { additionalProperties: { type: 'number' } }, [{ a: 1 }], [{ a: 'b' }]],
  ['propertyNames', { propertyNames: { maxLength: 2 } }, [{ ab: 1 }], [{ abc: 1 }]],
  ['minProperties and maxProperties', { minProperties: 1, maxProperties: 2 }, [{ a: 1 }], [{}, { a: 1, b: 2, c: 3 }]],
  ['dependentRequired', { dependentRequired: { a: ['b'] } }, [{ b: 1 }, { a: 1, b: 2 }], [{ a: 1 }]],
  ['dependentSchemas', { dependentSchemas: { a: { required: ['b'] } } }, [{}, { a: 1, b: 1 }], [{ a: 1 }]],
  [
    'dependencies',
    { $schema: OLD, dependencies: { a: ['b'], c: { required: ['d'] } } },
    [{}, { a: 1, b: 1, c: 1, d: 1 }],
    [{ a: 1 }, { c: 1 }],
  ],
  [
    'unevaluatedProperties',
    {
      allOf: [{ properties: { a: {} } }],
      if: { required: ['b'] },
      properties: { b: {} },
      unevaluatedProperties: false,
    },
    [{ a: 1, b: 1 }],
    [{ c: 1 }],
  ],
  [
    'unevaluatedProperties, of the alternative that fits',
    {
      anyOf: [
        { properties: { a: { type: 'number' } }, required: ['a'] },
        { properties: { b: {} }, required: ['b'] },
      ],
      unevaluatedProperties: false,
    },
    [{ a: 1 }, { b: 1 }],
    [{ a: 'x', b: 1 }],
  ],
  ['allOf', { allOf: [{ type: 'number' }, { minimum: 2 }] }, [2], [1, 'a']],
  ['anyOf', { anyOf: [{ type: 'number' }, { minLength: 2 }] }, [1, 'ab'], ['a']],
  ['oneOf', { oneOf: [{ type: 'number' }, { minimum: 2 }] }, [1, 'a'], [3]],
  ['not', { not: { type: 'string' } }, [1], ['a']],
  [
    'if, then and else',
    JSON.parse('{"if":{"type":"number"},"then":{"minimum":1},"else":{"minLength":1}}'),
    [1, 'a'],
    [0, ''],
  ],
  [
    '$ref to $defs',
    { properties: { a: { $ref: '#/$defs/x~1y' } }, $defs: { 'x/y': { type: 'string' } } },
    [{ a: 'b' }],
    [{ a: 1 }],
  ],
  [
    '$ref to definitions, with what stands beside it',
    { $ref: '#/definitions/x', minLength: 2, definitions: { x: { type: 'string' } } },
    ['ab'],
    ['a', 1],
  ],
  [
    '$ref of draft-07, without what stands beside it',
    {
      $schema: OLD,
      properties: { a: { $ref: '#/definitions/x', minLength: 2 } },
      definitions: { x: { type: 'string' } },
    },
    [{ a: 'a' }],
    [{ a: 1 }],
  ],
  [
    '$ref to itself, down the value',
    { properties: { next: { $ref: '#' }, id: { type: 'number' } }, required: ['id'] },
    [{ id: 1, next: { id: 2 } }],
    [{ id: 1, next: {} }],
  ],
  ['$anchor', { items: { $ref: '#word' }, $defs: { w: { $anchor: 'word', type: 'string' } } }, [['a']], [[1]]],
  [
    '$id',
    {
      $id: 'https://shop.test/a.json',
      properties: { a: { $ref: 'b.json#/$defs/n' } },
      $defs: { b: { $id: 'b.json', $defs: { n: { type: 'number' } } } },
    },
    [{ a: 1 }],
    [{ a: 'b' }],
  ],
  [
    '$id that is an anchor, of draft-07',
    { $schema: OLD, items: { $ref: '#word' }, definitions: { w: { $id: '#word', type: 'string' } } },
    [['a']],
    [[1]],
  ],
  [
    '$dynamicRef',
    {
      $schema: NEW,
      $id: 'https://shop.test/strict',
      $ref: 'tree',
      $dynamicAnchor: 'node',
      unevaluatedProperties: false,
      $defs: {
        tree: {
          $id: 'tree',
          $dynamicAnchor: 'node',
          properties: { id: {}, inner: { items: { $dynamicRef: '#node' } } },
        },
      },
    },
    [{ id: 1, inner: [{ id: 2 }] }],
    [{ id: 1, inner: [{ other: 2 }] }],
  ],
  ['format date', { format: 'date' }, ['2024-02-29', 5], ['2023-02-29', '2023-13-01', 'today']],
  [
    'format date-time',
    { format: 'date-time' },
    ['2024-01-01T10:00:00Z', '2024-01-01t10:00:00.5+02:00'],
    ['2024-01-01', '2024-01-01T25:00:00Z', '2024-01-01T10:00:00'],
  ],
  ['format duration', { format: 'duration' }, ['P1Y2M', 'PT5M', 'P2W'], ['P', 'PT', '1D']],
  ['format email', { format: 'email' }, ['a.b+c@shop.test'], ['a', 'a@', '@b', 'a b@c.d', '.a@b.c']],
  ['format hostname', { format: 'hostname' }, ['shop.test', 'a-b.c'], ['-a.b', 'a..b', 'a_b']],
  ['format ipv4', { format: 'ipv4' }, ['10.0.0.255'], ['10.0.0.256', '1.2.3', '01.2.3.4']],
  [
    'format ipv6',
    { format: 'ipv6' },
    ['::1', '2001:db8::8a2e:370:7334', '::ffff:1.2.3.4'],
    ['1::2::3', '12345::', ':1'],
  ],
  ['format uri', { format: 'uri' }, ['https://a.b/c?d=%20', 'urn:x:y'], ['/a', 'a b', 'http://a/%zz']],
  ['format uuid', { format: 'uuid' }, ['2EB8AA08-AA98-11EA-B4AA-73B441D16380'], ['2eb8aa08aa9811eab4aa73b441d16380']],
  ['format json-pointer', { format: 'json-pointer' }, ['', '/a~1b/0'], ['a', '/~2']],
  ['a format of one’s own', { format: 'order-number' }, ['anything'], []],
  ['keywords that are none', { title: 'x', default: 1, examples: [2], 'x-note': {} }, [1, 'a'], []],
];

describe('each keyword', () => {
  it.each(CASES)('%s', (_keyword, schema, good, bad) => {
    expect(good.filter((value) => fitting(schema, value) !== true)).toEqual([]);
    expect(bad.filter((value) => fitting(schema, value) !== false)).toEqual([]);
  });
});

describe('what is said of a value that does not fit', () => {
  it.each([
    [{ properties: { a: { items: { required: ['id'] } } } }, { a: [{ id: 1 }, {}] }, 'a[1].id is missing'],
    [{ properties: { 'a b': { type: 'string' } } }, { 'a b': 1 }, '["a b"] should be string, is number'],
    [{ additionalProperties: false }, { orderId: 1 }, 'orderId is not an argument of the tool'],
    [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 1, 'should be string, is number; should be null, is number'],
    [{ pattern: '^a' }, 'b', 'is "b", which does not match "^a"'],
    [{ properties: { when: { format: 'date' } } }, { when: 'soon' }, 'when is "soon", which is no date'],
    [{ enum: Array.from({ length: 9_999 }, (_, at) => `value ${at}`) }, 'x', 'which is none of ["value 0"'],
    [{ minItems: 2 }, [1], 'is shorter than 2: it has 1 items'],
  ])('%j', (schema, value, words) => {
    expect(saying(schema, value)[0]).toContain(words);
    expect(saying(schema, value).join().length).toBeLessThan(500);
  });
});

describe('what cannot be told', () => {
  it.each([
    ['a reference out of the file', { $ref: 'https://shop.test/order.json' }, { a: 1 }, 'which is not in it'],
    ['a pattern with lookahead', { pattern: '(?=a)b' }, 'ab', 'lookahead'],
    ['a type that is none', { type: 'dict' }, {}, '"dict" is no type'],
    ['an alternative', { anyOf: [{ type: 'number' }, { pattern: '(?=a)' }] }, 'a', 'lookahead'],
    ['what must not be', { not: { pattern: '(?=a)' } }, 'a', 'lookahead'],
    ['a condition', JSON.parse('{"if":{"pattern":"(?=a)"},"then":false}'), 'a', 'lookahead'],
    [
      'what is left over',
      { $ref: 'https://shop.test/x', unevaluatedProperties: false },
      { a: 1 },
      'which is not in it',
    ],
    ['a text too long', { pattern: 'b' }, 'a'.repeat(200_000), 'too long'],
  ])('%s is unclear, not a fault and no pass', (_what, schema, value, why) => {
    expect(fitting(schema, value)).toBe(null);
    expect(saying(schema, value)[0]).toContain(why);
  });

  it('does not hide what is certain', () => {
    expect(saying({ pattern: '(?=a)', maxLength: 1 }, 'ab')).toEqual(['is longer than 1: it has 2 characters']);
    expect(fitting({ anyOf: [{ pattern: '(?=a)' }, { type: 'string' }] }, 'a')).toBe(true);
  });
});

describe('schemas that mean harm', () => {
  const nested = (depth: number, wrap: (inner: unknown) => unknown, last: unknown) => {
    let schema = last;
    for (let level = 0; level < depth; level++) schema = wrap(schema);
    return schema;
  };
  const twice = {
    $defs: Object.fromEntries(
      Array.from({ length: 40 }, (_, at) => [
        `d${at}`,
        { anyOf: [{ $ref: `#/$defs/d${at + 1}` }, { $ref: `#/$defs/d${at + 1}` }] },
      ]),
    ),
  };
  const wide = { allOf: Array.from({ length: 3_000 }, () => ({ additionalProperties: { type: 'number' } })) };
  const manyKeys = Object.fromEntries(Array.from({ length: 3_000 }, (_, at) => [`k${at}`, 1]));
  it.each([
    ['a reference to itself', { $ref: '#' }, {}, null],
    [
      'references in a circle',
      { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/b' }, b: { allOf: [{ $ref: '#/$defs/a' }] } } },
      {},
      null,
    ],
    ['doubling at each of 40 levels', { ...twice, $ref: '#/$defs/d0', $schema: NEW }, 1, null],
    ['schemas inside schemas, 390 deep', nested(390, (inner) => ({ allOf: [inner] }), { type: 'string' }), 1, null],
    [
      'values inside values, with a schema for all',
      { additionalProperties: { $ref: '#' } },
      nested(390, (inner) => ({ a: inner }), 1),
      null,
    ],
    ['thousands of schemas for thousands of properties', wide, manyKeys, null],
    ['a pattern that explodes elsewhere', { pattern: '^(a+)+$' }, `${'a'.repeat(90_000)}b`, false],
    [
      'a large list that must be unique',
      { uniqueItems: true },
      Array.from({ length: 50_000 }, (_, at) => ({ at })),
      true,
    ],
    [
      'a large enum held against a large list',
      { items: { enum: Array.from({ length: 20_000 }, (_, at) => at) } },
      Array.from({ length: 20_000 }, (_, at) => at),
      true,
    ],
  ] as const)('%s', (_what, schema, value, expected) => {
    const start = performance.now();
    expect(fitting(schema, value)).toBe(expected);
    expect(performance.now() - start).toBeLessThan(3_000);
  });
});
