import { visibleText } from '../../base/text.ts';
import type { TestCase } from './test-case.ts';

/** Longest task that is written into a configuration, in characters. */
const MAX_TASK = 20_000;

/** A configuration of promptfoo with one assertion for each constraint. */
export function writePromptfoo(testCase: TestCase, fileName: string): string {
  const { task, constraints, packs } = testCase;
  const title = inertTemplate(testCase.title);
  return `# What broke ${title}
# Written by \`culprit constraints export --to promptfoo\`; yours to edit. Needs culprit as a development dependency.
# CULPRIT_TRACE=run.json npx promptfoo eval -c ${fileName}
description: ${yamlText(title)}
prompts:
  - "{{task}}"
providers:
  # Gives the trace of a new run as its output.
  - file://${PROVIDER_FILE}
tests:
  - description: ${yamlText(title)}
    vars:
      task: ${yamlText(inertTemplate((task ?? 'the task of this run').slice(0, MAX_TASK)))}
    assert:
${constraints.map((one) => assertion(one, packs)).join('\n')}
`;
}

const assertion = ({ id, said, isRule }: TestCase['constraints'][number], packs: readonly string[]): string =>
  [
    `      # It said: ${inertTemplate(said)}`,
    '      - type: javascript',
    `        value: file://${ASSERTION_FILE}`,
    `        metric: ${yamlText(id)}`,
    '        config:',
    `          constraint: ${yamlText(id)}`,
    `          packs: [${isRule ? '' : packs.map(yamlText).join(', ')}]`,
    `          rules: [${isRule ? yamlText(id) : ''}]`,
  ].join('\n');

/** A text as YAML: what JSON writes is YAML too, but for signs that YAML takes for the end of a line. */
const yamlText = (text: string): string =>
  JSON.stringify(text).replace(
    /[\u007f-\u009f\u2028\u2029\ufeff]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** promptfoo fills in templates and reads files that a variable names: words of a trace must do neither. */
const inertTemplate = (text: string): string =>
  visibleText(text)
    .replace(/\{(?=[{%#])/g, '{ ')
    .replace(/^(\s*[a-z]+):\/\//i, '$1: //');

export const ASSERTION_FILE = 'culprit-assertion.mjs';
export const PROVIDER_FILE = 'culprit-trace-provider.mjs';

/** The same for every configuration. */
export const PROMPTFOO_FILES: readonly { readonly name: string; readonly text: string }[] = [
  {
    name: ASSERTION_FILE,
    text: `// Holds the output of the provider, which is a trace, against one constraint.
import { checkTrace, loadPack } from 'culprit/node';

/** Leave 'not-applicable' out where a run that never comes to the point must not pass. */
const ACCEPTED = ['satisfied', 'not-applicable'];

export default async function holds(output, { config }) {
  const packs = await Promise.all(config.packs.map((path) => loadPack(new URL(path, import.meta.url))));
  const checks = await checkTrace(output, { packs, rules: config.rules });
  const check = checks.find(({ constraintId }) => constraintId === config.constraint);
  if (check === undefined) {
    return { pass: false, score: 0, reason: \`there is no constraint \${config.constraint} in the pack any more\` };
  }
  const pass = ACCEPTED.includes(check.status);
  return { pass, score: pass ? 1 : 0, reason: check.message };
}
`,
  },
  {
    name: PROVIDER_FILE,
    text: `// Gives promptfoo the trace of a new run. Run your agent on the prompt here, and return what it wrote as the output.
import { readFile } from 'node:fs/promises';

export default class TraceProvider {
  id() {
    return 'culprit-trace';
  }

  async callApi(prompt) {
    const path = process.env.CULPRIT_TRACE;
    if (!path) return { error: 'set CULPRIT_TRACE to the trace of a new run, or edit ${PROVIDER_FILE}' };
    return { output: await readFile(path, 'utf8') };
  }
}
`,
  },
];
