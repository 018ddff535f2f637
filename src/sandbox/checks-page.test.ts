import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import {
  compileLinearRegex,
  MAX_PATTERN_CHARS,
  MAX_PROGRAM_SIZE,
  MAX_TEXT_CHARS,
} from '../constraints/guards/linear-regex.ts';
import { PYTHON_CACHE } from './__fixtures__/python-cache.ts';
import { DEFAULT_LIMITS, openSandbox } from './open-sandbox.ts';
import { PYODIDE_VERSION } from './python/start-python.ts';

// docs/reference/checks.md: its examples are run, and its figures are those of the program.
const page = readFileSync(join(import.meta.dirname, '../../docs/reference/checks.md'), 'utf8');
const trajectory = /```json\n([\s\S]*?)```/.exec(page)?.[1] ?? '';
const examples = [...page.matchAll(/```(js|python) (\S+)\n([\s\S]*?)```/g)].map(([, language, end, source]) => ({
  language: language === 'js' ? ('javascript' as const) : ('python' as const),
  end: end ?? '',
  source: source ?? '',
}));
const sandboxes = {
  javascript: openSandbox({ language: 'javascript' }),
  python: openSandbox({ language: 'python', cacheFolder: PYTHON_CACHE }),
};
afterAll(async () => {
  await sandboxes.javascript.close();
  await sandboxes.python.close();
});

test('there are examples in both languages', () => {
  expect(new Set(examples.map(({ language }) => language)).size).toBe(2);
});

test.each(examples)('$language: $end', async ({ language, end, source }) => {
  const sandbox = sandboxes[language];
  sandbox.load(JSON.parse(trajectory));
  sandbox.define([{ id: 'example', source, functionName: null }]);
  const [result] = await sandbox.run([{ checkId: 'example', position: 1 }]);
  const outcome = result?.kind === 'value' ? (result.value.holds ? 'holds' : 'violated') : result?.reason;
  expect(outcome, JSON.stringify(result)).toBe(end);
});

test('the limits are those of the program', () => {
  const { javascript, python } = DEFAULT_LIMITS;
  const count = (value: number): string => value.toLocaleString('en');
  for (const row of [
    `| ${javascript.timeoutMs / 1000} s | ${python.timeoutMs / 1000} s |`,
    `| ${javascript.memoryMb} MB | ${python.memoryMb} MB |`,
    `| ${count(javascript.maxResultChars)} characters | ${count(python.maxResultChars)} characters |`,
    `| ${count(javascript.maxOutputChars)} characters | ${count(python.maxOutputChars)} characters |`,
    `npm install pyodide@${PYODIDE_VERSION}`,
    `${count(MAX_PATTERN_CHARS)} characters and\n${MAX_PROGRAM_SIZE} instructions`,
    `first ${count(MAX_TEXT_CHARS)} characters`,
  ]) {
    expect(page).toContain(row);
  }
  expect([javascript.maxStops, python.maxStops]).toEqual([2, 2]);
  expect(compileLinearRegex('(?=a)').ok).toBe(false);
});

test('the version of Python that is named is the one the package asks for', () => {
  const manifest = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'));
  expect(manifest.peerDependencies.pyodide).toBe(PYODIDE_VERSION);
  expect(manifest.devDependencies.pyodide).toBe(PYODIDE_VERSION);
});
