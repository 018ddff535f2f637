import { excerpt } from '../../base/text.ts';
import type { Diagnosis, DiagnosisEvidence } from '../../contracts/diagnosis.ts';
import type { Run } from '../../contracts/run.ts';
import type { Step } from '../../contracts/trajectory.ts';
import { stepNumber } from '../../trajectory/step-number.ts';
import { leadOf } from './marker-words.ts';
import { stepGist } from './step-gist.ts';

export interface FrameQuote {
  readonly text: string;
  readonly note: string;
  /** False where the quote was not found word for word where it is cited. */
  readonly verified: boolean;
}

/** One step of a traceback: what it did, the words that matter, and what was found wrong with it. */
export interface Frame {
  readonly position: number;
  readonly number: number;
  readonly agent: string;
  readonly guilty: boolean;
  /** What the step did; empty where the quotes say it. */
  readonly gist: string;
  readonly quotes: readonly FrameQuote[];
  readonly findings: readonly { readonly message: string; readonly constraintId: string }[];
}

const MAX_SOURCES = 3;
const MAX_LATER = 2;
const MAX_TEXT = 600;

/**
 * The steps that lead up to the guilty one, most recent last, and the guilty one at the end: those that the evidence
 * quotes first, then those whose values or results it used. Empty where no step is blamed.
 */
export function tracebackFrames({ diagnosis, graph, trajectory }: Run): Frame[] {
  const lead = leadOf(diagnosis);
  if (lead === null) return [];
  const quoted = new Map<number, DiagnosisEvidence[]>();
  for (const one of diagnosis.evidence) {
    const known = quoted.get(one.position);
    if (known === undefined) quoted.set(one.position, [one]);
    else known.push(one);
  }
  const carried = graph.edges
    .filter((edge) => edge.to === lead.position && (edge.kind === 'data' || edge.carrier.type === 'call-result'))
    .map((edge) => edge.from)
    .sort((a, b) => b - a);
  const before = [...quoted.keys()].filter((position) => position < lead.position).sort((a, b) => b - a);
  const after = [...quoted.keys()].filter((position) => position > lead.position).sort((a, b) => a - b);
  // Where words were found that show the fault, they are the story; else the steps that the guilty one drew from.
  const drawn = before.length + after.length > 0 ? before : carried;
  const sources = [...new Set(drawn)].slice(0, MAX_SOURCES).sort((a, b) => a - b);
  return [...sources, lead.position].flatMap((position) => {
    const step = trajectory.steps[position];
    if (step === undefined) return [];
    const frame = frameOf(step, quoted.get(position) ?? [], diagnosis, position === lead.position);
    return [position === lead.position ? { ...frame, quotes: [...frame.quotes, ...laterQuotes(after)] } : frame];
  });

  /** What showed only after the guilty step, such as the result of its call: quoted with it, so that it stays the last. */
  function laterQuotes(positions: readonly number[]): readonly FrameQuote[] {
    return positions.slice(0, MAX_LATER).flatMap((position) => {
      const step = trajectory.steps[position];
      const [first] = quoted.get(position) ?? [];
      if (step === undefined || first === undefined || first.quote.trim() === '') return [];
      const note = excerpt(`step ${stepNumber(step)}: ${first.note}`, 160);
      return [{ text: excerpt(first.quote, MAX_TEXT), note, verified: first.verified }];
    });
  }
}

function frameOf(step: Step, evidence: readonly DiagnosisEvidence[], diagnosis: Diagnosis, guilty: boolean): Frame {
  const seen = new Set<string>();
  const quotes = evidence
    .filter(({ quote }) => quote.trim() !== '' && !seen.has(quote) && seen.add(quote))
    .slice(0, guilty ? 3 : 2)
    .map(({ quote, note, verified }) => ({ text: excerpt(quote, MAX_TEXT), note: excerpt(note, 160), verified }));
  const findings = guilty
    ? diagnosis.violations
        .filter((violation) => violation.position === step.position)
        .map(({ message, constraintId }) => ({ message: excerpt(message, MAX_TEXT), constraintId }))
    : [];
  const spoken = step.events.some((event) => event.kind === 'message' && event.text.trim() !== '');
  return {
    position: step.position,
    number: stepNumber(step),
    agent: step.agent,
    guilty,
    gist: quotes.length > 0 && spoken ? '' : stepGist(step, quotes.length > 0 ? 120 : 240),
    quotes,
    findings,
  };
}
