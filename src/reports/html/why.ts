import { excerpt } from '../../base/text.ts';
import { CATEGORIES } from '../../taxonomy/categories.ts';
import { stepNumber } from '../../trajectory/step-number.ts';
import { countOf, formatScore } from '../wording/format-number.ts';
import { readingsWords } from '../wording/format-readings.ts';
import { type Html, html } from './html-template.ts';
import { heading, stepLink } from './page-links.ts';
import type { RunView } from './run-view.ts';

const MAX_REASONS = 40;
const MAX_NOTES = 12;
type Reasons = RunView['run']['diagnosis']['reasons'];

/** What spoke for and against the leading step, and which steps come next. */
export function why(view: RunView): Html | null {
  const { diagnosis } = view.run;
  const { reasons, alternatives, abstained } = diagnosis;
  const said = modelSaid(view);
  if (reasons.length === 0 && alternatives.length === 0 && said === null) return null;
  const title = view.lead === null ? 'Why no step is blamed' : `Why step ${stepNumber(view.lead)}`;
  return html`<section class="card why" id="${view.prefix}why">${heading(view, 1, title)}
${said}
${reasonList(reasons)}
${alternatives.length === 0 ? null : html`${heading(view, 2, abstained === null ? 'Next best' : 'It could be')}<ol class="alts">${alternatives.map((one) => alternative(view, one))}</ol>`}
</section>`;
}

/** What models that read the run say, and what was left out or not answered. */
function modelSaid({ run }: RunView): Html | null {
  const words = readingsWords(run);
  const notes = run.diagnosis.notes ?? [];
  if (words === null && notes.length === 0) return null;
  const left = notes.length - MAX_NOTES;
  return html`${words === null ? null : html`<p>${excerpt(words.verdict, 500)}</p>${words.rationale === null ? null : html`<p class="said">${excerpt(words.rationale, 1_500)}</p>`}${words.correction === null ? null : html`<p><strong>What would have to change:</strong> ${excerpt(words.correction, 800)}</p>`}`}
${notes.length === 0 ? null : html`<ul class="note">${notes.slice(0, MAX_NOTES).map((note) => html`<li>${excerpt(note, 400)}</li>`)}${left > 0 ? html`<li>and ${countOf(left, 'more note')}</li>` : null}</ul>`}`;
}

function reasonList(reasons: Reasons): Html | null {
  if (reasons.length === 0) return null;
  const most = reasons.reduce((size, reason) => Math.max(size, Math.abs(reason.contribution)), 0);
  const items = reasons.slice(0, MAX_REASONS).map(({ text, contribution }) => {
    const against = contribution < 0;
    const share = most === 0 ? 0 : Math.round((Math.abs(contribution) / most) * 50);
    // Drawn with attributes: the page's policy allows no style attribute.
    return html`<li class="${against ? 'against' : 'for'}"><span class="amount">${formatScore(contribution, true)}</span><svg class="bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true"><rect class="axis" x="49.75" y="0" width=".5" height="6"/><rect x="${against ? 50 - share : 50}" y="1" width="${share}" height="4"/></svg><span class="said">${excerpt(text, 500)}</span></li>`;
  });
  const more = reasons.length - items.length;
  return html`<ul class="reasons" aria-label="Reasons for (positive) and against (negative)">${items}</ul>${more > 0 ? html`<p class="note">and ${countOf(more, 'more reason')}</p>` : null}`;
}

function alternative(view: RunView, one: RunView['run']['diagnosis']['alternatives'][number]): Html {
  return html`<li><p>${stepLink(view, one.position)}, ${excerpt(one.agent, 60)}: ${CATEGORIES[one.category].title.toLowerCase()} <span class="note">score ${formatScore(one.score)}</span></p>${reasonList(one.reasons.slice(0, 4))}</li>`;
}
