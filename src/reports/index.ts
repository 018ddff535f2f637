import { json } from './json.ts';
import { jsonl } from './jsonl.ts';
import { markdown } from './markdown.ts';
import type { Report } from './report.ts';
import { terminal } from './terminal.ts';

export { renderErrorLine } from './jsonl.ts';
export { renderSummary } from './terminal/render-summary.ts';

/** Every report, by id. */
export const REPORTS = {
  terminal,
  markdown,
  json,
  jsonl,
  html: { ...terminal, extension: 'html' },
} satisfies Record<string, Report>;
