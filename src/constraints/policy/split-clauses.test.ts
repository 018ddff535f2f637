import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dataFolder, dataPath } from '../../../test/data-folder.ts';
import { splitClauses } from './split-clauses.ts';

const ids = (text: string) => splitClauses(text).map(({ id, text: said }) => `${id} ${said}`);

describe('splitClauses', () => {
  it('numbers bullets and paragraphs under their headings; a single title takes no number', () => {
    const text = [
      '# Shop policy',
      'Be polite.',
      '',
      '- Ask first.',
      '## Cancelling',
      '- Only pending orders',
      '  can be cancelled.',
      '    - Not processed ones.',
      '### Refunds',
      'Within 7 days.',
      '## Other',
      '1. Nothing else.',
    ].join('\n');
    expect(ids(text)).toEqual([
      '1 Be polite.',
      '2 Ask first.',
      '3.1 Only pending orders can be cancelled.',
      '3.1.1 Not processed ones.',
      '3.2.1 Within 7 days.',
      '4.1 Nothing else.',
    ]);
    expect(splitClauses(text)[4]?.heading).toBe('Refunds');
  });

  it('takes text without any markup by its paragraphs', () => {
    expect(ids('First rule\ngoes on.\r\n\r\nSecond rule.')).toEqual(['1 First rule goes on.', '2 Second rule.']);
    expect(ids('')).toEqual([]);
  });

  it('keeps a fenced block with the clause it stands in', () => {
    expect(ids('- Answer so:\n\n  ```\n# no heading\n- no bullet\n  ```\n- Next.')).toEqual([
      '1 Answer so: ``` # no heading - no bullet ```',
      '2 Next.',
    ]);
  });

  it('loses no word and gives each clause an id of its own, whatever the text', () => {
    const line = fc.constantFrom('# A', '## B', '### C', '- x', '  - y', 'plain', '', '1. z', '   deep');
    fc.assert(
      fc.property(fc.array(line, { maxLength: 40 }), (lines) => {
        const clauses = splitClauses(lines.join('\n'));
        expect(new Set(clauses.map(({ id }) => id)).size).toBe(clauses.length);
        const words = (text: string) => text.match(/\b(?:x|y|z|plain|deep)\b/g)?.length ?? 0;
        expect(words(clauses.map(({ text }) => text).join(' '))).toBe(words(lines.join(' ')));
      }),
    );
  });

  it.skipIf(dataFolder === null)('splits a real policy (no data: skipped)', () => {
    const clauses = splitClauses(readFileSync(dataPath('tau-bench/retail_policy.md'), 'utf8'));
    expect(clauses.length).toBeGreaterThan(25);
    expect(clauses.find(({ text }) => text.startsWith('An order can only be cancelled'))?.heading).toBe(
      'Cancel pending order',
    );
  });
});
