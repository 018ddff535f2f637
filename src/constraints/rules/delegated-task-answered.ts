import { defineRule, quoteHead, type Violation } from './rule.ts';

export default defineRule({
  id: 'delegated-task-answered',
  description: 'An agent that a task is handed to does something about it.',
  appliesTo: 'step',
  category: 'system-failure',
  mode: 'premature-termination',
  severity: 'low',
  type: 'PROTOCOL',
  evaluate({ index, trajectory }) {
    const { steps } = trajectory;
    const lastTurn = new Map(steps.map(({ agent, position }) => [agent.toLowerCase(), position]));
    const reported = new Set<string>();
    const violations: Violation[] = [];
    let checked = 0;
    let undecided = 0;
    // An agent that never appears works outside of what the trace shows.
    const handoffs = index.events.filter(
      ({ event }) => event.kind === 'handoff' && lastTurn.has(event.to.toLowerCase()),
    );
    handoffs.forEach(({ step, event }) => {
      if (event.kind !== 'handoff') return;
      checked++;
      const to = event.to.toLowerCase();
      if ((lastTurn.get(to) ?? -1) > step.position || reported.has(to)) return;
      if (step.position === steps.length - 1) {
        undecided++;
        return;
      }
      reported.add(to);
      violations.push({
        step,
        message: `${event.to} is given a task and never acts on it`,
        evidence: [quoteHead(step, event, 'the task that was handed over')],
      });
    });
    const reason = 'the run ends at the hand-over';
    return { checked, violations, ...(undecided > 0 ? { undecided: { count: undecided, reason } } : {}) };
  },
});
