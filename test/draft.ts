import type { Draft } from '../src/constraints/synthesis/draft.ts';

/** A constraint as a model might write it: holds where the step calls no tool, or names an order in its call. */
export const draft = (over: Partial<Draft> = {}): Draft => ({
  id: 'cancel_names_order',
  description: 'Cancelling names an order.',
  category: 'Invalid Invocation',
  severity: 'high',
  type: 'PROVENANCE',
  clause: null,
  appliesTo: 'step',
  guard: {
    tools: ['cancel_order'],
    agents: null,
    roles: ['assistant'],
    content: null,
    firstStep: null,
    lastStep: null,
  },
  language: 'javascript',
  source: '(trajectory, step) => step.events.every((event) => event.kind !== "tool-call" || /#W\\d+/.test(event.text))',
  criteria: null,
  examples: [],
  ...over,
});

const cancels = (id: string) => [
  { role: 'user', text: `Cancel ${id}`, tool: null, calls: [] },
  { role: 'agent', text: '', tool: null, calls: [{ tool: 'cancel_order', arguments: JSON.stringify({ id }) }] },
];

/** The two examples that belong to `draft`. */
export const examples: Draft['examples'] = [
  { holds: true, note: 'names it', messages: cancels('#W1') },
  { holds: false, note: 'does not', messages: cancels('mine') },
];
