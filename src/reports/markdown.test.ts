import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MARKDOWN_PAYLOADS } from './__fixtures__/hostile-run.ts';
import { SAMPLE_RUNS } from './__fixtures__/sample-runs.ts';
import { codeBlock, codeSpan, inertText } from './markdown/inert-markdown.ts';
import { markdown, renderMarkdown } from './markdown.ts';

const samples = Object.entries(SAMPLE_RUNS).map(([name, make]) => [name, make()] as const);

/** The report without its code: blocks and spans, whose content no renderer interprets. */
function outsideCode(text: string): string {
  const lines: string[] = [];
  let fence: string | null = null;
  for (const line of text.split('\n')) {
    const ticks = /^(`{3,})(?:text)?$/.exec(line)?.[1];
    if (fence === null && ticks !== undefined) fence = ticks;
    else if (fence !== null && line === fence) fence = null;
    else if (fence === null) lines.push(line);
  }
  expect(fence).toBeNull();
  return lines.map((line) => line.replace(/(?<![\\`])(`+)(?!`)(.*?[^`])\1(?!`)/g, '')).join('\n');
}

describe('renderMarkdown', () => {
  it.each(samples)('tells the sample "%s" as its golden file has it', async (name, run) => {
    await expect(renderMarkdown(run)).toMatchFileSnapshot(`./__fixtures__/golden/${name}.md`);
  });

  it('holds no tag, mention, link or reference of the trace', () => {
    const text = outsideCode(renderMarkdown(SAMPLE_RUNS.hostile()));
    const tags = [...text.matchAll(/<[^>\n]*>/g)].map(([tag]) => tag);
    expect(new Set(tags)).toEqual(new Set(['<details>', '<summary>', '</summary>', '</details>', '<sub>', '</sub>']));
    expect(text).not.toMatch(/@|:\/\/|www\.|(?<![&\w])#\d|GH-\d/);
    expect(text).not.toMatch(/(?<!\\)\]\(/);
  });

  it('stays below what a comment holds', () => {
    for (const [, run] of samples) expect(renderMarkdown(run).length).toBeLessThan(60_000);
    const many = markdown.renderMany(Array.from({ length: 300 }, () => SAMPLE_RUNS.hostile()));
    expect(many.length).toBeLessThan(65_536);
    expect(many).toMatch(/details of \d+ runs are left out/);
    expect(many).toContain('and 150 more runs, not listed here');
  });
});

describe('inertText, codeSpan and codeBlock', () => {
  it.each(MARKDOWN_PAYLOADS)('takes the markup out of %j', (payload) => {
    const text = outsideCode(inertText(payload));
    expect(text).not.toMatch(/[<@]|(?<!\\)[[\]*`_~]/);
  });

  it('keeps plain sentences as they are', () => {
    const sentence = 'the answer says 11 options (10 + 1), the tool\'s list "A" holds 10: see step 9!';
    expect(inertText(sentence)).toBe(sentence);
  });

  it('never lets a text close its own code', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('`', '``', '```', ' ', 'a', '\n', '<b>'), maxLength: 40 }),
        (text) => {
          const span = codeSpan(text);
          if (span !== '(empty)') {
            const fence = /^`+/.exec(span)?.[0] ?? '';
            const inside = span.slice(fence.length, -fence.length);
            expect(span.endsWith(fence)).toBe(true);
            expect(inside.match(/`+/g) ?? []).not.toContain(fence);
          }
          const block = codeBlock(text).split('\n');
          const open = (block[0] ?? '').replace('text', '');
          expect(block.at(-1)).toBe(open);
          expect(block.slice(1, -1).filter((line) => line.trim().startsWith(open))).toEqual([]);
        },
      ),
    );
  });
});
