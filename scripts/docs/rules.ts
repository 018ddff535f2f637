import { RULES } from '../../src/constraints/rules/index.ts';
import { code, definePage, markdownTable } from './page.ts';

export default definePage({
  path: 'docs/reference/rules.md',
  render() {
    const rules = Object.values(RULES).sort((a, b) => a.id.localeCompare(b.id));
    const rows = rules.map((rule) => [
      `[${code(rule.id)}](../rules/${rule.id}.md)`,
      rule.description,
      code(rule.category),
      rule.mode === null ? '' : code(rule.mode),
      rule.severity,
      rule.appliesTo,
    ]);
    return `# Rules

A rule is a constraint that ships as code. Each has a page with a trajectory that satisfies it and one that violates it.
A rule says \`undecided\` where it could not tell; that is counted apart, and never as satisfied.

${rules.length} rules.

${markdownTable(['Rule', 'What must hold', 'A violation points to', 'Mode', 'Severity', 'Speaks of each'], rows)}`;
  },
});
