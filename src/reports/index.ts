import { html } from './html.ts';
import { json } from './json.ts';
import { jsonl } from './jsonl.ts';
import { markdown } from './markdown.ts';
import type { Report } from './report.ts';
import { terminal } from './terminal.ts';

export { renderHtml } from './html.ts';
export { renderErrorLine } from './jsonl.ts';
export type { NotRead, Report, ReportOptions } from './report.ts';
export { renderSummary } from './terminal/render-summary.ts';

/** Every way to tell a Run, by the name that a user gives. */
export const REPORTS = { terminal, markdown, json, jsonl, html } as const satisfies Record<string, Report>;

export type ReportName = keyof typeof REPORTS;
