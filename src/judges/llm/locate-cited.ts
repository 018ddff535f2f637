import type { Evidence } from '../../contracts/evidence.ts';
import type { Step } from '../../contracts/trajectory.ts';
import { restoreUnseen } from '../../prompting/fence.ts';
import { locateQuote } from '../../trajectory/locate-quote.ts';

/** The number and label that we put before what stands in a step. */
const OUR_LABEL = /^\s*\[step -?\d{1,12}\] (?:\(in short\) )?[^\n:]{0,200}: ?/;
/** How far into a quote the name of a tool is looked for. */
const MAX_BEFORE_NAME = 60;

/**
 * Words of a step as a model cites them; null where they do not stand there. Models quote what they see: our label along
 * with the words, or a call with the name of its tool before the arguments, though that is not part of its text.
 */
export function locateCited(step: Step, quote: string): Evidence | null {
  const words = restoreUnseen(quote);
  for (const form of [words, ...formsWithoutLabel(step, words)]) {
    const found = locateQuote(step, form, 'cited by the model');
    if (found !== null) return found;
  }
  return null;
}

function* formsWithoutLabel(step: Step, words: string): Generator<string> {
  if (OUR_LABEL.test(words)) yield words.replace(OUR_LABEL, '');
  const names = new Set(
    step.events.flatMap((event) =>
      (event.kind === 'tool-call' || event.kind === 'tool-result') && event.name !== null && event.name !== ''
        ? [event.name]
        : [],
    ),
  );
  for (const name of names) {
    const at = words.indexOf(name);
    if (at === -1 || at > MAX_BEFORE_NAME) continue;
    const rest = words.slice(at + name.length).replace(/^[\s:=]{0,5}/, '');
    yield rest;
    const inBrackets = /^\((.*)\)\s*$/s.exec(rest)?.[1];
    if (inBrackets !== undefined) yield inBrackets;
  }
}
