import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codingRun } from './__fixtures__/coding-run.ts';
import { SAMPLE_RUNS } from './__fixtures__/sample-runs.ts';
import { escapeHtml, html, utf8Length } from './html/html-template.ts';
import { layoutJson } from './html/json-layout.ts';
import { mergeRanges, traceText } from './html/trace-text.ts';
import { renderHtml } from './html.ts';

const TAG = /<[^>]*>/g;
const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  '#96': '`',
  '#13': '\r',
};

/** Text content of markup of ours: tags out, references resolved. */
const textOf = (markup: string): string =>
  markup
    .replace(/<button.*?<\/button>/g, '')
    .replace(/<p class="cut">.*?<\/p>/g, '')
    .replace(TAG, '')
    .replace(
      /&(#?\w+);/g,
      (_, name: string) =>
        ENTITIES[name] ?? (name.startsWith('#') ? String.fromCodePoint(Number(name.slice(1))) : `?${name}?`),
    );

const ascii = fc.string({
  unit: fc.constantFrom('a', '<', '>', '"', "'", '`', '&', ';', '\n', '\r', ' ', '{', '}', '\\', ':', ','),
  maxLength: 120,
});
const anyText = fc.oneof(
  ascii,
  fc.json(),
  fc.string({ unit: 'grapheme-ascii', maxLength: 400 }),
  fc.string({ minLength: 2_000, maxLength: 4_000 }),
);
const range = fc.tuple(fc.nat(500), fc.nat(80)).map(([start, length]) => ({ start, end: start + length }));

describe('html', () => {
  it('escapes what is put in, in content and in attributes', () => {
    const text = `<b a="1" b='2'>&\`</b>`;
    expect(html`<p title="${text}">${text}</p>`.markup).toBe(
      '<p title="&lt;b a=&quot;1&quot; b=&#39;2&#39;&gt;&amp;&#96;&lt;/b&gt;">&lt;b a=&quot;1&quot; b=&#39;2&#39;&gt;&amp;&#96;&lt;/b&gt;</p>',
    );
  });

  it('takes markup as it is, joins lists, leaves out null and false', () => {
    expect(html`${html`<i>${1}</i>`}${[html`<b></b>`, '<']}${null}${false}`.markup).toBe('<i>1</i><b></b>&lt;');
  });

  it('is not fooled by data that looks like markup', () => {
    const forged = JSON.parse('{"markup":"<script>"}') as string;
    expect(() => html`${forged}`).toThrow();
  });

  it('keeps the number of UTF-16 units', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(textOf(escapeHtml(text))).toHaveLength(text.length);
      }),
    );
    expect(escapeHtml('a\u0000\u001b\u202e\u{e0041}\ud800\t\n')).toBe('a\ufffd\ufffd\ufffd\ufffd\ufffd\ufffd\t\n');
  });
});

describe('traceText', () => {
  it('has the text itself as its text content, whatever is marked or folded', () => {
    fc.assert(
      fc.property(anyText, fc.array(range, { maxLength: 6 }), (text, marks) => {
        expect(textOf(traceText(text, { key: 'r0e0', marks }).markup)).toBe(textOf(escapeHtml(text)));
      }),
      { numRuns: 400 },
    );
  });

  it('marks exactly what is quoted', () => {
    fc.assert(
      fc.property(anyText, fc.array(range, { maxLength: 6 }), (text, marks) => {
        const { markup } = traceText(text, { key: 'r0e0', marks });
        const marked = [...markup.matchAll(/<mark>(.*?)<\/mark>/gs)].map(([, inner]) => textOf(inner ?? '')).join('');
        const wanted = mergeRanges(marks, text.length).map(({ start, end }) =>
          textOf(escapeHtml(text.slice(start, end))),
        );
        expect(marked).toBe(wanted.join(''));
      }),
    );
  });

  it('opens and closes its elements in order', () => {
    fc.assert(
      fc.property(anyText, fc.array(range, { maxLength: 6 }), (text, marks) => {
        const open: string[] = [];
        for (const [tag] of traceText(text, { key: 'r0e0', marks }).markup.matchAll(TAG)) {
          const name = /^<\/?(\w+)/.exec(tag)?.[1] ?? '';
          if (name === 'br') continue;
          if (tag.startsWith('</')) expect(open.pop()).toBe(name);
          else open.push(name);
        }
        expect(open).toEqual([]);
      }),
    );
  });

  it('says how much it left out of a text that is too long, and keeps the quotes', () => {
    const text = `${'x'.repeat(50_000)}the quote${'y'.repeat(50_000)}`;
    const { markup } = traceText(text, { key: 'k', marks: [{ start: 50_000, end: 50_009 }], maxLength: 8_000 });
    expect(markup).toContain('<mark>the quote</mark>');
    expect(textOf(markup).length).toBeLessThanOrEqual(8_100);
    expect(markup).toMatch(/9\d,\d{3} of 100,009 characters are left out/);
    for (const [, offset, body] of markup.matchAll(/data-o="(\d+)"[^>]*>(.*?)<\/div>/gs)) {
      const shown = textOf(body ?? '');
      expect(text.slice(Number(offset), Number(offset) + shown.length)).toBe(shown);
    }
  });

  it('names characters that hide, and lets joiners do their work in emoji', () => {
    const { markup } = traceText('a\u202eb\u001b[0m 👩‍👧 x\u200dy', { key: 'k' });
    expect(markup).toContain('data-c="U+202E"');
    expect(markup).toContain('data-c="ESC"');
    expect(markup).toContain('👩&#8205;👧');
    expect(markup).toContain('data-c="U+200D"');
  });
});

describe('layoutJson', () => {
  it('spreads what is long, and leaves what is short on its line', () => {
    const text = JSON.stringify({ id: 1, list: [1, 2, 3], text: 'first\nsecond', more: 'x'.repeat(60) });
    const layout = layoutJson(text);
    const lines: string[] = [];
    let from = 0;
    for (const [offset, depth] of [...(layout?.breaks ?? [])].sort((a, b) => a[0] - b[0])) {
      lines.push(text.slice(from, offset));
      from = offset;
      expect(depth).toBeLessThanOrEqual(2);
    }
    expect(lines).toEqual([
      '{',
      '"id":1,',
      '"list":[1,2,3],',
      '"text":"first\\n',
      'second",',
      `"more":"${'x'.repeat(60)}"`,
    ]);
  });

  it('leaves alone what is no JSON, laid out already, or empty', () => {
    for (const text of ['', 'plain', '{not json}', '{\n  "a": 1\n}', '[1', '"text"'])
      expect(layoutJson(text)).toBeNull();
  });
});

describe('renderHtml', () => {
  const names = Object.keys(SAMPLE_RUNS) as (keyof typeof SAMPLE_RUNS)[];

  it('gives the same page for the same run', () => {
    for (const name of names) expect(renderHtml([SAMPLE_RUNS[name]()])).toBe(renderHtml([SAMPLE_RUNS[name]()]));
  });

  it('names no address of any other place, and no inline handler or style', () => {
    for (const name of names) {
      if (name === 'hostile') continue;
      const page = renderHtml([SAMPLE_RUNS[name]()]);
      expect(page).not.toMatch(/https?:|url\(|@import| style="| on\w+="/);
    }
  });

  it('uses every id once', () => {
    const page = renderHtml(names.map((name) => SAMPLE_RUNS[name]()));
    const ids = [...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const known = new Set(ids);
    for (const [, target] of page.matchAll(/ href="#([^"]*)"/g)) expect(known).toContain(target);
  });

  it.each([
    [600, 2_000, 20_000_000],
    [5_000, 1, 1_000_000],
    [5_000, 40, 2_000_000],
  ])('keeps %i steps, texts %i times as long, within %i bytes and says what it left out', (steps, factor, maxBytes) => {
    const page = renderHtml([codingRun(steps, factor)], { maxBytes });
    expect(Buffer.byteLength(page)).toBeLessThanOrEqual(maxBytes);
    expect(page).toMatch(/[\d,]+ of [\d,]+ steps are shown as one line/);
    expect(page).toContain('class="step agent guilty"');
  });

  it('keeps many runs within its bytes and says how many have no details', () => {
    const runs = Array.from({ length: 400 }, () => SAMPLE_RUNS.failed());
    const page = renderHtml(runs, { maxBytes: 3_000_000 });
    expect(Buffer.byteLength(page)).toBeLessThanOrEqual(3_000_000);
    expect(page).toMatch(/\d+ of 400 runs are listed without their details/);
    expect(page.match(/<tr><th scope="row">/g)).toHaveLength(400);
  });

  it('says that there is nothing where there is nothing', () => {
    expect(renderHtml([])).toContain('0 runs');
  });
});

describe('utf8Length', () => {
  it('is the number of bytes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(utf8Length(text)).toBe(Buffer.byteLength(text));
      }),
    );
  });
});
