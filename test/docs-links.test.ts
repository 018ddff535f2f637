import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { EVIDENCE } from '../scripts/evidence/registry.ts';

const ROOT = resolve(import.meta.dirname, '..');
const at = (...parts: readonly string[]): string => join(ROOT, ...parts);
const read = (file: string): string => readFileSync(at(file), 'utf8');
const markdownIn = (folder: string): string[] =>
  existsSync(at(folder))
    ? readdirSync(at(folder), { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.md'))
        .map((file) => join(folder, file))
    : [];

const pages = [
  ...readdirSync(ROOT).filter((file) => file.endsWith('.md')),
  ...markdownIn('docs'),
  ...markdownIn('examples'),
];
test.each(pages)('%s links to what is there', (file) => {
  const text = read(file).replace(/```[\s\S]*?```/g, '');
  const targets = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map((match) => match[1] ?? '');
  const broken = targets
    .filter((target) => !/^(?:[a-z]+:|#)/.test(target))
    .filter((target) => !existsSync(resolve(at(file), '..', target.split('#')[0] ?? '')));
  expect(broken).toEqual([]);
});

test.each(pages)('%s names only commands that exist', (file) => {
  const scripts = Object.keys((JSON.parse(read('package.json')) as { scripts: Record<string, string> }).scripts);
  const named = [...read(file).matchAll(/npm run ([a-z][a-z:-]*)/g)].map((match) => match[1] ?? '');
  expect(named.filter((name) => !scripts.includes(name))).toEqual([]);
  const evidence = [...read(file).matchAll(/npm run evidence -- ([a-z][a-z-]*)/g)].map((match) => match[1] ?? '');
  expect(evidence.filter((name) => !Object.hasOwn(EVIDENCE, name))).toEqual([]);
});
