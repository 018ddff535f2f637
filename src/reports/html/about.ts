import { excerpt } from '../../base/text.ts';
import { coverageNotes } from '../wording/coverage-notes.ts';
import { countOf, formatCount } from '../wording/format-number.ts';
import { formatCost, formatRead } from '../wording/format-sureness.ts';
import { type Html, type HtmlPart, html } from './html-template.ts';
import { heading } from './page-links.ts';
import type { RunView } from './run-view.ts';

const MAX_NOTES = 60;
const MAX_NAMES = 60;

/** What was read and what was not. */
export function coverage(view: RunView): Html {
  const { diagnosis } = view.run;
  const notes = coverageNotes(diagnosis.coverage);
  const left = notes.length - MAX_NOTES;
  return html`<section class="card" id="${view.prefix}coverage">${heading(view, 1, 'Coverage')}
<p>${formatRead(diagnosis)}${diagnosis.coverage.complete ? ', and the trace is complete.' : '.'}</p>
${notes.length === 0 ? null : html`<ul class="notes">${notes.slice(0, MAX_NOTES).map(({ text, loud }) => html`<li class="${loud ? 'warn' : ''}">${excerpt(text, 400)}</li>`)}</ul>`}
${left > 0 ? html`<p class="note">and ${countOf(left, 'more note')}</p>` : null}</section>`;
}

/** What the diagnosis was made with and from, so that it can be made again. */
export function provenance(view: RunView, version: string | null): Html {
  const { diagnosis, trajectory, judgments, graph } = view.run;
  const rows: Html[] = [];
  const add = (term: string, value: HtmlPart) => rows.push(html`<div><dt>${term}</dt><dd>${value}</dd></div>`);
  if (version !== null) add('Culprit', version);
  add('Judge', `${excerpt(diagnosis.judge.id, 80)} ${excerpt(diagnosis.judge.version, 40)}`);
  if (judgments.length > 1) {
    add(
      'Judgments',
      judgments.map(({ judge, judgeVersion }) => `${excerpt(judge, 60)} ${excerpt(judgeVersion, 40)}`).join(', '),
    );
  }
  add('Took', formatCost(diagnosis));
  add(
    'Source',
    html`${excerpt(trajectory.source.uri ?? 'given as text', 300)}${trajectory.source.recordRef === '' ? null : html` <code>${excerpt(trajectory.source.recordRef, 120)}</code>`}`,
  );
  add('Trajectory', html`${excerpt(trajectory.id, 160)} <code>${diagnosis.madeFrom.trajectory}</code>`);
  add(
    'Graph',
    html`${countOf(graph.nodes.length, 'node')}, ${countOf(graph.edges.length, 'edge')} <code>${diagnosis.madeFrom.graph}</code>`,
  );
  add(
    'Validation log',
    html`${countOf(view.run.validationLog.outcomes.length, 'entry', 'entries')} <code>${diagnosis.madeFrom.validationLog}</code>`,
  );
  add('Judgment', html`<code>${diagnosis.madeFrom.judgment}</code>`);
  add('Reference answers', diagnosis.usedReference ? 'used' : 'not read');
  add('Agents', names(trajectory.agents.map(({ name }) => name)));
  if (trajectory.tools.length > 0) add('Tools', names(trajectory.tools.map(({ name }) => name)));
  if (trajectory.usage !== null) {
    const { inputTokens, outputTokens, costUsd } = trajectory.usage;
    const count = (tokens: number | null) => (tokens === null ? 'unknown' : formatCount(tokens));
    add(
      "The agent's own use",
      `${count(inputTokens)} tokens in, ${count(outputTokens)} out${costUsd === null ? '' : `, $${costUsd}`}`,
    );
  }
  return html`<section class="card" id="${view.prefix}made">${heading(view, 1, 'How it was made')}<dl class="made">${rows}</dl></section>`;
}

function names(all: readonly string[]): string {
  const shown = all.slice(0, MAX_NAMES).map((name) => excerpt(name, 80));
  return `${shown.join(', ')}${all.length > MAX_NAMES ? ` and ${formatCount(all.length - MAX_NAMES)} more` : ''}`;
}
