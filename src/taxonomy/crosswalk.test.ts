import { describe, expect, it } from 'vitest';
import { CATEGORIES, CATEGORY_IDS, type Category } from './categories.ts';
import { CATEGORY_DEFAULTS, CROSSWALK, entriesFor, SCHEME_IDS, translate } from './crosswalk.ts';
import { MODE_IDS, MODES, type Mode } from './modes.ts';

const ours: readonly (Category | Mode)[] = [...CATEGORY_IDS.filter((id) => id !== 'inconclusive'), ...MODE_IDS];

it('knows as many entries as each scheme has', () => {
  const sizes = SCHEME_IDS.map((id) => [id, Object.keys(CROSSWALK[id].entries).length]);
  expect(sizes).toEqual([
    ['modes', 10],
    ['mast', 14],
    ['trail', 20],
    ['agent-error', 18],
  ]);
});

describe.each(SCHEME_IDS)('%s', (id) => {
  const { entries, rows, without } = CROSSWALK[id];

  it('has a row for each of its entries, and for no other', () => {
    expect(Object.keys(rows).sort()).toEqual(Object.keys(entries).sort());
  });

  it('names in each row what it is here, once, with a reason of its own', () => {
    const reasons = Object.values(rows).map(({ reason }) => reason);
    for (const { categories, modes, reason } of Object.values(rows)) {
      expect(categories.length).toBeGreaterThan(0);
      expect(modes.length).toBeGreaterThan(0);
      expect(new Set(categories).size).toBe(categories.length);
      expect(new Set(modes).size).toBe(modes.length);
      expect(categories.every((one) => Object.hasOwn(CATEGORIES, one) && one !== 'inconclusive')).toBe(true);
      expect(modes.every((one) => Object.hasOwn(MODES, one))).toBe(true);
      expect(reason).toMatch(/^\p{Lu}.{15,}\.$/u);
    }
    expect(new Set(reasons).size).toBe(reasons.length);
  });

  it('reaches each category and mode, or says why it has none for it', () => {
    for (const one of ours) {
      const reached = entriesFor(id, one).length > 0;
      expect(`${one}: ${reached ? 'reached' : 'not reached'}`).toBe(
        `${one}: ${Object.hasOwn(without, one) ? 'not reached' : 'reached'}`,
      );
    }
  });
});

it('agrees with the mode that each category most often is', () => {
  for (const category of CATEGORY_IDS) {
    const { mode } = CATEGORY_DEFAULTS[category];
    if (mode !== null) expect(translate('modes', mode)?.categories, category).toContain(category);
  }
});

it('translates nothing that a scheme does not have', () => {
  expect(translate('mast', '1.3')?.modes).toEqual(['step-loop']);
  for (const id of ['', '4.1', 'constructor', '__proto__']) expect(translate('mast', id)).toBeNull();
});
