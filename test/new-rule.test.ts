import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scaffoldRule } from '../scripts/new-rule.ts';
import { RULES } from '../src/constraints/rules/index.ts';

const TABLE = 'src/constraints/rules/index.ts';
const table = readFileSync(join(import.meta.dirname, '..', TABLE), 'utf8');

const idsIn = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, id]) => id ?? '');
const ENTRY = /^ {2}'(.+)': \w+,$/gm;
const IMPORT = /^import \w+ from '\.\/(.+)\.ts';$/gm;

describe('new-rule', () => {
  it.each(['aaa-first', 'no-message-lost', 'zzz-last'])('puts %s into the table, in order', (id) => {
    const text = scaffoldRule(id, table)[TABLE] ?? '';
    const expected = [...Object.keys(RULES), id].sort();
    expect(idsIn(text, ENTRY)).toEqual(expected);
    expect(idsIn(text, IMPORT)).toEqual(expected);
  });

  it('makes the file, the test and the page', () => {
    const files = scaffoldRule('no-message-lost', table);
    expect(Object.keys(files).sort()).toEqual([
      'docs/rules/no-message-lost.md',
      TABLE,
      'src/constraints/rules/no-message-lost.test.ts',
      'src/constraints/rules/no-message-lost.ts',
    ]);
    expect(files['src/constraints/rules/no-message-lost.ts']).toContain("id: 'no-message-lost'");
    expect(files['docs/rules/no-message-lost.md']).toContain('```json violated');
  });

  it('refuses an id that is taken or is none', () => {
    expect(() => scaffoldRule('tool-known', table)).toThrow('there already');
    for (const id of ['Tool', 'tool', '../evil', 'a b', '']) expect(() => scaffoldRule(id, table)).toThrow('no id');
  });

  it('keeps the table of this repository in order', () => {
    expect(idsIn(table, ENTRY)).toEqual(Object.keys(RULES).sort());
  });
});
