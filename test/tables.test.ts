import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { EVIDENCE } from '../scripts/evidence/registry.ts';
import { docPages, NOTE, pageText } from '../scripts/write-docs.ts';
import { ERRORS } from '../src/base/errors.ts';
import { COMMANDS } from '../src/cli/command-specs.ts';
import { COMMAND_LOADERS } from '../src/cli/commands/index.ts';
import { CONSTRAINTS_COMMANDS } from '../src/cli/constraints/command-specs.ts';
import { CONSTRAINTS_LOADERS } from '../src/cli/constraints/index.ts';
import { RULES } from '../src/constraints/rules/index.ts';
import type { TraceFormat } from '../src/formats/format.ts';
import { FORMATS } from '../src/formats/index.ts';
import { REPORTS } from '../src/reports/index.ts';

const ROOT = resolve(import.meta.dirname, '..');
const at = (...parts: readonly string[]): string => join(ROOT, ...parts);
const read = (...parts: readonly string[]): string => readFileSync(at(...parts), 'utf8');
const has = (...parts: readonly string[]): boolean => existsSync(at(...parts));
const filesIn = (folder: string): string[] => (has(folder) ? readdirSync(at(folder)).sort() : []);
const without = (ending: string, files: readonly string[]): string[] =>
  files.filter((file) => file.endsWith(ending)).map((file) => file.slice(0, -ending.length));

/** One thing, one file, one name, one table line, one page, one test: for every kind that a table holds. */
describe('rules', () => {
  const folder = 'src/constraints/rules';
  const files = without('.ts', filesIn(folder)).filter((name) => /\bdefineRule\(\{/.test(read(folder, `${name}.ts`)));

  test('the table holds each file, under its name', () => {
    expect(Object.keys(RULES).sort()).toEqual(files);
    for (const [id, rule] of Object.entries(RULES)) expect(rule.id).toBe(id);
    expect(files.length).toBeGreaterThan(0);
  });

  test('each page is of a rule', () => {
    expect(without('.md', filesIn('docs/rules')).filter((name) => name !== 'README')).toEqual(files);
  });
  // What a page holds, and that its samples do what they say, is rule-docs.test.ts beside the rules.
});

describe('trace formats', () => {
  const table: Readonly<Record<string, TraceFormat>> = FORMATS;
  const folders = filesIn('src/formats').filter((name) =>
    ['index.ts', 'detect.ts', 'parse.ts'].some((file) => has('src/formats', name, file)),
  );

  test('the table holds each folder, under its name', () => {
    expect(Object.keys(table).sort()).toEqual(folders);
    for (const [id, format] of Object.entries(table)) expect(format.id).toBe(id);
    expect(folders.length).toBeGreaterThan(0);
  });

  test('each page is of a format', () => {
    expect(without('.md', filesIn('docs/formats')).filter((name) => name !== 'README')).toEqual(folders);
  });

  test.each(folders)('%s has the files every format has, a page, fixtures and a test', (id) => {
    for (const file of ['index.ts', 'detect.ts', 'parse.ts']) expect(has('src/formats', id, file), file).toBe(true);
    expect(has('docs/formats', `${id}.md`), 'a page').toBe(true);
    expect(filesIn(`src/formats/${id}/__fixtures__`).length, 'fixtures').toBeGreaterThan(0);
    expect(filesIn(`src/formats/${id}`).filter((file) => file.endsWith('.test.ts')).length, 'tests').toBeGreaterThan(0);
  });
});

describe('reports', () => {
  const names = Object.keys(REPORTS).sort();

  test('the table holds each file, under its name', () => {
    const files = without('.ts', filesIn('src/reports')).filter((name) => !name.endsWith('.test'));
    expect(names).toEqual(files.filter((name) => !['index', 'report'].includes(name)));
  });

  test.each(names)('%s has a test and a section on the page about reports', (id) => {
    const tests = [...filesIn('src/reports'), ...filesIn('test')].filter((file) => file.endsWith('.test.ts'));
    expect(
      tests.filter((file) => file.includes(id)).length + Number(tests.includes('reports.test.ts')),
    ).toBeGreaterThan(0);
    if (has('docs/reference/reports.md')) expect(read('docs/reference/reports.md')).toContain(`## \`${id}\``);
  });
});

describe('commands', () => {
  const names = Object.keys(COMMANDS).sort();

  test('the table holds each file, under its name', () => {
    expect(names).toEqual(without('.ts', filesIn('src/cli/commands')).filter((name) => name !== 'index'));
  });

  test.each(Object.entries(COMMANDS))('%s loads, stands on the page, and has an example', async (name, command) => {
    const load = Object.entries(COMMAND_LOADERS).find(([loaded]) => loaded === name)?.[1];
    expect(typeof (await load?.())?.default).toBe('function');
    expect(read('docs/reference/cli.md')).toContain(`culprit ${name}`);
    expect(command.examples.length).toBeGreaterThan(0);
  });
});

describe('commands of culprit constraints', () => {
  test('each has its loader and its file', () => {
    const names = Object.keys(CONSTRAINTS_COMMANDS).sort();
    expect(Object.keys(CONSTRAINTS_LOADERS).sort()).toEqual(names);
    expect(names.filter((name) => !has('src/cli/constraints', `${name}.ts`))).toEqual([]);
  });

  test.each(Object.entries(CONSTRAINTS_COMMANDS))(
    '%s loads, stands on the page, and has an example',
    async (name, command) => {
      const load = Object.entries(CONSTRAINTS_LOADERS).find(([loaded]) => loaded === name)?.[1];
      expect(typeof (await load?.())?.default).toBe('function');
      expect(read('docs/reference/cli.md')).toContain(`culprit constraints ${name}`);
      expect(command.examples.length).toBeGreaterThan(0);
    },
  );
});

describe('evidence', () => {
  const files = without('.ts', filesIn('scripts/evidence')).filter((name) =>
    /^export const run\b/m.test(read('scripts/evidence', `${name}.ts`)),
  );

  test('the registry holds each file, under its name', () => {
    expect(Object.keys(EVIDENCE).sort()).toEqual(files);
    expect(files.length).toBeGreaterThan(0);
  });

  test.each(Object.entries(EVIDENCE))('%s can be loaded, and is named in the reference', async (name, piece) => {
    expect(typeof (await piece.load()).run).toBe('function');
    expect(read('docs/reference/evidence.md')).toContain(`-- ${name}`);
  });
});

describe('errors', () => {
  const page = has('docs/reference/errors.md') ? read('docs/reference/errors.md') : '';

  test('each code stands on the page, and each code on the page in the table', () => {
    const onPage = [...page.matchAll(/^\|\s*`([A-Z_]+)`/gm)].map((match) => match[1]);
    expect(onPage.sort()).toEqual(Object.keys(ERRORS).sort());
  });

  test('each code is used by the program', () => {
    const source = readdirSync(at('src'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && file !== join('base', 'errors.ts'))
      .map((file) => read('src', file))
      .join('\n');
    expect(Object.keys(ERRORS).filter((code) => !source.includes(`'${code}'`))).toEqual([]);
  });
});

describe('reference pages', async () => {
  const pages = await docPages();

  test.each(pages)('$path says what the program does', async (page) => {
    expect(read(page.path)).toBe(await pageText(page));
  });

  test('no page says that it is written from a table without being so', () => {
    const written = pages.map(({ path }) => path).filter((path) => path.startsWith('docs/reference/'));
    const claiming = filesIn('docs/reference')
      .map((file) => `docs/reference/${file}`)
      .filter((path) => read(path).startsWith(NOTE));
    expect(claiming).toEqual(written.sort());
  });
});
