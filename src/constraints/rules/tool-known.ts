import { unknownTools } from './_unknown-tools.ts';
import { defineRule } from './rule.ts';

export default defineRule({
  id: 'tool-known',
  description: 'Only tools that exist are called.',
  appliesTo: 'step',
  category: 'invalid-invocation',
  mode: 'invocation-issue',
  severity: 'high',
  type: 'CAPABILITY',
  evaluate({ index, trajectory }) {
    const declared = new Set(trajectory.tools.map((tool) => tool.name));
    return unknownTools(index, declared);
  },
});
