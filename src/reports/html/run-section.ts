import { coverage, provenance } from './about.ts';
import { checks } from './checks.ts';
import { type Html, html, utf8Length } from './html-template.ts';
import type { RunView } from './run-view.ts';
import { spread } from './spread.ts';
import { stepList } from './step-list.ts';
import { timeline } from './timeline.ts';
import { verdict } from './verdict.ts';
import { why } from './why.ts';

export interface SectionOptions {
  /** Bytes of UTF-8 that the section may have, about. */
  readonly maxBytes: number;
  readonly version: string | null;
}

/** Bytes of a timeline cell, for the budget of the steps. */
const CELL_BYTES = 420;

/** Everything about one run: verdict, timeline, findings and steps. */
export function runSection(view: RunView, { maxBytes, version }: SectionOptions): Html {
  const top = verdict(view);
  const reasons = why(view);
  const findings = html`${reasons}${spread(view)}${checks(view)}${coverage(view)}${provenance(view, version)}`;
  const cells = Math.min(1_500, view.run.trajectory.steps.length) * CELL_BYTES;
  const used = utf8Length(top.markup) + utf8Length(findings.markup) + cells;
  const { section, anchorOf } = stepList(view, Math.max(20_000, maxBytes - used));
  const { prefix } = view;
  const to = (id: string, text: string) => html`<a href="#${prefix}${id}">${text}</a>`;
  return html`<section class="run" id="${prefix}">
<nav class="bar" aria-label="Parts of the report">${view.level === 1 ? html`<a class="brand" href="#${prefix}">Culprit</a>` : html`<a class="brand" href="#top">All runs</a>`}
<span class="links">${to('time', 'Timeline')}${reasons === null ? null : to('why', 'Why')}${to('checks', 'Checks')}${to('steps', 'Steps')}</span>
<button type="button" class="theme" aria-label="Switch between light and dark"></button></nav>
<div class="page">${top}${timeline(view, anchorOf)}
<div class="cols"><div class="side">${findings}</div>${section}</div></div>
</section>`;
}
