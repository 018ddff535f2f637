import { excerpt } from '../../base/text.ts';
import type { Diagnosis } from '../../contracts/diagnosis.ts';
import type { Run } from '../../contracts/run.ts';
import { CATEGORIES } from '../../taxonomy/categories.ts';
import { stepNumber } from '../../trajectory/step-number.ts';
import type { ReportOptions } from '../report.ts';
import { givenWordsOf } from '../wording/format-given.ts';
import { countOf, formatCount } from '../wording/format-number.ts';
import { type FileNames, formatName } from '../wording/format-source.ts';
import { leadOf } from '../wording/marker-words.ts';
import { notReadWords } from '../wording/not-read-words.ts';
import { type Html, html } from './html-template.ts';

const MAX_ROWS = 3_000;

/** The table of all runs, each leading to its details where the page has them; `detailed`: how many have, from the first. */
export function indexSection(
  runs: readonly Run[],
  detailed: number,
  fileNames: FileNames,
  notRead: ReportOptions['notRead'],
): Html {
  const shown = runs.slice(0, MAX_ROWS);
  const left = runs.length - shown.length;
  const given = givenWordsOf(runs);
  const unread = notReadWords(notRead);
  const alerts = [unread, given?.isLoud === true ? given.text : null].filter((one) => one !== null);
  return html`<section class="index" id="top"><nav class="bar" aria-label="Report"><a class="brand" href="#top">Culprit</a><span class="links"></span><button type="button" class="theme" aria-label="Switch between light and dark"></button></nav>
<div class="page"><header class="verdict"><h1>${headline(runs)}</h1>${alerts.length === 0 ? null : html`<div class="alert" role="note"><ul>${alerts.map((one) => html`<li>${one}</li>`)}</ul></div>`}${given === null || given.isLoud ? null : html`<p class="note">${given.text}.</p>`}${categories(runs)}</header>
<section class="card"><h2>Runs</h2>
${detailed < runs.length ? html`<p class="cut">${formatCount(runs.length - detailed)} of ${formatCount(runs.length)} runs are listed without their details, to keep this file small.</p>` : null}
<table class="runs"><thead><tr><th scope="col">Run</th><th scope="col">Outcome</th><th scope="col">Step</th><th scope="col">What went wrong</th></tr></thead>
<tbody>${shown.map(({ diagnosis }, index) => row(diagnosis, index < detailed ? `r${index}` : null, formatName(diagnosis, fileNames)))}</tbody></table>
${left > 0 ? html`<p class="cut">${formatCount(left)} more runs are counted above, but not listed.</p>` : null}
</section></div></section>`;
}

function headline(runs: readonly Run[]): string {
  const count = (outcome: Diagnosis['outcome']) => runs.filter(({ diagnosis }) => diagnosis.outcome === outcome).length;
  const parts = (['failed', 'succeeded', 'unknown'] as const).flatMap((outcome) =>
    count(outcome) > 0 ? [`${formatCount(count(outcome))} ${outcome}`] : [],
  );
  return `${countOf(runs.length, 'run')}${parts.length === 0 ? '' : `: ${parts.join(', ')}`}`;
}

function categories(runs: readonly Run[]): Html | null {
  const counts = new Map<string, number>();
  for (const { diagnosis } of runs) {
    const { category, abstained } = diagnosis;
    const title = category === null ? (abstained === null ? null : 'No step singled out') : CATEGORIES[category].title;
    if (title !== null) counts.set(title, (counts.get(title) ?? 0) + 1);
  }
  if (counts.size === 0) return null;
  const sorted = [...counts].sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0], 'en'));
  const most = sorted[0]?.[1] ?? 1;
  return html`<ul class="tally">${sorted.map(([title, count]) => html`<li><span class="said">${title}</span><svg class="bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true"><rect x="0" y="0" width="${Math.round((count / most) * 100)}" height="6"/></svg><span class="amount">${formatCount(count)}</span></li>`)}</ul>`;
}

function row(diagnosis: Diagnosis, anchor: string | null, fullName: string): Html {
  const lead = leadOf(diagnosis);
  const { category, abstained, outcome, coverage, violations } = diagnosis;
  const name = excerpt(fullName, 100);
  const reason =
    lead === null
      ? (abstained?.reason ?? violations[0]?.message ?? '')
      : (violations.find((one) => one.position === lead.position)?.message ?? lead.reason);
  const kind =
    category !== null
      ? CATEGORIES[category].title
      : abstained !== null
        ? 'No step singled out'
        : violations.length > 0
          ? countOf(violations.length, 'near miss', 'near misses')
          : '';
  return html`<tr><th scope="row">${anchor === null ? name : html`<a href="#${anchor}">${name}</a>`}${coverage.complete ? null : html` <span class="warn">incomplete</span>`}</th><td><span class="chip out-${outcome}">${outcome}</span></td><td>${lead === null ? '' : html`<span class="step-no">${stepNumber(lead)}</span> <span class="note">${excerpt(lead.agent, 40)}</span>`}</td><td>${kind === '' ? null : html`<strong>${kind}</strong>`} <span class="note">${excerpt(reason, 200)}</span></td></tr>`;
}
