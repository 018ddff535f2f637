import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, resolve } from 'node:path';
import { expect, test } from 'vitest';

const source = resolve(import.meta.dirname, '..');
const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.includes('__fixtures__'))
  .map((name) => ({ name, text: readFileSync(join(source, name), 'utf8') }));

/** What a file imports when it is loaded: imports of types are gone by then, `import()` waits. */
const loads = (text: string): string[] =>
  [...text.matchAll(/^(?:import|export) (?!type\b)[^;]*?from '([^']+)'/gm)].map(([, from = '']) => from);

test('whoever names no model loads nothing of models', () => {
  const outside = files.filter(({ name }) => !name.startsWith('llm'));
  expect(outside.length).toBeGreaterThan(200);
  expect(
    outside.filter(({ name, text }) =>
      loads(text).some((from) => normalize(join(dirname(name), from)).startsWith('llm')),
    ),
  ).toEqual([]);
});

test('no package of a provider is loaded before its first model', () => {
  const llm = files.filter(({ name }) => name.startsWith('llm'));
  expect(llm.filter(({ text }) => text.includes("import('@ai-sdk/")).length).toBe(1);
  expect(llm.flatMap(({ text }) => loads(text)).filter((from) => from.startsWith('@ai-sdk'))).toEqual([]);
});
