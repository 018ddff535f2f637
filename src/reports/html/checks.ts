import { excerpt } from '../../base/text.ts';
import type { CheckOutcome } from '../../contracts/validation-log.ts';
import { CATEGORIES } from '../../taxonomy/categories.ts';
import { givenWords } from '../wording/format-given.ts';
import { countOf, formatCount } from '../wording/format-number.ts';
import { formatChecks } from '../wording/format-sureness.ts';
import { type Html, html } from './html-template.ts';
import { heading, quoteLink, stepLink } from './page-links.ts';
import type { RunView } from './run-view.ts';

const STATUSES = ['violated', 'error', 'undecided', 'satisfied', 'not-applicable'] as const;
const STATUS_WORDS = {
  violated: 'violated',
  error: 'crashed',
  undecided: 'undecided',
  satisfied: 'satisfied',
  'not-applicable': 'not applicable',
} as const satisfies Record<CheckOutcome['status'], string>;
/** What is shown before a filter is touched. */
const SHOWN_FIRST: ReadonlySet<CheckOutcome['status']> = new Set(['violated', 'error', 'undecided']);
const MAX_ROWS = 600;
const MAX_QUOTES = 12;

/** The validation log: violations first, each with the quotes that show it; the rest can be filtered in. */
export function checks(view: RunView): Html {
  const { outcomes } = view.run.validationLog;
  const lead = view.lead?.position ?? null;
  const rank = (outcome: CheckOutcome) =>
    STATUSES.indexOf(outcome.status) * 4 +
    (outcome.position !== null && outcome.position === lead ? 0 : outcome.recoveredPosition === null ? 1 : 2);
  const sorted = [...outcomes].sort((a, b) => rank(a) - rank(b));
  const shown = sorted.slice(0, MAX_ROWS);
  const left = sorted.length - shown.length;
  const present = STATUSES.filter((status) => shown.some((outcome) => outcome.status === status));
  const calm = !present.some((status) => SHOWN_FIRST.has(status));
  return html`<section class="card checks" id="${view.prefix}checks">${heading(view, 1, 'Checks')}
<p class="note">${formatChecks(view.run.diagnosis)}. A quote leads to the words it stands for.</p>
${loudGiven(view)}
<div class="filters" role="group" aria-label="Filter the checks">${present.map((status) => filter(status, outcomes.filter((outcome) => outcome.status === status).length, calm || SHOWN_FIRST.has(status)))}
<label class="find">Find <input type="search" autocomplete="off"></label></div>
<p class="note count" role="status"></p>
<table class="log"><thead><tr><th scope="col">Step</th><th scope="col">Finding</th></tr></thead><tbody>${shown.map((outcome) => row(view, outcome))}</tbody></table>
${left > 0 ? html`<p class="cut">${formatCount(left)} of ${formatCount(sorted.length)} entries of the log are not listed here, to keep this file small.</p>` : null}
</section>`;
}

/** Constraints of packs of which none ran, or some failed to: that could be taken for a pass. */
function loudGiven({ run }: RunView): Html | null {
  const { given } = run.diagnosis.checks;
  if (given == null) return null;
  const { text, isLoud } = givenWords(given);
  return isLoud ? html`<p class="bad" role="note">${text}.</p>` : null;
}

const filter = (status: CheckOutcome['status'], count: number, on: boolean): Html =>
  html`<label class="st-${status}"><input type="checkbox" value="${status}"${on ? html` checked` : null}>${STATUS_WORDS[status]} <span class="n">${formatCount(count)}</span></label>`;

function row(view: RunView, outcome: CheckOutcome): Html {
  const { constraintId, status, position, message, evidence, recoveredPosition, checked } = outcome;
  const constraint = view.constraints.get(constraintId);
  const recovered = status === 'violated' && recoveredPosition !== null;
  const about =
    constraint === undefined
      ? null
      : html`<details class="about"><summary>${constraintId}${constraint.clause === null ? '' : `, clause ${excerpt(constraint.clause, 60)}`}</summary>
<p>${excerpt(constraint.description, 600)}</p>
<p class="note">${[constraint.severity, constraint.scope, constraint.checkedBy, constraint.origin].join(' · ')} · points to ${CATEGORIES[constraint.category].title.toLowerCase()}${constraint.clause === null ? null : html`<br>clause: ${excerpt(constraint.clause, 400)}`}</p></details>`;
  const more = evidence.length - MAX_QUOTES;
  return html`<tr class="st-${status}${recovered ? ' recovered' : ''}" data-s="${status}">
<td class="where">${position === null ? html`<span class="note">all</span>` : stepLink(view, position, String(view.run.trajectory.steps[position]?.nativeIndex ?? position + 1))}</td>
<td><p class="msg"><span class="status">${recovered ? 'violated, made good' : STATUS_WORDS[status]}</span> ${excerpt(message, 800)}${recovered ? html` <span class="okay">made good at ${stepLink(view, recoveredPosition)}</span>` : null}${checked > 1 ? html` <span class="note">(${countOf(checked, 'place')})</span>` : null}</p>
${evidence.length === 0 ? null : html`<ul class="quotes">${evidence.slice(0, MAX_QUOTES).map((one) => html`<li>${quoteLink(view, one)}</li>`)}${more > 0 ? html`<li class="note">and ${countOf(more, 'more quote')}</li>` : null}</ul>`}
${about ?? html`<code class="rule">${constraintId}</code>`}</td></tr>`;
}
