import { excerpt } from '../../base/text.ts';
import type { Step, StepRole } from '../../contracts/trajectory.ts';
import { countOf, formatCount } from '../wording/format-number.ts';
import { joinWords } from '../wording/join-words.ts';
import { MARKER_WORDS } from '../wording/marker-words.ts';
import { stepGist } from '../wording/step-gist.ts';
import { type Html, html } from './html-template.ts';
import { heading } from './page-links.ts';
import { numberOf, type RunView, stepId } from './run-view.ts';

const LARGE = 40;
const MEDIUM = 160;
/** More steps than this share cells. */
const MAX_CELLS = 1_500;

const ROLE_WORDS = {
  user: 'user',
  agent: 'agent',
  tool: 'tool result',
  environment: 'environment',
  system: 'system',
} as const satisfies Record<StepRole, string>;

/** The whole run at a glance: a cell a step, with its markers and failed checks; each leads to its step. */
export function timeline(view: RunView, anchorOf: (position: number) => string): Html {
  const { steps } = view.run.trajectory;
  const perCell = Math.ceil(steps.length / MAX_CELLS);
  const size = steps.length <= LARGE ? 'l' : steps.length <= MEDIUM ? 'm' : 's';
  const cells: Html[] = [];
  for (let from = 0; from < steps.length; from += perCell)
    cells.push(cell(view, from, perCell, size === 'l', anchorOf));
  const shared =
    perCell === 1
      ? null
      : html`<p class="note">${formatCount(steps.length)} steps; a cell stands for ${perCell} of them.</p>`;
  return html`<section class="card time" id="${view.prefix}time">${heading(view, 1, 'Timeline')}
<ol class="tl tl-${size}" aria-label="Timeline: one cell ${perCell === 1 ? 'a step' : `for ${perCell} steps`}; arrow keys move, Enter goes to the step">${cells}</ol>
${shared}${legend(view)}${markerList(view)}</section>`;
}

function cell(
  view: RunView,
  from: number,
  count: number,
  large: boolean,
  anchorOf: (position: number) => string,
): Html {
  const steps = view.run.trajectory.steps.slice(from, from + count);
  // A cell of several steps leads to the one that matters most.
  const at =
    steps.find((step) => step.position === view.lead?.position) ??
    steps.find((step) => view.markers.has(step.position)) ??
    steps.find((step) => view.violations.has(step.position)) ??
    steps[0];
  if (at === undefined) return html``;
  const violated = steps.flatMap((step) => view.violations.get(step.position) ?? []);
  const lasting = violated.some((outcome) => outcome.recoveredPosition === null);
  const markers = steps.flatMap((step) => view.markers.get(step.position)?.names ?? []);
  const guilty = steps.some((step) => step.position === view.lead?.position);
  const classes = [
    'c',
    at.role,
    guilty ? 'guilty' : '',
    markers.length > 0 && !guilty ? 'mk' : '',
    violated.length === 0 ? '' : lasting ? 'v' : 'vr',
    steps.some((step) => view.path.has(step.position)) ? 'p' : '',
  ];
  const letters = markers.map((name) => MARKER_WORDS[name].letter);
  const flag = large ? letters.join('') : `${letters[0] ?? ''}${letters.length > 1 ? '+' : ''}`;
  const label = labelOf(
    view,
    at,
    steps.at(-1) ?? at,
    markers.map((name) => MARKER_WORDS[name].name),
    violated.length,
  );
  return html`<li><a class="${classes.filter((one) => one !== '').join(' ')}" href="#${anchorOf(at.position)}" title="${label}" aria-label="${label}"><i class="f" aria-hidden="true">${flag}</i><i class="n" aria-hidden="true">${large ? numberOf(view, at.position) : ''}</i></a></li>`;
}

function labelOf(view: RunView, step: Step, last: Step, markers: readonly string[], violated: number): string {
  const range = step === last ? '' : ` to ${numberOf(view, last.position)}`;
  const parts = [`step ${numberOf(view, step.position)}${range}, ${excerpt(step.agent, 60)}`];
  if (markers.length > 0) parts.push(joinWords([...new Set(markers)]));
  if (violated > 0) parts.push(countOf(violated, 'failed check'));
  return `${parts.join('; ')}: ${stepGist(step, 90)}`;
}

function legend(view: RunView): Html {
  const roles = new Set(view.run.trajectory.steps.map((step) => step.role));
  const present = (Object.keys(ROLE_WORDS) as StepRole[]).filter((role) => roles.has(role));
  const violated = [...view.violations.values()].flat();
  const item = (classes: string, text: string) => html`<li><span class="c ${classes}"></span>${text}</li>`;
  return html`<ul class="legend">
${present.map((role) => item(role, ROLE_WORDS[role]))}
${view.lead === null ? null : item('guilty', 'blamed step')}
${violated.some((one) => one.recoveredPosition === null) ? item('bare v', 'failed check') : null}
${violated.some((one) => one.recoveredPosition !== null) ? item('bare vr', 'failed, made good later') : null}
${view.path.size > 0 ? item('bare p', 'how it spread') : null}
</ul>`;
}

function markerList(view: RunView): Html | null {
  const groups = [...view.markers.values()];
  if (groups.length === 0) return null;
  return html`<ol class="markers">${groups.map(
    ({ position, number, agent, names, reasons, leads }) => html`<li class="${leads ? 'leads' : ''}">
<a href="#${stepId(view, position)}"><span class="letters" aria-hidden="true">${names.map((name) => MARKER_WORDS[name].letter).join(' ')}</span> step ${number}, ${excerpt(agent, 60)}</a>
<p class="what">${names.map((name, index) => html`${index === 0 ? '' : index === names.length - 1 ? ' and ' : ', '}<span title="${MARKER_WORDS[name].meaning}">${MARKER_WORDS[name].name}</span>`)}</p>
<p class="note">${excerpt(reasons.join('; '), 400)}</p></li>`,
  )}</ol>`;
}
