import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Run } from '../src/contracts/run.ts';
import { codingRun } from '../src/reports/__fixtures__/coding-run.ts';
import { SAMPLE_RUNS, type SampleName } from '../src/reports/__fixtures__/sample-runs.ts';
import { HIDDEN } from '../src/reports/html/html-template.ts';
import { renderHtml } from '../src/reports/html.ts';
import { chromiumPath } from './chromium.ts';

// Opens reports in a real browser, from files, as a reader does. What runs inside the page is given as text: the
// project is not type-checked against a browser's globals.

const names = Object.keys(SAMPLE_RUNS) as SampleName[];
let folder: string;
let browser: Browser;

interface Opened {
  readonly page: Page;
  /** What the page tried to do beyond showing itself. */
  readonly attempts: readonly string[];
}

interface OpenOptions {
  readonly width?: number;
  readonly scheme?: 'light' | 'dark';
  readonly scripts?: boolean;
  readonly reducedMotion?: boolean;
}

async function open(markup: string, options: OpenOptions = {}): Promise<Opened> {
  const { width = 1280, scheme = 'light', scripts = true, reducedMotion = false } = options;
  const file = join(folder, `${Math.random().toString(36).slice(2)}.html`);
  writeFileSync(file, markup);
  const context = await browser.newContext({
    viewport: { width, height: 860 },
    colorScheme: scheme,
    javaScriptEnabled: scripts,
    reducedMotion: reducedMotion ? 'reduce' : 'no-preference',
  });
  const page = await context.newPage();
  const attempts: string[] = [];
  const url = pathToFileURL(file).href;
  page.on('request', (request) => {
    if (request.url().replace(/#.*/, '') !== url) attempts.push(`request ${request.url()}`);
  });
  page.on('dialog', (dialog) => {
    attempts.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('console', (message) => attempts.push(`console ${message.text()}`));
  page.on('pageerror', (error) => attempts.push(`error ${error.message}`));
  page.on('popup', () => attempts.push('popup'));
  page.on('framenavigated', (frame) => {
    if (frame.url().replace(/#.*/, '') !== url) attempts.push(`navigation ${frame.url()}`);
  });
  await page.goto(url);
  return { page, attempts };
}

const visible = (text: string): string => text.replace(HIDDEN, (hidden) => '\ufffd'.repeat(hidden.length));

/** Text as it is rendered: without what the style hides. */
const rendered = (page: Page, selector: string): Promise<string> =>
  // biome-ignore lint/performance/useDomNodeTextContent: what is hidden must not count
  page.locator(selector).innerText();

async function expectNoOverflow(page: Page, about: string): Promise<void> {
  const excess = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
  expect(excess, about).toBeLessThanOrEqual(0);
}

/** Text on the page whose contrast is below WCAG's AA, with its ratio. */
const LOW_CONTRAST = `(() => {
  const parse = (color) => {
    const parts = color.match(/[\\d.]+/g).map(Number);
    return { rgb: parts.slice(0, 3), alpha: parts[3] ?? 1 };
  };
  const luminance = (rgb) => {
    const [r, g, b] = rgb.map((part) => { const c = part / 255; return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4; });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const background = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const { rgb, alpha } = parse(getComputedStyle(at).backgroundColor);
      if (alpha === 1) return rgb;
    }
    return [255, 255, 255];
  };
  const low = [];
  let seen = 0;
  for (const element of document.querySelectorAll('body *')) {
    if (![...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== '')) continue;
    const style = getComputedStyle(element);
    const size = parseFloat(style.fontSize);
    if (size === 0 || !element.checkVisibility()) continue;
    seen++;
    const [a, b] = [luminance(parse(style.color).rgb), luminance(background(element))].sort((x, y) => y - x);
    const ratio = (a + 0.05) / (b + 0.05);
    const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    if (ratio < (large ? 3 : 4.5)) low.push(element.tagName + '.' + element.className + ' ' + ratio.toFixed(2) + ' ' + element.textContent.slice(0, 30));
  }
  return { seen, low: [...new Set(low)] };
})()`;

describe.skipIf(chromiumPath === null)('the HTML report in a browser (no Chromium)', () => {
  const reports = new Map<string, { readonly run: Run; readonly markup: string }>();
  const reportOf = (name: SampleName) => {
    const known = reports.get(name);
    if (known !== undefined) return known;
    const run = SAMPLE_RUNS[name]();
    const made = { run, markup: renderHtml([run], { version: '0.0.0' }) };
    reports.set(name, made);
    return made;
  };

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'culprit-report-'));
    browser = await chromium.launch({
      executablePath: chromiumPath ?? '',
      args: [
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    });
  }, 60_000);

  afterEach(async () => {
    for (const context of browser.contexts()) await context.close();
  });

  afterAll(async () => {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  }, 60_000);

  describe('with a hostile trace', () => {
    const poke = async (page: Page) => {
      await page.evaluate(`(() => {
        for (const details of document.querySelectorAll('details')) details.open = true;
        for (const button of document.querySelectorAll('.more, .filters input[type=checkbox]')) button.click();
        for (const element of document.querySelectorAll('a, button, input, summary, [tabindex]')) element.focus();
        for (const element of document.querySelectorAll('*')) {
          for (const type of ['mouseover', 'mouseenter', 'focus', 'error', 'load', 'toggle', 'animationstart']) element.dispatchEvent(new Event(type));
        }
      })()`);
      await page.waitForTimeout(200);
    };

    it('runs nothing, loads nothing and asks for nothing', async () => {
      const { page, attempts } = await open(reportOf('hostile').markup);
      await poke(page);
      await page.evaluate(`for (const link of document.querySelectorAll('a[href]')) link.click()`);
      expect(await page.evaluate('globalThis.__pwned ?? 0')).toBe(0);
      expect(attempts).toEqual([]);
    });

    it('runs nothing in a report on many runs', async () => {
      const { page, attempts } = await open(renderHtml([reportOf('failed').run, reportOf('hostile').run]));
      await page.locator('.runs a').nth(1).click();
      await poke(page);
      expect(await page.evaluate('globalThis.__pwned ?? 0')).toBe(0);
      expect(attempts).toEqual([]);
    });

    it('holds no element, attribute or address that the trace brought along', async () => {
      const { page } = await open(reportOf('hostile').markup);
      const odd = await page.evaluate<string[]>(`(() => {
        const odd = [];
        const tags = new Set(['script', 'style']);
        for (const element of document.querySelectorAll('*')) {
          const tag = element.tagName.toLowerCase();
          if (/^(img|iframe|object|embed|link|base|form|math|template|noscript|textarea|animate|audio|video|frame)$/.test(tag)) odd.push(tag);
          for (const { name, value } of element.attributes) {
            if (/^on|^style$|^src|^action$|^formaction$|^ping$|^xlink/.test(name)) odd.push(tag + ' ' + name);
            if (name === 'href' && value[0] !== '#') odd.push('href ' + value);
          }
        }
        return odd.concat([...document.querySelectorAll('script, style')].length === 2 ? [] : ['more scripts or styles']);
      })()`);
      expect(odd).toEqual([]);
    });

    it('would be stopped by its policy if escaping ever failed', async () => {
      const injected = reportOf('failed').markup.replace(
        '<div class="page">',
        `<div class="page"><script>globalThis.__pwned = 1</script><img src="x" onerror="globalThis.__pwned = 2"><img src="https://attacker.invalid/a.png">
         <a id="trap" href="javascript:globalThis.__pwned = 3">x</a><style>body{display:none}</style><p id="styled" style="color:rgb(1,2,3)">x</p>
         <iframe src="https://attacker.invalid/"></iframe><form action="https://attacker.invalid/"><button id="send">x</button></form>`,
      );
      const { page, attempts } = await open(injected);
      await page.evaluate(`document.getElementById('trap').click()`);
      await page.evaluate(`document.getElementById('send').click()`);
      await page.waitForTimeout(300);
      expect(await page.evaluate('globalThis.__pwned ?? 0')).toBe(0);
      expect(await page.evaluate(`getComputedStyle(document.body).display`)).toBe('block');
      expect(await page.evaluate(`getComputedStyle(document.getElementById('styled')).color`)).not.toBe('rgb(1, 2, 3)');
      // Chromium announces a blocked request before it stops it; none may have got further than the policy.
      const refused = attempts.filter((attempt) => attempt.startsWith('console '));
      expect(refused.length).toBeGreaterThan(5);
      for (const attempt of refused) expect(attempt).toMatch(/Content Security Policy|Trusted/);
    });

    it('shows every text of the trace unit by unit', async () => {
      const { run, markup } = reportOf('hostile');
      const { page } = await open(markup);
      const shown = await page.evaluate<Record<string, string>>(
        `Object.fromEntries([...document.querySelectorAll('.step .t')].map((box) => [box.dataset.e, box.textContent]))`,
      );
      const events = run.trajectory.steps.flatMap((step) => step.events);
      expect(Object.keys(shown).length).toBeGreaterThan(40);
      for (const [key, text] of Object.entries(shown)) {
        const event = events[Number(key.replace(/^r0e/, ''))];
        // Joiners of emoji and of scripts that need them stay as they are.
        expect(visible(text)).toBe(visible(event?.text ?? 'no such event'));
        expect(text).not.toMatch(/[\u202a-\u202e\u2066-\u2069\u200b\u{e0000}-\u{e0fff}]/u);
      }
    });
  });

  it.each(['failed', 'succeeded', 'incomplete', 'one-step', 'long', 'hostile'] as const)(
    'leads from each quote of "%s" to exactly its words',
    async (name) => {
      const { run, markup } = reportOf(name);
      const { page, attempts } = await open(markup);
      await page.evaluate(`for (const details of document.querySelectorAll('details')) details.open = true`);
      const quotes = await page.locator('.quote[data-q]:not([data-q=""])').all();
      expect(quotes.length).toBeGreaterThan(0);
      const events = run.trajectory.steps.flatMap((step) => step.events);
      for (const quote of quotes.slice(0, 16)) {
        const [key = '', start = '', end = ''] = ((await quote.getAttribute('data-q')) ?? '').split('-');
        const event = events[Number(key.replace(/^r0e/, ''))];
        await quote.click();
        const marked = await page.evaluate<string>(
          `[...document.querySelectorAll('mark.hit')].map((mark) => mark.textContent).join('')`,
        );
        expect(marked).toBe(visible(event?.text.slice(Number(start), Number(end)) ?? ''));
        expect(marked.length).toBeGreaterThan(0);
        await expect
          .poll(() =>
            page.evaluate<boolean>(`(() => {
          const box = document.querySelector('mark.hit').getBoundingClientRect();
          return box.height > 0 && box.bottom > 48 && box.top < innerHeight;
        })()`),
          )
          .toBe(true);
      }
      expect(attempts).toEqual([]);
    },
  );

  it('opens at the words that an address names', async () => {
    const { run, markup } = reportOf('failed');
    const { page } = await open(markup);
    const address = await page.locator('.findings .quote').first().getAttribute('data-q');
    await page.evaluate(`location.hash = ${JSON.stringify(address)}`);
    const words = run.validationLog.outcomes[0]?.evidence[0]?.quote;
    await expect.poll(() => page.locator('mark.hit').allTextContents()).toEqual([words]);
    await page.goBack();
  });

  it.each([...names, 'many runs'] as const)(
    'never scrolls sideways with "%s", from 360 to 1280 pixels',
    async (name) => {
      const runs = (name === 'many runs' ? names : [name]).map((one) => reportOf(one).run);
      const { page } = await open(renderHtml(runs));
      const atEachWidth = async (about: string) => {
        for (const width of [360, 390, 768, 1280]) {
          await page.setViewportSize({ width, height: 860 });
          await expectNoOverflow(page, `${about} at ${width}`);
        }
      };
      await atEachWidth('folded');
      await page.evaluate(`(() => {
      for (const details of [...document.querySelectorAll('details')].slice(0, 200)) details.open = true;
      for (const button of document.querySelectorAll('.more')) button.click();
      for (const box of document.querySelectorAll('.filters input[type=checkbox]:not(:checked)')) box.click();
    })()`);
      await atEachWidth('unfolded');
    },
  );

  it.each(
    (['failed', 'succeeded', 'abstained', 'incomplete', 'hostile'] as const).flatMap((name) =>
      (['light', 'dark'] as const).map((scheme) => ({ name, scheme })),
    ),
  )('has enough contrast: $name, $scheme', async ({ name, scheme }) => {
    const { page } = await open(reportOf(name).markup, { scheme });
    await page.evaluate(`(() => {
      for (const details of document.querySelectorAll('details')) details.open = true;
      for (const box of document.querySelectorAll('.filters input[type=checkbox]:not(:checked)')) box.click();
      document.querySelector('.checks .quote')?.click();
    })()`);
    const { seen, low } = await page.evaluate<{ seen: number; low: string[] }>(LOW_CONTRAST);
    expect(seen).toBeGreaterThan(80);
    expect(low).toEqual([]);
  });

  it('follows the system between light and dark, and its own switch', async () => {
    const { page } = await open(reportOf('failed').markup, { scheme: 'dark' });
    const ground = () => page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
    const dark = await ground();
    await page.locator('.theme').click();
    const light = await ground();
    expect(light).not.toBe(dark);
    await page.locator('.theme').click();
    expect(await ground()).toBe(dark);
    await page.emulateMedia({ colorScheme: 'light' });
    const { page: other } = await open(reportOf('failed').markup, { scheme: 'light' });
    expect(await other.evaluate<string>('getComputedStyle(document.body).backgroundColor')).toBe(light);
  });

  it('is walked through with the keyboard', async () => {
    const { page } = await open(reportOf('failed').markup);
    const stops = await page.evaluate<number>(`document.querySelectorAll('.tl a[tabindex="0"]').length`);
    expect(stops).toBe(1);
    await page.locator('.tl a[tabindex="0"]').focus();
    const focused = () =>
      page.evaluate<string>('document.activeElement.getAttribute("href") ?? document.activeElement.id');
    expect(await focused()).toBe('#r0s9');
    await page.keyboard.press('ArrowLeft');
    expect(await focused()).toBe('#r0s8');
    await page.keyboard.press('End');
    expect(await focused()).toBe('#r0s19');
    await page.keyboard.press('Enter');
    await expect.poll(focused).toBe('r0s19');
  });

  it('does not move things for those who ask it not to', async () => {
    const running = `(location.hash = 'r0s9', new Promise((done) => setTimeout(() => done(document.getAnimations().length), 100)))`;
    const still = await open(reportOf('failed').markup, { reducedMotion: true });
    expect(await still.page.evaluate(running)).toBe(0);
    const moving = await open(reportOf('failed').markup);
    expect(await moving.page.evaluate(running)).toBeGreaterThan(0);
  });

  it('filters the checks', async () => {
    const { page } = await open(reportOf('failed').markup);
    const shown = () => page.locator('.log tbody tr:visible').count();
    expect(await shown()).toBe(5);
    await page.locator('.filters input[value=satisfied]').check();
    expect(await shown()).toBe(8);
    await page.locator('.find input').fill('order id');
    expect(await shown()).toBe(1);
    expect(await page.locator('.count').textContent()).toBe('1 of 8 shown');
  });

  it('shows everything without its script', async () => {
    const { run, markup } = reportOf('failed');
    const { page } = await open(markup, { scripts: false });
    const result = run.trajectory.steps[8]?.events[0]?.text ?? '';
    expect((await rendered(page, '#r0s8 .t')).replace(/\s/g, '')).toBe(result.replace(/\s/g, ''));
    expect(await page.locator('.log tbody tr:visible').count()).toBe(8);
    const many = await open(renderHtml([run, reportOf('succeeded').run]), { scripts: false });
    expect(await many.page.locator('.run:visible').count()).toBe(2);
  });

  it('unfolds long texts, losing nothing', async () => {
    const run = codingRun(60, 200);
    const { page } = await open(renderHtml([run]));
    const text = run.trajectory.steps[9]?.events[0]?.text ?? '';
    expect(text.length).toBeGreaterThan(10_000);
    expect((await rendered(page, '#r0s9 .t')).length).toBeLessThan(3_000);
    await page.locator('#r0s9 .more').click();
    expect(await rendered(page, '#r0s9 .t')).toBe(text);
  });

  it('goes from the table of many runs to one and back', async () => {
    const runs = names.map((name) => reportOf(name).run);
    const { page, attempts } = await open(renderHtml(runs));
    expect(await page.locator('.run:visible').count()).toBe(0);
    await page.locator('.runs a').nth(3).click();
    // The page follows its address, which changes after the click has been taken.
    await expect.poll(() => page.locator('.run:visible').count()).toBe(1);
    expect(await page.locator('.run:visible').getAttribute('id')).toBe('r3');
    expect(await page.locator('.index:visible').count()).toBe(0);
    await page.locator('#r3 .checks .quote').first().click();
    await expect.poll(() => page.locator('mark.hit').count()).toBeGreaterThan(0);
    await page.locator('#r3 .brand').click();
    await expect.poll(() => page.locator('.run:visible').count()).toBe(0);
    expect(await page.locator('.runs tbody tr').count()).toBe(runs.length);
    expect(attempts).toEqual([]);
  });

  it('stays usable with 50,000 steps', async () => {
    const markup = renderHtml([codingRun(50_000)]);
    expect(Buffer.byteLength(markup)).toBeLessThan(20_000_000);
    const { page } = await open(markup);
    expect(await page.locator('.cut').allTextContents()).toContain(
      '48,000 of 50,000 steps are shown as one line, to keep this file small.',
    );
    expect(await page.locator('.tl a').count()).toBeLessThanOrEqual(1_500);
    await page.evaluate(`location.hash = 'r0s30001'`);
    await expect.poll(() => page.locator('#r0s30001').isVisible()).toBe(true);
    await page.locator('.findings .quote').first().click();
    expect(await page.locator('mark.hit').allTextContents()).toEqual(['src/server/routes.ts']);
    await expectNoOverflow(page, '50,000 steps');
  }, 240_000);
});
