import { excerpt } from '../../base/text.ts';
import { CATEGORIES } from '../../taxonomy/categories.ts';
import { MODES } from '../../taxonomy/modes.ts';
import { OWNERS } from '../../taxonomy/owners.ts';
import { coverageNotes } from '../wording/coverage-notes.ts';
import { countOf } from '../wording/format-number.ts';
import { formatOutcome } from '../wording/format-source.ts';
import { formatChecks, formatCost, formatQuotes, formatRead, formatSureness } from '../wording/format-sureness.ts';
import { MARKER_WORDS } from '../wording/marker-words.ts';
import { type Html, type HtmlPart, html } from './html-template.ts';
import { quoteLink, stepLink } from './page-links.ts';
import type { RunView } from './run-view.ts';
import { traceText } from './trace-text.ts';

const MAX_QUOTES = 3;
const MAX_FINDINGS = 3;

/** The answer, before anything else: which step, what kind, the words that show it, who can fix it, how sure. */
export function verdict(view: RunView): Html {
  const { diagnosis } = view.run;
  const tone =
    diagnosis.outcome === 'succeeded'
      ? 'good'
      : view.lead === null || diagnosis.outcome === 'unknown'
        ? 'unsure'
        : 'bad';
  const title = excerpt(diagnosis.headline, 600);
  return html`<header class="verdict ${tone}">
<p class="src"><span class="name">${excerpt(view.name, 160)}</span> <span class="chip">${excerpt(diagnosis.source.format, 60)}</span> <span class="chip">${countOf(diagnosis.stepCount, 'step')}</span> <span class="chip out-${diagnosis.outcome}">${excerpt(formatOutcome(diagnosis), 160)}</span>${targetChip(view)}</p>
${view.level === 1 ? html`<h1>${title}</h1>` : html`<h2 class="h1">${title}</h2>`}
${warnings(view)}
${findings(view)}
${facts(view)}
${task(view)}
</header>`;
}

function targetChip({ run: { diagnosis }, lead }: RunView): Html | null {
  if (lead === null || diagnosis.target === 'critical' || diagnosis.markers[diagnosis.target] === null) return null;
  return html` <span class="chip">led by: ${MARKER_WORDS[diagnosis.target].name}</span>`;
}

function warnings({ run: { diagnosis } }: RunView): Html | null {
  const loud = coverageNotes(diagnosis.coverage).filter((note) => note.loud);
  const lines = loud.slice(0, 5).map(({ text }) => html`<li>${excerpt(text, 300)}</li>`);
  if (loud.length > 5) lines.push(html`<li>and ${countOf(loud.length - 5, 'more warning')}, see Coverage</li>`);
  if (diagnosis.usedReference) lines.push(html`<li>Reference answers of the trace were used for this diagnosis.</li>`);
  return lines.length === 0 ? null : html`<div class="alert" role="note"><ul>${lines}</ul></div>`;
}

/** What was found at the leading step, with its quotes; the first near misses or violations where no step leads. */
function findings(view: RunView): Html | null {
  const { diagnosis, validationLog } = view.run;
  const { lead } = view;
  const found =
    lead === null
      ? validationLog.outcomes
          .filter((outcome) => outcome.status === 'violated')
          .sort((a, b) => Number(a.recoveredPosition !== null) - Number(b.recoveredPosition !== null))
      : (view.violations.get(lead.position) ?? []);
  if (found.length === 0) {
    const quotes = diagnosis.evidence.slice(0, MAX_QUOTES).map((one) => html`<li>${quoteLink(view, one)}</li>`);
    return quotes.length === 0 ? null : html`<ul class="quotes">${quotes}</ul>`;
  }
  const items = found.slice(0, MAX_FINDINGS).map(
    (outcome) => html`<li>
<p class="msg">${lead === null && outcome.position !== null ? html`${stepLink(view, outcome.position)}: ` : null}${excerpt(outcome.message, 500)}${outcome.recoveredPosition === null ? null : html` <span class="okay">made good at ${stepLink(view, outcome.recoveredPosition)}</span>`} <code class="rule">${outcome.constraintId}</code></p>
<ul class="quotes">${outcome.evidence.slice(0, MAX_QUOTES).map((one) => html`<li>${quoteLink(view, one)}</li>`)}</ul>
</li>`,
  );
  const more = found.length - items.length;
  return html`<ol class="findings">${items}</ol>${more > 0 ? html`<p class="note">and ${countOf(more, 'more violation')}, see <a href="#${view.prefix}checks">Checks</a></p>` : null}`;
}

function facts(view: RunView): Html {
  const { diagnosis } = view.run;
  const { category, mode, owner, fixes } = diagnosis;
  const rows: Html[] = [];
  const add = (term: string, value: HtmlPart) => rows.push(html`<div><dt>${term}</dt><dd>${value}</dd></div>`);
  if (category !== null) {
    const { title, description } = CATEGORIES[category];
    add(
      'What kind',
      html`<strong>${title}</strong>${mode === null ? null : html`, ${MODES[mode].title.toLowerCase()}`}<br><span class="note">${description}</span>`,
    );
  }
  if (fixes.length > 0) {
    add(
      'Who can fix it',
      html`<ul class="plain">${fixes.slice(0, 4).map((fix) => html`<li><strong>${OWNERS[fix.owner].title}</strong> <span class="note">${excerpt(fix.text, 400)}</span></li>`)}</ul>`,
    );
  } else if (owner !== null) add('Who can fix it', html`<strong>${OWNERS[owner].title}</strong>`);
  const sure = formatSureness(diagnosis);
  const quotes = formatQuotes(diagnosis);
  add(
    'How sure',
    html`<strong>${sure ?? (diagnosis.abstained === null ? 'no step is blamed' : 'no step singled out')}</strong>${quotes === null ? null : html`<br><span class="note">${quotes}</span>`}<br><span class="note">${formatChecks(diagnosis)}</span>`,
  );
  add('Read, and what it took', html`${formatRead(diagnosis)}<br><span class="note">${formatCost(diagnosis)}</span>`);
  return html`<dl class="facts">${rows}</dl>`;
}

function task(view: RunView): Html | null {
  const { instruction, policy } = view.run.trajectory;
  const part = (title: string, text: string | null, key: string) =>
    text === null || text.trim() === ''
      ? null
      : html`<details><summary>${title} <span class="note">${excerpt(text, 90)}</span></summary>${traceText(text, { key: `${view.prefix}${key}`, maxLength: 60_000 })}</details>`;
  const parts = [part('Task', instruction, 'task'), part('Policy', policy, 'policy')].filter((one) => one !== null);
  return parts.length === 0 ? null : html`<div class="task">${parts}</div>`;
}
