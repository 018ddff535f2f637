import type { EventInput } from './trajectory-builder.ts';

/** What the sections of an agent's text mean when it marks them by tags. */
const KINDS: Readonly<Record<string, 'reasoning' | 'plan' | 'message'>> = {
  think: 'reasoning',
  thinking: 'reasoning',
  thought: 'reasoning',
  reasoning: 'reasoning',
  reflection: 'reasoning',
  memory: 'reasoning',
  plan: 'plan',
  answer: 'message',
};

const OPENING = /^[ \t]*<(think|thinking|thought|reasoning|reflection|memory|plan|answer)>/gm;

/**
 * An agent's text cut at its marked sections (`<think>…</think>`, `<plan>…</plan>`, …): each section is an event of its
 * kind, the rest are messages. Every text is a quote. A section that never closes ends with the text.
 */
export function taggedEvents(text: string): EventInput[] {
  const events: EventInput[] = [];
  const push = (kind: 'reasoning' | 'plan' | 'message', part: string): void => {
    const said = part.trim();
    if (said === '') return;
    events.push(kind === 'message' ? { kind, text: said, to: null } : { kind, text: said });
  };
  let from = 0;
  for (const match of text.matchAll(OPENING)) {
    if (match.index < from) continue;
    const tag = match[1] ?? '';
    const inner = match.index + match[0].length;
    const close = text.indexOf(`</${tag}>`, inner);
    push('message', text.slice(from, match.index));
    push(KINDS[tag] ?? 'message', text.slice(inner, close === -1 ? text.length : close));
    from = close === -1 ? text.length : close + tag.length + 3;
  }
  if (from === 0) return text === '' ? [] : [{ kind: 'message', text, to: null }];
  push('message', text.slice(from));
  return events;
}
