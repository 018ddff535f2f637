import { unansweredCalls } from './_unanswered-calls.ts';
import { defineRule } from './rule.ts';

export default defineRule({
  id: 'tool-call-answered',
  description: 'Every tool call gets a result before the run goes on.',
  appliesTo: 'step',
  category: 'system-failure',
  mode: 'execution-failure',
  severity: 'medium',
  type: 'PROTOCOL',
  evaluate({ index }) {
    return unansweredCalls(index);
  },
});
