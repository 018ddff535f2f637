import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { checkLayers } from '../scripts/check-layers.ts';
import { LAYERS } from '../scripts/layers.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** A project of these files, under a floor of nothing. */
function check(files: Readonly<Record<string, string>>, floor = { files: 0, imports: 0 }) {
  const root = mkdtempSync(join(tmpdir(), 'layers-'));
  folders.push(root);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  return checkLayers(root, { floor });
}

test('the project keeps to its import table', () => {
  const report = checkLayers(resolve(import.meta.dirname, '..'));
  expect(report.problems).toEqual([]);
});

test('the table itself has no cycle, and names only parts that it holds', () => {
  const settled = new Set<string>();
  const visit = (name: string, path: readonly string[]): void => {
    expect(path, `cycle in the table through ${name}`).not.toContain(name);
    const layer = LAYERS[name];
    if (layer === undefined) throw new Error(`${name} is imported but not in the table`);
    if (!settled.has(name)) for (const other of layer.imports) visit(other, [...path, name]);
    settled.add(name);
  };
  for (const name of Object.keys(LAYERS)) visit(name, []);
  expect(settled.size).toBe(Object.keys(LAYERS).length);
});

test.each([
  ['import', `import { a } from '../graph/a.ts';`],
  ['import type', `import type { a } from '../graph/a.ts';`],
  ['export from', `export * from '../graph/a.ts';`],
  ['dynamic import', `export const load = () => import('../graph/a.ts');`],
  ['type of an import', `export type A = import('../graph/a.ts').A;`],
])('a stage that imports another is refused: %s', (_kind, line) => {
  const report = check({ 'src/graph/a.ts': 'export const a = 1; export type A = 1;', 'src/reports/b.ts': line });
  expect(report.problems).toHaveLength(1);
  expect(report.problems[0]).toContain('src/reports/b.ts: imports ../graph/a.ts: reports may import base');
});

test('what the table allows passes, and tests may import anything', () => {
  const report = check({
    'src/base/a.ts': 'export const a = 1;',
    'src/reports/b.ts': `export { a } from '../base/a.ts';`,
    'src/graph/c.test.ts': `import '../reports/b.ts';`,
    'src/pipeline/d.ts': `import '../reports/b.ts';`,
    'src/cli/e.ts': `import 'node:fs'; import '../pipeline/d.ts';`,
  });
  expect(report.problems).toEqual([]);
  expect(report.files).toBe(4);
});

test.each([
  [{ 'src/base/a.ts': `import '../contracts/b.ts';`, 'src/contracts/b.ts': '' }, 'base may import nothing'],
  [{ 'src/formats/a.ts': `import 'node:fs';` }, 'no module of Node'],
  [{ 'src/formats/a.ts': `import fs from 'fs';` }, 'no module of Node'],
  [{ 'src/cli/a.ts': `import '../index.ts';`, 'src/index.ts': '' }, 'src/cli/a.ts: imports ../index.ts'],
  [{ 'src/cli/a.ts': `import '../../bench/a.ts';`, 'bench/a.ts': '' }, 'leaves src'],
  [{ 'src/cli/a.ts': `import './b.js';`, 'src/cli/b.ts': '' }, 'no such file'],
  [{ 'src/cli/a.ts': `import './b.test.ts';`, 'src/cli/b.test.ts': '' }, 'is a test'],
  [{ 'src/helpers/a.ts': '' }, 'helpers is not in the import table'],
])('refused: %j', (files, message) => {
  const { problems } = check(files);
  expect(problems).toHaveLength(1);
  expect(problems[0]).toContain(message);
});

test('a cycle of files is refused, of types too', () => {
  const { problems } = check({
    'src/graph/a.ts': `import type { B } from './b.ts'; export type A = B;`,
    'src/graph/b.ts': `import type { C } from './c.ts'; export type B = C;`,
    'src/graph/c.ts': `import type { A } from './a.ts'; export type C = A;`,
  });
  expect(problems).toEqual(['cycle: src/graph/a.ts -> src/graph/b.ts -> src/graph/c.ts -> src/graph/a.ts']);
});

test('what a table loads on use may know the table', () => {
  const table = `export const TABLE = { b: () => import('./b.ts') };`;
  const { problems } = check({ 'src/cli/a.ts': table, 'src/cli/b.ts': `import { TABLE } from './a.ts';` });
  expect(problems).toEqual([]);
});

test('seeing too little is a failure, not a pass', () => {
  const { problems } = check({ 'src/base/a.ts': '' }, { files: 2, imports: 1 });
  expect(problems).toEqual(['saw 1 files of src, expected at least 2', 'saw 0 imports, expected at least 1']);
});

test('long files are warned of, then refused; tests are not measured', () => {
  const lines = (count: number) => 'export {};\n'.repeat(count);
  const report = check({
    'src/base/fine.ts': lines(400),
    'src/base/long.ts': lines(401),
    'scripts/too-long.ts': lines(801),
    'src/base/long.test.ts': lines(900),
  });
  expect(report.warnings).toEqual(['src/base/long.ts: 401 lines (warned from 400, refused from 800)']);
  expect(report.problems).toEqual(['scripts/too-long.ts: 801 lines (warned from 400, refused from 800)']);
});
