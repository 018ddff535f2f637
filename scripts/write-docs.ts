import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { DocPage } from './docs/page.ts';

const ROOT = resolve(import.meta.dirname, '..');
export const NOTE = '<!-- Written by `npm run docs` from the tables the program uses. Edit those, not this page. -->';
/** Fewer pages than this, and the generators were not found. */
const MIN_PAGES = 5;

/** Every page that is written from a table: the default exports of scripts/docs. */
export async function docPages(): Promise<readonly DocPage[]> {
  const folder = join(import.meta.dirname, 'docs');
  const files = readdirSync(folder).filter((file) => file.endsWith('.ts') && file !== 'page.ts');
  const pages: DocPage[] = [];
  for (const file of files.sort()) {
    const module = (await import(pathToFileURL(join(folder, file)).href)) as { readonly default?: DocPage };
    if (module.default === undefined) throw new Error(`scripts/docs/${file} exports no page as its default`);
    pages.push(module.default);
  }
  if (pages.length < MIN_PAGES) throw new Error(`found ${pages.length} pages, expected at least ${MIN_PAGES}`);
  return pages;
}

/** The text of a page, as it should stand in the file. */
export async function pageText(page: DocPage): Promise<string> {
  const written = (await page.render()).trimEnd();
  if (page.block === undefined) return `${NOTE}\n\n${written}\n`;
  const text = readFileSync(join(ROOT, page.path), 'utf8');
  const [start, end] = [`<!-- ${page.block} -->`, `<!-- /${page.block} -->`];
  const [from, to] = [text.indexOf(start), text.indexOf(end)];
  if (from === -1 || to < from) throw new Error(`${page.path} has no part between ${start} and ${end}`);
  return `${text.slice(0, from)}${start}\n${written}\n${text.slice(to)}`;
}

async function main(checkOnly: boolean): Promise<number> {
  const stale: string[] = [];
  const pages = await docPages();
  for (const page of pages) {
    const file = join(ROOT, page.path);
    const text = await pageText(page);
    if (existsSync(file) && readFileSync(file, 'utf8') === text) continue;
    stale.push(page.path);
    if (checkOnly) continue;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  for (const path of stale) console.log(checkOnly ? `${path} does not say what the program does` : `${path} written`);
  console.log(`${pages.length} pages, ${stale.length} ${checkOnly ? 'out of date' : 'changed'}`);
  return checkOnly && stale.length > 0 ? 1 : 0;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  process.exitCode = await main(process.argv.includes('--check'));
}
