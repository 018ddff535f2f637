import type { Step } from '../../../contracts/trajectory.ts';
import { type FeatureFamily, put } from './feature.ts';

/** Words are looked for in the head and the tail of a step: where people and models say what they do and found. */
const HEAD = 3_000;
const TAIL = 1_000;

/** Turns of phrase that mean the same in any agent's text. */
const CUES = {
  assumes:
    /\b(?:assum(?:e|es|ed|ing|ption)|suppose|hypothetical|for (?:the sake of|example purposes|illustration)|let's say|presumably|likely|probably|estimate)/i,
  'speaks of placeholders':
    /\b(?:placeholder|dummy|mock(?:ed)?|sample data|example data|simulat(?:e|ed|ing)|replace (?:this|with)|your[_ ](?:api|file|actual))/i,
  'gives up':
    /\b(?:unable to|could(?: not|n't)|cannot|can't|failed to|no (?:results|information|data)|not (?:find|found|available|possible)|unfortunately)/i,
  apologises: /\b(?:apologi[sz]e|sorry|my mistake|correct(?:ed|ion)|oversight)/i,
  'claims to be done':
    /\b(?:successfully|completed|done|finished|has been|have been|task is complete|terminate|final answer|the answer is)/i,
  verifies: /\b(?:verif(?:y|ied|ies|ying|ication)|double[- ]check|confirm(?:ed|s|ing)?|validat(?:e|ed|ing))/i,
  asks: /\?\s*$|\b(?:could you|can you|would you|please (?:provide|confirm|let me know))/im,
  'asks for confirmation': /\b(?:confirm|proceed|\(yes\/no\)|is that correct|would you like)/i,
  'changes course':
    /\b(?:instead|actually|rather|alternatively|another (?:way|approach)|let's try|next,? (?:we|I)|however)/i,
  'knows from memory':
    /\b(?:based on (?:my|general|common|available|historical) |from memory|generally|typically|known for|as of my|it is known)/i,
  'meets a filter':
    /\b(?:content (?:was |is )?filter|response was filtered|policy violation|jailbreak|safety (?:system|filter)|not a robot|captcha|verify you are)/i,
  'meets an error': /\b(?:error|exception|traceback|failed|timed? ?out|denied|invalid)\b/i,
  'ends the run': /\bTERMINATE\b|final answer/i,
} as const satisfies Record<string, RegExp>;

/** Cues in a step, in the step before and in the step after, beside how much of the task's wording the step takes up. */
export const textFeatures: FeatureFamily = (view) => {
  const found = view.steps.map((step) => cuesOf(textOf(step)));
  const words = contentWords(view.index.trajectory.instruction ?? '');
  const firstWith = new Map<string, number>();
  const agentCues = view.steps.flatMap((step, at) => (step.role === 'agent' ? [[at, found[at] ?? []] as const] : []));
  for (const [at, cues] of agentCues) for (const cue of cues) if (!firstWith.has(cue)) firstWith.set(cue, at);
  const firstAgent = agentCues[0]?.[0];
  // Steps are mostly read in order, so the words of the step before are at hand.
  let read = { position: -1, words: new Set<string>() };
  return (row, step, position) => {
    const text = textOf(step);
    const who = step.role === 'agent' ? '' : step.role === 'user' ? ' (user)' : ' (result)';
    for (const cue of found[position] ?? []) {
      put(row, `${cue}${who}`, 1);
      put(row, `first agent step that ${cue}`, firstWith.get(cue) === position);
    }
    for (const cue of found[position + 1] ?? []) {
      if (NEXT_CUES.has(cue)) put(row, `next step ${cue}`, 1);
    }
    for (const cue of found[position - 1] ?? []) {
      if (NEXT_CUES.has(cue)) put(row, `step before ${cue}`, 1);
    }
    const here = contentWords(text);
    if (words.size > 0 && step.role === 'agent') {
      const taken = overlap(words, here);
      put(row, 'task words taken up', taken);
      put(row, 'first agent step, with little of the task in it', position === firstAgent && taken < 0.5);
    }
    const previous = view.steps[position - 1];
    if (previous !== undefined) {
      const before = read.position === position - 1 ? read.words : contentWords(textOf(previous));
      const shared = overlap(here, before);
      put(row, 'repeats the step before', shared > 0.8);
      put(row, 'words new to the run', 1 - shared);
    }
    read = { position, words: here };
    put(row, 'numbers', Math.min(1, (text.match(/\d+/g)?.length ?? 0) / 20));
    put(row, 'no text', text.trim().length === 0);
  };
};

const NO_CUES: readonly string[] = [];

function cuesOf(text: string): readonly string[] {
  const names = Object.entries(CUES).flatMap(([name, pattern]) => (pattern.test(text) ? [name] : []));
  return names.length === 0 ? NO_CUES : names;
}

const NEXT_CUES: ReadonlySet<string> = new Set([
  'apologises',
  'gives up',
  'meets an error',
  'changes course',
  'ends the run',
  'meets a filter',
  'asks',
  'verifies',
  'claims to be done',
]);

function textOf(step: Step): string {
  const text = step.events
    .map((event) => (event.kind === 'tool-call' ? `${event.name} ${event.text}` : event.text))
    .join('\n');
  return text.length <= HEAD + TAIL ? text : `${text.slice(0, HEAD)}\n${text.slice(-TAIL)}`;
}

function contentWords(text: string): Set<string> {
  return new Set(
    text
      .slice(0, HEAD)
      .toLowerCase()
      .match(/[a-z0-9]{4,30}/g) ?? [],
  );
}

function overlap(words: ReadonlySet<string>, others: ReadonlySet<string>): number {
  if (words.size === 0) return 0;
  let shared = 0;
  for (const word of words) if (others.has(word)) shared++;
  return shared / words.size;
}
