import { type EventInput, toolResultEvent } from './trajectory-builder.ts';

/** What Magentic-One's WebSurfer writes between the action that it took and the page it then saw. */
const PAGE_STATE = /\n\n(?:Here is a screenshot of|The web browser is open to the page) \[/;
const VERBS: Readonly<Record<string, string>> = {
  clicked: 'click',
  typed: 'type',
  input: 'type',
  scrolled: 'scroll',
  hovered: 'hover',
  visited: 'visit',
  selected: 'select',
};
/** Longest statement of an action: it may quote the text that was typed or the label that was clicked. */
const SEARCHED = 2_000;

/**
 * The report of a browsing agent as a call and its result: the framework, not the model, writes "I clicked 'x'." and
 * then the state of the page. Null where a text does not have exactly that shape.
 */
export function pageAction(text: string): EventInput[] | null {
  const verb = VERBS[/^I (\w{1,20}) /.exec(text)?.[1] ?? ''];
  if (verb === undefined) return null;
  const place = PAGE_STATE.exec(text.slice(0, SEARCHED));
  if (place === null) return null;
  return [
    {
      kind: 'tool-call',
      callId: '',
      name: verb,
      arguments: null,
      text: text.slice(0, place.index).trim(),
      argumentsValid: true,
      inferred: true,
    },
    toolResultEvent(null, verb, text.slice(place.index).trim()),
  ];
}
