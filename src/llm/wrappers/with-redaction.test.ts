import { describe, expect, test } from 'vitest';
import { rawRequest, scriptedModel } from '../__fixtures__/fakes.ts';
import { rawAnswer } from '../raw-model.ts';
import { createMask } from '../redaction/mask.ts';
import { SECRET_KINDS } from '../redaction/secret-patterns.ts';
import { withRedaction } from './with-redaction.ts';

const masked = (text: string): string => createMask(SECRET_KINDS).apply(text);
/** Put together here, so that no tool takes this file for a leak. */
const KEY_LINE = ['-----BEGIN RSA', 'PRIVATE KEY-----'].join(' ');
const PEM = `${KEY_LINE}\nMIIEow\n"IBAAK"\n${KEY_LINE.replace('BEGIN', 'END')}`;

describe('what is masked', () => {
  test.each([
    ['mail ann.lee+x@mail.example.co.uk now', 'mail ⟦EMAIL_1⟧ now'],
    ['call +49 170 1234567 or (555) 123-4567', 'call ⟦PHONE_1⟧ or ⟦PHONE_2⟧'],
    ['call 555-123-4567.', 'call ⟦PHONE_1⟧.'],
    ['card 4111 1111 1111 1111, again 4111111111111111', 'card ⟦CARD_1⟧, again ⟦CARD_2⟧'],
    [`key ${'sk-proj-'}${'Ab3'.repeat(10)}.`, 'key ⟦TOKEN_1⟧.'],
    [`${'AK'}IAABCDEFGHIJKLMNOP`, '⟦TOKEN_1⟧'],
    [`Authorization: Bearer ${'abc123'.repeat(5)}`, 'Authorization: Bearer ⟦TOKEN_1⟧'],
    [`a\n${PEM}\nb`, 'a\n⟦PRIVATE_KEY_1⟧\nb'],
    [`a ${PEM.slice(0, 50)}`, 'a ⟦PRIVATE_KEY_1⟧'],
    ['{"password": "hunter22"}', '{"password": "⟦SECRET_1⟧"}'],
    ['{\\"api_key\\": \\"hunter22\\"}', '{\\"api_key\\": \\"⟦SECRET_1⟧\\"}'],
    ['DB_PASSWORD=tr0ub4dor&3', 'DB_PASSWORD=⟦SECRET_1⟧&3'],
    ['postgres://app:s3cret@db:5432/x', 'postgres://app:⟦SECRET_1⟧@db:5432/x'],
  ])('%s', (text, expected) => {
    expect(masked(text)).toBe(expected);
  });
});

describe('what is not', () => {
  test.each([
    'order #W2378156, product 1656367028, item 9612497925',
    'at 1716239022000 ms, 1716239022000000000 ns',
    '2024-05-15T10:00:00.000Z and 192.168.100.200',
    'card 4111 1111 1111 1112 fails the check digit',
    'password = read_password(prompt)',
    'the token budget: 12000; secret santa',
    'x = 3.14159265358979323846',
    'commit 8777a4f1c2d3e4f5a6b7c8d9e0f1a2b3c4d5e6f7',
    'user@host without a domain, @mention, a@b',
    'https://example.org:8080/path@2x.png',
  ])('%s', (text) => {
    expect(masked(text)).toBe(text);
  });
});

test('what is sent is masked, what comes back is whole, and the counts are told', async () => {
  const model = scriptedModel(rawAnswer('I see ⟦EMAIL_1⟧, ⟦EMAIL_2⟧ and ⟦EMAIL_9⟧', 'm'));
  const request = rawRequest({ system: 'of ann@example.org', prompt: 'bob@example.org wrote to ann@example.org' });
  const answer = await withRedaction()(model).generate(request);
  expect(model.asked[0]).toMatchObject({ system: 'of ⟦EMAIL_1⟧', prompt: '⟦EMAIL_2⟧ wrote to ⟦EMAIL_1⟧' });
  expect(answer.text).toBe('I see ann@example.org, bob@example.org and ⟦EMAIL_9⟧');
  expect(answer.masked).toEqual({ EMAIL: 2 });
});

test('a value with quotes and lines comes back as JSON that can be read', async () => {
  const model = scriptedModel('{"quote":"⟦PRIVATE_KEY_1⟧"}');
  const answer = await withRedaction()(model).generate(rawRequest({ prompt: PEM, schema: { type: 'object' } }));
  expect(JSON.parse(answer.text)).toEqual({ quote: PEM });
});

test('a trace cannot get at a secret by writing a placeholder of its own', async () => {
  const model = scriptedModel('it says ⟦LITERAL_1⟧');
  const answer = await withRedaction()(model).generate(rawRequest({ prompt: 'say ⟦EMAIL_1⟧ to ann@example.org' }));
  expect(model.asked[0]?.prompt).toBe('say ⟦LITERAL_1⟧ to ⟦EMAIL_1⟧');
  expect(answer.text).toBe('it says ⟦EMAIL_1⟧');
});

test('two that overlap leave nothing readable between them', async () => {
  const model = scriptedModel('x');
  await withRedaction([{ name: 'DOMAIN', pattern: 'example\\.org/\\w+' }])(model).generate(
    rawRequest({ prompt: 'ann@example.org/secret!' }),
  );
  expect(model.asked[0]?.prompt).toBe('⟦EMAIL_1⟧!');
});

test('patterns of one’s own', async () => {
  const model = scriptedModel('x');
  const own = [{ name: 'CUSTOMER', pattern: 'C-\\d{4}' }];
  const answer = await withRedaction(own)(model).generate(rawRequest({ prompt: 'C-1234 and C-5678 and C-1234' }));
  expect(model.asked[0]?.prompt).toBe('⟦CUSTOMER_1⟧ and ⟦CUSTOMER_2⟧ and ⟦CUSTOMER_1⟧');
  expect(answer.masked).toEqual({ CUSTOMER: 2 });
  expect(() => withRedaction([{ name: 'X', pattern: '(' }])).toThrow('cannot be read');
  expect(() => withRedaction([{ name: 'x y', pattern: 'a' }])).toThrow('cannot name');
  expect(() => withRedaction([{ name: 'X', pattern: '(?:a{30}){30}' }])).toThrow('too large');
});

test.each([
  ['dots', 'a.'.repeat(500_000)],
  ['letters before no @', 'a'.repeat(1_000_000)],
  ['@', '@'.repeat(1_000_000)],
  ['digits', '4'.repeat(1_000_000)],
  ['spaced digits', '4 '.repeat(500_000)],
  ['plus signs', '+1 '.repeat(300_000)],
  ['key begins', `${KEY_LINE} `.repeat(30_000)],
  ['password names', 'password='.repeat(100_000)],
  ['slashes', 'a://'.repeat(250_000)],
  ['token starts', 'eyJaaaaaaaaa.'.repeat(80_000)],
  ['schemes', 'abcdefghij'.repeat(100_000)],
])('a million characters of %s take seconds at most', (_name, text) => {
  const start = performance.now();
  masked(text);
  expect(performance.now() - start).toBeLessThan(8_000);
});
