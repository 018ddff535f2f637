import type { UngroundedValue } from '../../contracts/graph.ts';
import { handsOn, isPage, KnownNumbers } from './reading/known-numbers.ts';
import { withoutCode } from './reading/prose.ts';
import { isSoftwareTask } from './reading/task-kind.ts';
import { defineRule, quote, type Violation } from './rule.ts';

/** One value may be counted, rounded or converted; it takes two to say that a message brings its own data. */
const MIN_VALUES = 2;

export default defineRule({
  id: 'value-grounded-in-answer',
  description:
    'Figures, ids and addresses that the agent states come from a tool, the user, or a computation with those.',
  appliesTo: 'step',
  category: 'invention-of-information',
  mode: 'insufficient-context',
  severity: 'medium',
  type: 'PROVENANCE',
  evaluate({ index, graph, trajectory }) {
    if (isSoftwareTask(trajectory.instruction) || graph.ungrounded.length === 0) {
      return { checked: graph.ungrounded.length === 0 ? index.agentMessages.length : 0, violations: [] };
    }
    const byEvent = new Map<string, UngroundedValue[]>();
    for (const value of graph.ungrounded) {
      if (value.usedAs !== 'answer' || !isFact(value)) continue;
      const list = byEvent.get(value.eventId);
      if (list === undefined) byEvent.set(value.eventId, [value]);
      else list.push(value);
    }
    const known = new KnownNumbers(index);
    const asked = `${trajectory.instruction ?? ''}\n${trajectory.policy ?? ''}`.slice(0, 100_000);
    const violations: Violation[] = [];
    for (const { step, event } of index.agentMessages) {
      if (handsOn(event.text, trajectory.instruction) || isPage(event.text) || isDump(event.text)) continue;
      const prose = withoutCode(event.text);
      const values = (byEvent.get(event.id) ?? []).filter(
        (value) =>
          !asked.includes(value.value) &&
          prose.slice(value.start, value.end) === value.value &&
          !known.computes(value, step.position),
      );
      const first = values[0];
      if (first === undefined || values.length < MIN_VALUES) continue;
      violations.push({
        step,
        message: `${values.length} values that nobody gave: ${values
          .slice(0, 4)
          .map((one) => one.value)
          .join(', ')}`,
        evidence: values.slice(0, 3).map((one) => quote(step, event, one.start, one.end, 'stated without a source')),
      });
    }
    return { checked: index.agentMessages.length, violations };
  },
});

/** Stack traces and logs state no facts. */
const isDump = (text: string): boolean =>
  /traceback \(most recent call last\)|^\s+at .{1,200}:\d+/im.test(text.slice(0, 20_000));

/** Values that state a fact. Years, times and compounds such as "4-piece" are words more than values. */
function isFact(value: UngroundedValue): boolean {
  if (value.valueKind === 'email') return true;
  if (value.valueKind === 'number') return !/^(?:19|20)\d\d$/.test(value.value);
  if (value.valueKind === 'id') return /\d{4}/.test(value.value) && !/^\d{4}s?$/.test(value.value);
  return false;
}
