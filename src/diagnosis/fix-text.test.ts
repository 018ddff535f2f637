import { expect, it } from 'vitest';
import { parseTrace } from '../formats/read-trace.ts';
import type { Category } from '../taxonomy/categories.ts';
import { CATEGORY_IDS } from '../taxonomy/categories.ts';
import { CATEGORY_DEFAULTS } from '../taxonomy/crosswalk.ts';
import { OWNERS } from '../taxonomy/owners.ts';
import { indexTrajectory } from '../trajectory/index-trajectory.ts';
import { fixText } from './fix-text.ts';

const call = { id: 'c1', type: 'function', function: { name: 'count_shirts', arguments: '{"color":"red"}' } };
const [result] = parseTrace(
  JSON.stringify([
    { role: 'user', content: 'How many red shirts are there?' },
    { role: 'assistant', content: null, tool_calls: [call] },
    { role: 'tool', tool_call_id: 'c1', content: '{"count": 3}' },
    { role: 'assistant', content: 'There are four.' },
  ]),
);
if (result?.ok !== true) throw new Error('not read');
const index = indexTrajectory(result.value);
const told = (category: Category, position: number) => {
  const { owner } = CATEGORY_DEFAULTS[category];
  if (owner === null) throw new Error(`nobody owns ${category}`);
  return fixText(index, { owner, category, position }, []);
};

it('names the agent and the tool of the step', () => {
  expect(told('system-failure', 1)).toBe(
    'Mend the service behind count_shirts; until then, retry it outside the model and tell assistant what failed.',
  );
  // A step of the tool is the doing of the agent that called it.
  expect(told('invalid-invocation', 2)).toBe(
    'Describe the arguments of count_shirts and their types in its schema, and return its complaint to assistant as the result.',
  );
});

it('names the tool whose output is quoted where the step is an answer', () => {
  const event = index.events.find((placed) => placed.event.kind === 'tool-result')?.event;
  if (event === undefined) throw new Error('no result');
  const quoted = {
    stepId: '',
    position: 2,
    eventId: event.id,
    quote: '3',
    start: 0,
    end: 1,
    note: '',
    constraintId: 'claim-matches-tool-output',
    verified: true,
  };
  const at = { owner: 'model', category: 'misinterpretation-of-tool-output', position: 3 } as const;
  expect(fixText(index, at, [quoted])).toContain('checked against the output of count_shirts before');
  expect(fixText(index, at, [])).toContain('checked against the output it rests on before');
});

it('has one sentence or two for every category, and the owner’s advice where nothing fits better', () => {
  for (const category of CATEGORY_IDS.filter((one) => one !== 'inconclusive')) {
    for (const position of [0, 1, 3]) expect(told(category, position)).toMatch(/^[A-Z][^.]{30,220}\.$/);
  }
  const user = { owner: 'user', category: 'invention-of-information', position: 0 } as const;
  expect(fixText(index, user, [])).toBe(OWNERS.user.advice);
});
