import type { TestCase } from './test-case.ts';

/** What a runner of JavaScript tests differs in. */
interface Runner {
  readonly module: string;
  readonly command: (file: string) => string;
}

const RUNNERS = {
  vitest: { module: 'vitest', command: (file) => `CULPRIT_TRACE=run.json npx vitest run ${file}` },
  // Jest loads ES modules behind a flag of Node.
  jest: {
    module: '@jest/globals',
    command: (file) => `CULPRIT_TRACE=run.json NODE_OPTIONS=--experimental-vm-modules npx jest ${file}`,
  },
} as const satisfies Record<string, Runner>;

/** A test file for vitest or jest: an ES module, so that it runs in a project of either kind. */
export function writeJavascriptTest(testCase: TestCase, to: keyof typeof RUNNERS, fileName: string): string {
  const { module, command } = RUNNERS[to];
  const { title, constraints, packs } = testCase;
  const rules = constraints.filter(({ isRule }) => isRule).map(({ id }) => id);
  return `// What broke ${title}
// Written by \`culprit constraints export --to ${to}\`; yours to edit. Needs culprit as a development dependency.
// ${command(fileName)}
import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from '${module}';
import { checkTrace, loadPack } from 'culprit/node';

/** A trace of a new run of the agent on this task. Run the agent here instead, if you like, and return what it wrote. */
async function newTrace() {
  const path = process.env.CULPRIT_TRACE;
  if (!path) throw new Error('set CULPRIT_TRACE to the trace of a new run, or edit newTrace()');
  return readFile(path, 'utf8');
}

/** Leave 'not-applicable' out where a run that never comes to the point must not pass. */
const ACCEPTED = ['satisfied', 'not-applicable'];
const PACKS = [${packs.map((path) => JSON.stringify(path)).join(', ')}];
const RULES = [${rules.map((id) => JSON.stringify(id)).join(', ')}];

describe(${JSON.stringify(title)}, () => {
  let checks = [];
  beforeAll(async () => {
    const packs = await Promise.all(PACKS.map((path) => loadPack(new URL(path, import.meta.url))));
    checks = await checkTrace(await newTrace(), { packs, rules: RULES });
  }, 60_000);

${constraints.map(oneTest).join('\n\n')}
});

/** 'holds', or what is wrong, so that a failing test says it. */
function verdictOf(checks, id) {
  const check = checks.find(({ constraintId }) => constraintId === id);
  if (check === undefined) return \`there is no constraint \${id} in the pack any more\`;
  return ACCEPTED.includes(check.status) ? 'holds' : check.message;
}
`;
}

const oneTest = ({ id, description, said }: TestCase['constraints'][number]): string =>
  [
    `  // It said: ${said}`,
    `  test(${JSON.stringify(`${id}: ${description}`)}, () => {`,
    `    expect(verdictOf(checks, ${JSON.stringify(id)})).toBe('holds');`,
    '  });',
  ].join('\n');
