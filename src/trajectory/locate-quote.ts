import type { Evidence } from '../contracts/evidence.ts';
import type { Step } from '../contracts/trajectory.ts';
import { quote, quoteHead } from './quote.ts';

/** Longer words are not looked for by their white space: who quotes pages quotes nothing. */
const MAX_FOLDED = 5_000;

/**
 * Words of a step as evidence; null where they do not stand there. They may be given word for word, with the escapes of
 * JSON text or without those that stand there (a peer that looked for raw words alone lost 83 % of good quotes), with
 * other white space, or between ellipses. What comes back is what stands there.
 */
export function locateQuote(step: Step, words: string, note: string): Evidence | null {
  for (const form of formsOf(words)) {
    for (const event of step.events) {
      const start = event.text.indexOf(form);
      if (start !== -1) return quote(step, event, start, start + form.length, note);
    }
  }
  const folded = fold(words.replace(ELLIPSES, ''));
  if (folded.text.length === 0 || words.length > MAX_FOLDED) return null;
  for (const event of step.events) {
    const there = fold(event.text);
    const at = there.text.indexOf(folded.text);
    if (at === -1) continue;
    const last = there.offsets[at + folded.text.length - 1] ?? 0;
    return quote(step, event, there.offsets[at] ?? 0, last + 1, note);
  }
  return null;
}

const ELLIPSES = /^\s*(?:…|\.{3})\s*|\s*(?:…|\.{3})\s*$/g;

/** A text without white space, and where each of its characters stands in the text. */
function fold(text: string): { readonly text: string; readonly offsets: readonly number[] } {
  const offsets: number[] = [];
  let folded = '';
  for (let at = 0; at < text.length; at++) {
    const character = text[at] ?? '';
    if (/\s/.test(character)) continue;
    folded += character;
    offsets.push(at);
  }
  return { text: folded, offsets };
}

function formsOf(words: string): readonly string[] {
  if (words.trim() === '') return [];
  const escaped = JSON.stringify(words).slice(1, -1);
  const forms = new Set([words, escaped]);
  if (words.includes('\\')) {
    try {
      const read: unknown = JSON.parse(`"${words.replace(/(?<!\\)"/g, '\\"').replace(/\n/g, '\\n')}"`);
      if (typeof read === 'string' && read.trim() !== '') forms.add(read);
    } catch {
      // Words with a backslash of their own: nothing to unescape.
    }
  }
  return [...forms];
}

/** The head of what a step says, as evidence; null where it says nothing. */
export function quoteStep(step: Step, note: string): Evidence | null {
  const event =
    step.events.find(({ kind, text }) => kind === 'tool-call' && text !== '') ??
    step.events.find(({ text }) => text !== '');
  return event === undefined ? null : quoteHead(step, event, note);
}
