import { describe, expect, it } from 'vitest';
import { createSandbox } from '../../compose.ts';
import type { Run } from '../../contracts/run.ts';
import { parseTrace } from '../../formats/read-trace.ts';
import { runWithConstraints } from '../../pipeline/run-with-constraints.ts';
import type { PackInput } from '../packs/pack-file.ts';
import { readPack } from '../packs/read-pack.ts';
import { EXPORTERS, type ExportTarget, exportTests } from './export-tests.ts';

const violated = {
  language: 'javascript',
  source: 'const check = () => ({ holds: false, message: "not so" });',
} as const;
const one = (id: string, more: Record<string, unknown> = {}) => ({
  id,
  description: `${id} holds`,
  category: 'instruction-plan-adherence' as const,
  guard: { role: 'agent' },
  check: violated,
  ...more,
});
const PACK = {
  name: 'shop',
  library: { javascript: 'shop.js' },
  constraints: [
    one('broken'),
    one('for-this-run', { scope: 'dynamic' }),
    one('mended', {
      check: { language: 'javascript', source: 'const check = (_, s) => ({ holds: false, recovered: s.position });' },
    }),
    one('fine', { check: { language: 'javascript', source: 'const check = () => true;' } }),
  ],
} satisfies PackInput;
const pack = readPack(PACK, 'shop.json', () => '// shared');

async function runsOf(...ids: readonly (string | number)[]): Promise<readonly Run[]> {
  const sandbox = await createSandbox({ language: 'javascript' });
  const traj = [
    { role: 'user', content: 'Cancel it.' },
    { role: 'assistant', content: 'Done.' },
  ];
  try {
    const runs: Run[] = [];
    for (const result of parseTrace(JSON.stringify(ids.map((task_id) => ({ task_id, reward: 0, traj }))))) {
      if (!result.ok) throw result.error;
      runs.push(
        await runWithConstraints(result.value, {
          constraints: pack.constraints,
          libraries: new Map([[pack.name, pack.libraries]]),
          sandbox: async () => sandbox,
        }),
      );
    }
    return runs;
  } finally {
    await sandbox.close();
  }
}

describe('exportTests', () => {
  it('tests what was violated and stayed so, and says what is left out', async () => {
    const runs = await runsOf('a/b', 'a b');
    const { files, tests, leftOut } = exportTests({ to: 'vitest', runs, packs: [{ pack, path: '../shop.json' }] });
    expect(files.map(({ name }) => name)).toEqual(['culprit-a-b.test.mjs', 'culprit-a-b-2.test.mjs']);
    expect(tests).toBe(2);
    expect(leftOut.map(({ trajectoryId, constraintId, why }) => [trajectoryId, constraintId, why])).toEqual([
      ['a/b', 'for-this-run', 'it was made for this run alone'],
      ['a b', 'for-this-run', 'it was made for this run alone'],
    ]);
    const [file] = files;
    expect(file?.text).toContain('const PACKS = ["../shop.json"];');
    expect(file?.text.match(/^ {2}test\(.*$/gm)).toEqual(['  test("broken: broken holds", () => {']);
    expect(file?.text).toContain('  // It said: step 2: not so ("Done.")');
  });

  it.each(Object.keys(EXPORTERS) as ExportTarget[])(
    'writes a pack that has no file beside the tests for %s',
    async (to) => {
      const runs = await runsOf(1);
      const { files } = exportTests({ to, runs, packs: [{ pack, path: null }] });
      expect(files.slice(-2).map(({ name }) => name)).toEqual(['shop.constraints.json', 'shop.library.js']);
      expect(files[0]?.text).toContain('"shop.constraints.json"');
    },
  );

  it('writes nothing for a run that violates nothing, and says so; nor for a pack that is not given', async () => {
    const runs = await runsOf(1);
    const { files, leftOut } = exportTests({ to: 'promptfoo', runs, packs: [] });
    expect(files).toEqual([]);
    expect(leftOut.map(({ constraintId, why }) => [constraintId, why])).toEqual([
      ['broken', 'it is in none of the packs that were given'],
      ['for-this-run', 'it was made for this run alone'],
      [null, 'it violates nothing that can be tested'],
    ]);
  });

  it('tests a rule where it blames the step that broke the run', async () => {
    const call = (id: string) => ({
      role: 'assistant',
      content: null,
      tool_calls: [{ id, type: 'function', function: { name: 'find', arguments: '{"broken": ' } }],
    });
    const traj = [
      { role: 'user', content: 'Find it.' },
      call('a'),
      { role: 'tool', tool_call_id: 'a', content: 'Error: no JSON' },
    ];
    const [result] = parseTrace(JSON.stringify([{ task_id: 1, reward: 0, traj }]));
    if (!result?.ok) throw new Error('the sample cannot be read');
    const sandbox = () => Promise.reject(new Error('not needed'));
    const run = await runWithConstraints(result.value, { constraints: [], sandbox });
    const { files } = exportTests({ to: 'jest', runs: [run], packs: [] });
    expect(files[0]?.text).toContain('const RULES = ["termination-present", "tool-arguments-parse"');
  });
});
