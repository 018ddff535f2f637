import { excerpt } from '../../base/text.ts';
import type { Step, TraceEvent } from '../../contracts/trajectory.ts';

const ORDER: readonly TraceEvent['kind'][] = [
  'tool-call',
  'message',
  'tool-result',
  'error',
  'guardrail',
  'handoff',
  'plan',
  'reasoning',
  'compaction',
  'other',
];

/** What a step did, in one line of at most `max` characters. */
export function stepGist(step: Step, max: number): string {
  for (const kind of ORDER) {
    const event = step.events.find((one) => one.kind === kind && (one.text.trim() !== '' || kind === 'tool-call'));
    if (event !== undefined) return eventGist(event, max);
  }
  return '(empty)';
}

export function eventGist(event: TraceEvent, max: number): string {
  if (event.kind === 'tool-call') return excerpt(`${event.name}(${event.text.slice(0, max * 4)})`, max);
  if (event.kind === 'handoff') return excerpt(`-> ${event.to}: ${event.text.slice(0, max * 4)}`, max);
  return excerpt(event.text, max);
}
