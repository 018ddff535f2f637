/**
 * `npm run new-rule <id>`: makes the file, the test, the doc page and the table line of a new rule. What it makes
 * compiles, and its tests fail until the rule and its samples are written.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const RULES_FOLDER = 'src/constraints/rules';

/** The files of a new rule by their path in the repository, the table with its line among them. */
export function scaffoldRule(id: string, table: string): Readonly<Record<string, string>> {
  if (!/^[a-z]+(?:-[a-z0-9]+)+$/.test(id)) {
    throw new Error(`"${id}" is no id of a rule: say in kebab-case what must hold, such as tool-error-acknowledged`);
  }
  if (table.includes(`'./${id}.ts'`)) throw new Error(`the rule "${id}" is there already`);
  return {
    [`${RULES_FOLDER}/${id}.ts`]: ruleFile(id),
    [`${RULES_FOLDER}/${id}.test.ts`]: testFile(id),
    [`docs/rules/${id}.md`]: docPage(id),
    [`${RULES_FOLDER}/index.ts`]: withLine(id, table),
  };
}

const constantOf = (id: string): string => id.replace(/-(\w)/g, (_match, letter: string) => letter.toUpperCase());

/** The table with an import and an entry more, both in order. */
function withLine(id: string, table: string): string {
  const lines = table.split('\n');
  insertSorted(lines, /^import \w+ from '\.\/(.+)\.ts';$/, id, `import ${constantOf(id)} from './${id}.ts';`);
  insertSorted(lines, /^ {2}'(.+)': \w+,$/, id, `  '${id}': ${constantOf(id)},`);
  return lines.join('\n');
}

function insertSorted(lines: string[], pattern: RegExp, id: string, line: string): void {
  const entries = lines.flatMap((text, at) => {
    const key = pattern.exec(text)?.[1];
    return key === undefined ? [] : [{ key, at }];
  });
  const last = entries.at(-1);
  if (last === undefined) throw new Error('the table of rules has no line to put the new one beside');
  const next = entries.find(({ key }) => key > id);
  lines.splice(next?.at ?? last.at + 1, 0, line);
}

const DESCRIPTION = 'TODO: what must hold, in one sentence.';

const ruleFile = (id: string): string => `import { defineRule, type Violation } from './rule.ts';

export default defineRule({
  id: '${id}',
  description: '${DESCRIPTION}',
  appliesTo: 'step',
  category: 'inconclusive',
  mode: null,
  severity: 'low',
  type: 'ANY',
  evaluate({ index }) {
    // Blame the step that acted wrongly; quote first what shows it.
    const violations: Violation[] = [];
    return { checked: index.calls.length, violations };
  },
});
`;

const testFile = (id: string): string => `import { describe, expect, it } from 'vitest';
import { agent, result, runRule, user } from '../../../test/run-rule.ts';
import rule from './${id}.ts';

describe('${id}', () => {
  it('blames the step that acted', () => {
    const run = runRule(rule, [user('x'), agent('', ['tool', {}]), result('tool', 'ok')]);
    expect(run.blamed).toEqual([1]);
  });
});
`;

const docPage = (id: string): string => `# ${id}

${DESCRIPTION}

Category \`inconclusive\` · mode \`none\` · severity low · blames the step that …

## What must hold

TODO

## Why it matters

TODO

## What it cannot see

TODO

## Satisfied

\`\`\`json satisfied
[]
\`\`\`

## Violated

\`\`\`json violated
[]
\`\`\`
`;

function main(id: string | undefined): number {
  const root = join(import.meta.dirname, '..');
  try {
    if (id === undefined) throw new Error('say which: npm run new-rule tool-error-acknowledged');
    const files = scaffoldRule(id, readFileSync(join(root, RULES_FOLDER, 'index.ts'), 'utf8'));
    const taken = Object.keys(files).filter((path) => !path.endsWith('/index.ts') && existsSync(join(root, path)));
    if (taken.length > 0) throw new Error(`already there: ${taken.join(', ')}`);
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
      process.stdout.write(`${path}\n`);
    }
    process.stdout.write(
      `\nNow write the rule, its test and the samples of its page, then:\n  npx vitest run ${RULES_FOLDER}/${id} ${RULES_FOLDER}/rule-docs\n  npm run evidence -- rule-precision\n`,
    );
    return 0;
  } catch (error) {
    process.stderr.write(`new-rule: ${error instanceof Error ? error.message : String(error)}\n`);
    return 2;
  }
}

if (process.argv[1] === import.meta.filename) process.exitCode = main(process.argv[2]);
