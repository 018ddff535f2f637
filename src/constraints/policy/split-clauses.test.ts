import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dataFolder, dataPath } from '../../../test/data-folder.ts';
import { AppError } from '../../base/errors.ts';
import { splitClauses } from './split-clauses.ts';

const clausesOf = (text: string) =>
  splitClauses(text, 'policy.md').map(({ id, heading, text: said }) => `${id} [${heading ?? ''}] ${said}`);

describe('splitClauses', () => {
  it('counts sections, and what stands in them', () => {
    const text = `# Shop policy

Be kind.

## Orders

- Read an order first.
- Ask before you cancel:
  - the order
  - the reason, which may
    go on

  and on after a line.
- Never twice.

A paragraph
of two lines.

### Refunds

* To the card.

## Users
Only one.
`;
    expect(clausesOf(text)).toEqual([
      '0.1 [] Be kind.',
      '1.1 [Orders] Read an order first.',
      '1.2 [Orders] Ask before you cancel:',
      '1.2.1 [Orders] the order',
      '1.2.2 [Orders] the reason, which may\ngo on\n\nand on after a line.',
      '1.3 [Orders] Never twice.',
      '1.4 [Orders] A paragraph\nof two lines.',
      '1.5.1 [Refunds] To the card.',
      '2.1 [Users] Only one.',
    ]);
  });

  it('keeps the numbers that the text has', () => {
    const text = `## 2. Refunds

2.3 Within 5 days.

2.1 To the card.

1. First.
2. Second.

### 2.7 Late ones

a word

## Section 9 Others

- 9.4: Given by itself.
- The next.`;
    expect(clausesOf(text)).toEqual([
      '2.3 [Refunds] Within 5 days.',
      '2.1 [Refunds] To the card.',
      '2.4 [Refunds] First.',
      '2.2 [Refunds] Second.',
      '2.7.1 [Late ones] a word',
      '9.4 [Others] Given by itself.',
      '9.2 [Others] The next.',
    ]);
  });

  it('takes plain text, underlined headings, tables and code as they are', () => {
    expect(clausesOf('# Title\n\nOne.')).toEqual(['1 [] One.']);
    expect(clausesOf('## Orders\n\nOne.')).toEqual(['1.1 [Orders] One.']);
    expect(clausesOf('One.\n\nTwo,\nstill two.')).toEqual(['1 [] One.', '2 [] Two,\nstill two.']);
    expect(clausesOf('Orders\n------\n\nOne.\n\nUsers\n=====\nTwo.\n\n---\n\nThree.')).toEqual([
      '1.1 [Orders] One.',
      '2.1 [Users] Two.',
      '2.2 [Users] Three.',
    ]);
    expect(clausesOf('| a | b |\n| - | - |\n| 1 | 2 |')).toEqual(['1 [] | a | b |\n| - | - |\n| 1 | 2 |']);
    expect(clausesOf('```\n# no heading\n\n- no item\n```')).toEqual(['1 [] ```\n# no heading\n\n- no item\n```']);
    expect(clausesOf('\ufeff- a\r\n- b\r')).toEqual(['1 [] a', '2 [] b']);
  });

  it('gives no number twice, whatever the text says', () => {
    const words = fc.constantFrom(
      '# A',
      '## 1. B',
      '### B',
      '1.1 x',
      '2.3 y',
      '- z',
      '  - z',
      '1. n',
      '1. n',
      '7) n',
      '',
      'text',
      '- 1.1 x',
      '---',
      '```',
    );
    fc.assert(
      fc.property(fc.array(words, { maxLength: 60 }), (lines) => {
        const text = [...lines, '```', 'end'].join('\n');
        const ids = splitClauses(text, 'p').map(({ id }) => id);
        expect(new Set(ids).size).toBe(ids.length);
      }),
    );
  });

  it('loses no word', () => {
    const lines = fc.constantFrom('# head', '- item one', '  more', '    - deep', 'plain', '', '3. three', '4.5 four');
    fc.assert(
      fc.property(fc.array(lines, { maxLength: 40 }), (given) => {
        const text = `${given.join('\n')}\n\nend`;
        const said = splitClauses(text, 'p').flatMap(({ text: own }) => own.match(/[a-z]+/g) ?? []);
        const headings = given.filter((line) => line === '# head').length;
        expect(said.length).toBe((text.match(/[a-z]+/g) ?? []).length - headings);
      }),
    );
  });

  it.each([
    ['nothing', '', 'holds no clause'],
    ['headings alone', '# A\n\n## B\n', 'holds no clause'],
    ['what is no text', 'a\0b', 'is no text'],
    ['more than a megabyte', 'a '.repeat(600_000), 'longer than 1000000 characters'],
    ['very many clauses', '- a\n'.repeat(10_001), 'more than 10000 clauses'],
  ])('refuses %s', (_what, text, message) => {
    try {
      splitClauses(text, 'policy.md');
    } catch (error) {
      expect(AppError.isInstance(error) && error.code).toBe('POLICY_INVALID');
      expect(String(error)).toContain(`policy.md: ${message}`);
      return;
    }
    throw new Error('was read');
  });

  it.each([
    ['one long line', `- ${'word '.repeat(190_000)}`],
    ['many lines in one item', `- a\n${'  b\n'.repeat(240_000)}`],
    ['ever deeper items', Array.from({ length: 1_300 }, (_, at) => `${' '.repeat(at)}- a`).join('\n')],
    ['dashes', `${'- '.repeat(499_000)}x`],
    ['numbers', '1.2.3.4.5.6.7.8 '.repeat(60_000)],
    ['the same number again and again', '1.1 a\n\n'.repeat(9_000)],
    ['blank lines', `a${'\n'.repeat(900_000)}`],
    ['marks at the end of a heading', `# ${'#'.repeat(900_000)} a\n\nb`],
  ])('reads a megabyte of %s in no time', (_what, text) => {
    const start = performance.now();
    expect(splitClauses(text, 'p').length).toBeGreaterThan(0);
    expect(performance.now() - start).toBeLessThan(1_500);
  });

  it.skipIf(dataFolder === null)('splits a real policy (no data: skipped)', () => {
    const clauses = splitClauses(readFileSync(dataPath('tau-bench/retail_policy.md'), 'utf8'), 'retail_policy.md');
    expect(clauses).toHaveLength(33);
    const about = clauses.find(({ text }) => text.startsWith('An order can only be cancelled'));
    expect(about).toMatchObject({ id: '2.1', heading: 'Cancel pending order' });
  });
});
