import { excerpt } from '../../base/text.ts';
import type { Step, TraceEvent } from '../../contracts/trajectory.ts';
import { failureOf } from '../../trajectory/tool-failure.ts';
import { formatCount, formatUsd } from '../wording/format-number.ts';
import { MARKER_WORDS } from '../wording/marker-words.ts';
import { type Html, type HtmlPart, html } from './html-template.ts';
import { heading, stepLink } from './page-links.ts';
import { numberOf, type RunView, stepId } from './run-view.ts';
import { traceText } from './trace-text.ts';

/** One step in full: every event, its quotes marked, and what was found at it. */
export function stepCard(view: RunView, step: Step, maxTextLength: number): Html {
  const guilty = step.position === view.lead?.position;
  const group = view.markers.get(step.position);
  const markers = (group?.names ?? []).map(
    (name) => html`<span class="tag" title="${MARKER_WORDS[name].meaning}">${MARKER_WORDS[name].name}</span>`,
  );
  const found = view.violations.get(step.position) ?? [];
  const title = html`<a class="no" href="#${stepId(view, step.position)}"><span class="vh">step </span>${numberOf(view, step.position)}</a> <span class="who">${excerpt(step.agent, 80)}</span>`;
  return html`<li class="step ${step.role}${guilty ? ' guilty' : ''}" id="${stepId(view, step.position)}">
<div class="sh">${heading(view, 2, title)}${markers}<span class="meta">${meta(step)}</span></div>
${guilty ? html`<p class="blame"><strong>${view.run.diagnosis.outcome === 'failed' ? 'It broke here' : 'Blamed step'}</strong>${group === undefined || group.reasons.length === 0 ? null : `: ${excerpt(group.reasons.join('; '), 400)}`}</p>` : null}
${step.events.length === 0 ? html`<p class="note">(no events)</p>` : step.events.map((event) => eventBlock(view, step, event, maxTextLength))}
${
  found.length === 0
    ? null
    : html`<ul class="found">${found.slice(0, 20).map((outcome) => html`<li class="${outcome.recoveredPosition === null ? 'bad' : 'good'}">${excerpt(outcome.message, 500)}${outcome.recoveredPosition === null ? null : html`; made good at ${stepLink(view, outcome.recoveredPosition)}`} <code class="rule">${outcome.constraintId}</code></li>`)}${found.length > 20 ? html`<li>and ${formatCount(found.length - 20)} more</li>` : null}</ul>`
}
</li>`;
}

function meta(step: Step): string {
  const parts: string[] = [];
  if (step.model !== null) parts.push(excerpt(step.model, 60));
  if (step.startedAt !== null) parts.push(excerpt(step.startedAt, 40));
  const { usage } = step;
  if (usage !== null) {
    const tokens = (usage.inputTokens ?? 0) + (usage.outputTokens ?? 0);
    if (tokens > 0) parts.push(`${formatCount(tokens)} tokens`);
    if (usage.costUsd !== null) parts.push(formatUsd(usage.costUsd));
  }
  if (step.rawRef !== '') parts.push(excerpt(step.rawRef, 60));
  return parts.join(' · ');
}

function eventBlock(view: RunView, step: Step, event: TraceEvent, maxLength: number): Html {
  const key = view.eventKeys.get(event.id)?.key ?? '';
  const text =
    event.text === ''
      ? html`<p class="note">(empty)</p>`
      : traceText(event.text, { key, marks: view.marks.get(event.id) ?? [], maxLength });
  const head = headOf(view, step, event);
  return html`<div class="e e-${event.kind}">${head === null ? null : html`<p class="eh">${head}</p>`}${text}</div>`;
}

function headOf(view: RunView, step: Step, event: TraceEvent): HtmlPart {
  switch (event.kind) {
    case 'message':
      return event.to === null ? null : html`to ${excerpt(event.to, 80)}`;
    case 'tool-call': {
      const result = view.callById.get(event.callId)?.resultStep ?? null;
      return html`calls <code>${excerpt(event.name, 120)}</code>${event.argumentsValid ? null : html` <span class="warn">arguments are not JSON</span>`}${event.inferred ? html` <span class="note">read from free text</span>` : null}${result === null ? html` <span class="warn">no result</span>` : result === step ? null : html` <span class="note">result in ${stepLink(view, result.position)}</span>`}`;
    }
    case 'tool-result': {
      const call = event.callId === null ? undefined : view.callById.get(event.callId);
      const failure = failureOf(event);
      return html`result of <code>${excerpt(event.name ?? 'unknown tool', 120)}</code>${failure === null ? null : html` <span class="bad">failed${event.errorType === null ? '' : `: ${excerpt(event.errorType, 60)}`}</span>`}${call === undefined ? html` <span class="warn">answers no call</span>` : call.step === step ? null : html` <span class="note">called in ${stepLink(view, call.step.position)}</span>`}`;
    }
    case 'handoff':
      return html`handoff ${event.from === null ? '' : `from ${excerpt(event.from, 80)} `}to ${excerpt(event.to, 80)}`;
    case 'guardrail':
      return html`guardrail${event.triggered === true ? html` <span class="bad">triggered</span>` : null}`;
    case 'error':
      return html`<span class="bad">error${event.errorType === null ? '' : `: ${excerpt(event.errorType, 80)}`}</span>`;
    case 'other':
      return html`${excerpt(event.nativeKind, 80) || 'other'} <span class="note">kept, not understood</span>`;
    case 'compaction':
      return 'context was compacted';
    default:
      return event.kind;
  }
}
