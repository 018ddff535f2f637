import type { Evidence } from '../../contracts/evidence.ts';
import type { Step } from '../../contracts/trajectory.ts';
import { quote, quoteHead } from '../rules/rule.ts';

/** Words of a step as evidence; null where they do not stand there, word for word or with the escapes of JSON text. */
export function locateQuote(step: Step, words: string, note: string): Evidence | null {
  if (words.trim() === '') return null;
  const escaped = JSON.stringify(words).slice(1, -1);
  for (const form of escaped === words ? [words] : [words, escaped]) {
    for (const event of step.events) {
      const start = event.text.indexOf(form);
      if (start !== -1) return quote(step, event, start, start + form.length, note);
    }
  }
  return null;
}

/** The head of what a step says, as evidence; null where it says nothing. */
export function quoteStep(step: Step, note: string): Evidence | null {
  const event =
    step.events.find(({ kind, text }) => kind === 'tool-call' && text !== '') ??
    step.events.find(({ text }) => text !== '');
  return event === undefined ? null : quoteHead(step, event, note);
}
