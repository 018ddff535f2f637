import { excerpt } from '../../base/text.ts';
import type { Evidence } from '../../contracts/evidence.ts';
import { type Html, type HtmlPart, html } from './html-template.ts';
import { numberOf, type RunView, stepId } from './run-view.ts';

/** "step 7", leading to it. */
export const stepLink = (view: RunView, position: number, text?: HtmlPart): Html =>
  html`<a class="to" href="#${stepId(view, position)}">${text ?? `step ${numberOf(view, position)}`}</a>`;

/** A quote that leads to its very words; said to be unverified where they do not stand where it is cited. */
export function quoteLink(view: RunView, evidence: Evidence, max = 280): Html {
  const { eventId, start, end, quote, note, position } = evidence;
  const place = view.eventKeys.get(eventId);
  const verbatim = place !== undefined && place.event.text.slice(start, end) === quote;
  const words = html`<q dir="auto">${excerpt(quote, max) || '(empty)'}</q>`;
  const target = verbatim ? `${place.key}-${start}-${end}` : '';
  const about = note === '' ? null : html` <span class="note">${excerpt(note, 200)}</span>`;
  const doubt = verbatim ? null : html` <span class="warn">not found word for word</span>`;
  return html`<a class="quote" href="#${stepId(view, position)}" data-q="${target}"><span class="no">step ${numberOf(view, position)}</span> ${words}</a>${about}${doubt}`;
}

/** A heading at a level below the run's headline. */
export function heading(view: RunView, below: 1 | 2, content: HtmlPart): Html {
  const level = view.level + below;
  if (level === 2) return html`<h2>${content}</h2>`;
  return level === 3 ? html`<h3>${content}</h3>` : html`<h4>${content}</h4>`;
}
