import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runRule } from '../../../test/run-rule.ts';
import { RULES } from './index.ts';

const PAGES = join(import.meta.dirname, '../../../docs/rules');
const pages = existsSync(PAGES)
  ? readdirSync(PAGES).filter((file) => file.endsWith('.md') && file !== 'README.md')
  : [];

/** The samples of a page, by what stands behind the fence: ```json satisfied or ```json violated. */
function samplesOf(page: string, kind: 'satisfied' | 'violated'): string[] {
  return [...page.matchAll(/^```json (satisfied|violated)\n([\s\S]*?)^```$/gm)].flatMap(([, found, body]) =>
    found === kind && body !== undefined ? [body] : [],
  );
}

describe('docs/rules', () => {
  it('has one page for each rule, and no other', () => {
    expect(Object.keys(RULES).length).toBeGreaterThan(20);
    expect(pages.map((file) => file.replace(/\.md$/, '')).sort()).toEqual(Object.keys(RULES).sort());
  });

  it('has each rule in a file, with a test, under its own name', () => {
    const files = readdirSync(import.meta.dirname);
    const rules = files.filter((file) => /^[a-z].*\.ts$/.test(file) && !/\.test\.ts$|^(?:index|rule)\.ts$/.test(file));
    expect(rules.map((file) => file.replace(/\.ts$/, '')).sort()).toEqual(Object.keys(RULES).sort());
    expect(Object.keys(RULES).filter((id) => !files.includes(`${id}.test.ts`))).toEqual([]);
  });

  describe.each(Object.values(RULES))('$id', (rule) => {
    const file = join(PAGES, `${rule.id}.md`);
    const page = existsSync(file) ? readFileSync(file, 'utf8') : '';

    it('says what the code says', () => {
      expect(RULES[rule.id]).toBe(rule);
      expect(page.startsWith(`# ${rule.id}\n`)).toBe(true);
      expect(page).toContain(rule.description);
      for (const named of [rule.category, rule.mode ?? 'none']) expect(page).toContain(`\`${named}\``);
      for (const heading of [/^## .*must hold/im, /^## .*matters/im, /^## .*cannot see/im])
        expect(page).toMatch(heading);
    });

    it('holds on every sample that is called satisfied', () => {
      const samples = samplesOf(page, 'satisfied');
      expect(samples.length).toBeGreaterThan(0);
      for (const sample of samples) {
        const run = runRule(rule, sample);
        expect(run.violations).toEqual([]);
        expect(run.checked).toBeGreaterThan(0);
      }
    });

    it('fires on every sample that is called violated', () => {
      const samples = samplesOf(page, 'violated');
      expect(samples.length).toBeGreaterThan(0);
      for (const sample of samples) {
        const run = runRule(rule, sample);
        expect(run.violations.length).toBeGreaterThan(0);
        expect(run.quotes.length).toBeGreaterThan(0);
        expect(run.checked).toBeGreaterThanOrEqual(run.violations.length);
      }
    });
  });
});
