import { RULES } from '../../src/constraints/rules/index.ts';
import { INVARIANTS } from '../../src/judges/invariants/index.ts';
import { QUESTION_NEEDS } from '../../src/judges/invariants/invariant.ts';
import { MODES } from '../../src/taxonomy/modes.ts';
import { code, definePage, markdownTable } from './page.ts';

export default definePage({
  path: 'docs/reference/invariants.md',
  render: () => `# Invariants

AgentScope's ten modes of failure (Bi et al. 2026), each as a condition that should never come true at a step. What can
be seen without a model is: violations of the constraints that point to the mode, and what the invariant looks at by
itself. What a model would be asked of the steps that stay open is written down with each; no model is called. How often
what is seen agrees with people's labels: [figures](invariant-figures.md).

${markdownTable(
  ['Mode', 'Of', 'Must not happen', 'Seen by itself', 'Rules that point to it'],
  Object.values(INVARIANTS).map(({ mode, condition, looksAt }) => [
    `[${code(mode)}](../invariants/${mode}.md)`,
    MODES[mode].bucket,
    condition,
    looksAt,
    Object.values(RULES)
      .filter((rule) => rule.mode === mode)
      .map(({ id }) => `[${code(id)}](../rules/${id}.md)`)
      .join(', '),
  ]),
)}

## What a model is shown

${markdownTable(
  ['For', ...Object.keys(QUESTION_NEEDS)],
  Object.values(INVARIANTS).map(({ mode, question }) => [
    code(mode),
    ...Object.keys(QUESTION_NEEDS).map((need) => (question.needs.some((one) => one === need) ? '×' : '')),
  ]),
)}

${Object.entries(QUESTION_NEEDS)
  .map(([need, what]) => `- ${code(need)}: ${what}.`)
  .join('\n')}`,
});
