import { existsSync, statSync } from 'node:fs';
import { extname, resolve } from 'node:path';
import { AppError } from '../../base/errors.ts';
import type { FlagValues } from '../flags.ts';

export type ReportName = 'terminal' | 'json' | 'jsonl' | 'markdown' | 'html';

/** What is written, and where. */
export interface ReportChoice {
  readonly report: ReportName;
  /** Null = standard output. */
  readonly out: { readonly path: string; readonly isFolder: boolean } | null;
  /** Path of an HTML page that is written as well. */
  readonly html: string | null;
  readonly full: boolean;
}

const BY_EXTENSION: Readonly<Record<string, ReportName>> = {
  '.json': 'json',
  '.jsonl': 'jsonl',
  '.ndjson': 'jsonl',
  '.md': 'markdown',
  '.html': 'html',
  '.htm': 'html',
};

/**
 * The report that the flags ask for; the extension of `--out` decides where no flag does.
 * @throws AppError USAGE_INVALID where flags contradict each other
 */
export function chooseReport(flags: FlagValues, cwd: string): ReportChoice {
  const named = (['json', 'jsonl', 'markdown'] as const).filter((name) => flags[name] === true);
  if (named.length > 1) throw new AppError('USAGE_INVALID', `--${named.join(' and --')} exclude each other`);
  const path = typeof flags.out === 'string' ? flags.out : null;
  const out = path === null ? null : { path, isFolder: isFolder(path, cwd) };
  const html = typeof flags.html === 'string' ? flags.html : null;
  if (html !== null && !isPageName(html)) {
    throw new AppError('USAGE_INVALID', `--html ${html}: the name of a page ends in .html, and there is no such trace`);
  }
  const full = flags.full === true;
  if (html !== null && out !== null && resolve(cwd, out.path) === resolve(cwd, html)) {
    return { report: named[0] ?? 'terminal', out: null, html, full };
  }
  const byExtension = out === null || out.isFolder ? undefined : BY_EXTENSION[extname(out.path).toLowerCase()];
  return { report: named[0] ?? byExtension ?? 'terminal', out, html, full };
}

/** Whether a file is named like a page. */
export const isPageName = (path: string): boolean => /\.html?$/i.test(path);

function isFolder(path: string, cwd: string): boolean {
  const full = resolve(cwd, path);
  return /[/\\]$/.test(path) || (existsSync(full) && statSync(full).isDirectory());
}
