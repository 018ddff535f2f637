import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runInvariants } from '../../../test/run-invariants.ts';
import { MODE_IDS, MODES } from '../../taxonomy/modes.ts';
import { INVARIANTS } from './index.ts';

const PAGES = join(import.meta.dirname, '../../../docs/invariants');

function samplesOf(page: string, kind: 'satisfied' | 'violated'): string[] {
  return [...page.matchAll(/^```json (satisfied|violated)\n([\s\S]*?)^```$/gm)].flatMap(([, found, body]) =>
    found === kind && body !== undefined ? [body] : [],
  );
}

it('has one file, one page and one line in the table for each mode', () => {
  expect(Object.keys(INVARIANTS)).toEqual(Object.keys(MODES));
  expect(readdirSync(PAGES).sort()).toEqual(MODE_IDS.map((mode) => `${mode}.md`).sort());
  const files = readdirSync(import.meta.dirname);
  for (const mode of MODE_IDS) expect(files).toContain(`${mode}.ts`);
});

describe.each(Object.values(INVARIANTS))('$mode', (invariant) => {
  const page = readFileSync(join(PAGES, `${invariant.mode}.md`), 'utf8');
  const { condition, looksAt, cannotSee, question, mode } = invariant;

  it('says what the code says', () => {
    expect(INVARIANTS[mode]).toBe(invariant);
    expect(page.startsWith(`# ${mode}\n\n${condition}\n`)).toBe(true);
    const { broken, holds, unclear } = question.rubric;
    for (const words of [looksAt, cannotSee, question.question, broken, holds, unclear]) expect(page).toContain(words);
    expect(question.question).toMatch(/^\p{Lu}.+\?$/u);
    expect(question.needs.length).toBeGreaterThan(0);
    expect(new Set(question.needs).size).toBe(question.needs.length);
  });

  it('holds on every sample that is called satisfied', () => {
    const samples = samplesOf(page, 'satisfied');
    expect(samples.length).toBeGreaterThan(0);
    for (const sample of samples) expect(runInvariants(sample).brokenOf(mode)).toEqual([]);
  });

  it('is broken on every sample that is called violated, with words that stand where they are cited', () => {
    const samples = samplesOf(page, 'violated');
    expect(samples.length).toBeGreaterThan(0);
    for (const sample of samples) {
      const broken = runInvariants(sample).brokenOf(mode);
      expect(broken.length).toBeGreaterThan(0);
      for (const { evidence } of broken) expect(evidence.length).toBeGreaterThan(0);
    }
  });

  it('sees what it claims to see by itself, not through a rule alone', () => {
    const bySelf = samplesOf(page, 'violated').flatMap((sample) => runInvariants(sample).seenBy(mode));
    expect(bySelf.length).toBeGreaterThan(0);
  });
});
