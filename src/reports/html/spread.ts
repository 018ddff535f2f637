import { excerpt } from '../../base/text.ts';
import type { GraphEdge } from '../../contracts/graph.ts';
import { carrierWords, viaWords } from '../wording/carrier-words.ts';
import { countOf } from '../wording/format-number.ts';
import { stepGist } from '../wording/step-gist.ts';
import { type Html, html } from './html-template.ts';
import { heading, stepLink } from './page-links.ts';
import { numberOf, type RunView } from './run-view.ts';

const MAX_EDGES = 24;
const MAX_PATH = 40;

/** How the failure travelled: its causal path, and what led into and out of the step. */
export function spread(view: RunView): Html | null {
  const { lead, run } = view;
  if (lead === null) return null;
  const edges = run.graph.edges.filter(({ carrier }) => carrier.type !== 'order');
  const into = edges.filter((edge) => edge.to === lead.position);
  const out = edges.filter((edge) => edge.from === lead.position);
  const ungrounded = run.graph.ungrounded.filter((value) => value.position === lead.position);
  if (run.diagnosis.causalPath.length < 2 && into.length + out.length + ungrounded.length === 0) return null;
  const number = numberOf(view, lead.position);
  return html`<section class="card spread" id="${view.prefix}spread">${heading(view, 1, 'How it spread')}
${path(view)}
${edgeList(view, `What step ${number} used`, into, 'from')}
${edgeList(view, `What used step ${number}`, out, 'to')}
${
  ungrounded.length === 0
    ? null
    : html`${heading(view, 2, 'Came from nowhere')}<ul class="edges">${ungrounded.slice(0, MAX_EDGES).map(({ value, valueKind, usedAs }) => html`<li><code>${excerpt(value, 120)}</code> <span class="note">${valueKind} used in ${usedAs === 'argument' ? 'an argument' : 'the answer'}, which no earlier step introduced</span></li>`)}</ul>${rest(ungrounded.length)}`
}
</section>`;
}

function path(view: RunView): Html | null {
  const { causalPath } = view.run.diagnosis;
  if (causalPath.length < 2) return null;
  const cut = causalPath.length > MAX_PATH;
  const shown = cut ? [...causalPath.slice(0, MAX_PATH - 10), ...causalPath.slice(-10)] : causalPath;
  const items = shown.map(({ position, via }, index) => {
    const skipped = cut && index === MAX_PATH - 10;
    const previous = shown[index - 1]?.position;
    const step = view.run.trajectory.steps[position];
    const words = previous === undefined || skipped ? '' : viaWords(view.run.graph, previous, position, via);
    return html`${skipped ? html`<li class="skip">${countOf(causalPath.length - shown.length, 'step')} between</li>` : null}<li>${words === '' ? null : html`<span class="via">${excerpt(words, 120)}</span> `}${stepLink(view, position)} <span class="note" dir="auto">${step === undefined ? '' : stepGist(step, 110)}</span></li>`;
  });
  return html`<ol class="path">${items}</ol>`;
}

function edgeList(view: RunView, title: string, edges: readonly GraphEdge[], end: 'from' | 'to'): Html | null {
  if (edges.length === 0) return null;
  const items = edges
    .slice(0, MAX_EDGES)
    .map(
      (edge) =>
        html`<li>${stepLink(view, edge[end])} <span class="chip">${edge.kind}</span> <span class="via">${excerpt(carrierWords(edge), 200)}</span></li>`,
    );
  return html`${heading(view, 2, title)}<ul class="edges">${items}</ul>${rest(edges.length)}`;
}

const rest = (count: number): Html | null =>
  count > MAX_EDGES ? html`<p class="note">and ${countOf(count - MAX_EDGES, 'more', 'more')}</p>` : null;
