import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { checkTrace, loadPack } from './node.ts';

const folder = mkdtempSync(join(tmpdir(), 'culprit-node-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const constraint = (id: string, source: string, more: Record<string, unknown> = {}) => ({
  id,
  description: id,
  category: 'instruction-plan-adherence',
  guard: { role: 'agent' },
  check: { language: 'javascript', source },
  ...more,
});
writeFileSync(
  join(folder, 'pack.json'),
  JSON.stringify({
    name: 'pack',
    constraints: [
      constraint('says-done', 'const check = (t, s) => s.events.some((e) => e.text.includes("Done"));', {
        calibration: { passing: { runs: 9, fired: 9 }, failing: null, precision: null, weight: 0 },
      }),
      constraint('mended', 'const check = (t, s) => ({ holds: false, recovered: s.position });'),
      constraint('unsure', 'const check = () => ({ holds: null, message: "two fit" });'),
      constraint('breaks', 'const check = () => { throw new Error("boom"); };'),
      constraint('idle', 'const check = () => false;', { guard: { tool: 'nothing' } }),
    ],
  }),
);

const run = (...said: readonly string[]) => [
  { role: 'user', content: 'Do it.' },
  ...said.map((content) => ({ role: 'assistant', content })),
];

it('says of each constraint the worst that was found over all runs, pruned ones too', async () => {
  const packs = [await loadPack(pathToFileURL(join(folder, 'pack.json')))];
  const trace = [run('Done.'), run('No.')].map((one) => JSON.stringify(one)).join('\n');
  const checks = await checkTrace(trace, { packs, rules: ['no-cycle'] });
  expect(checks.map(({ constraintId, status }) => [constraintId, status])).toEqual([
    ['says-done', 'violated'],
    ['mended', 'satisfied'],
    ['unsure', 'undecided'],
    ['breaks', 'error'],
    ['idle', 'not-applicable'],
    ['no-cycle', expect.stringMatching(/satisfied|not-applicable/)],
  ]);
  expect(checks[0]?.violations).toMatchObject([{ step: 2, position: 1, quotes: ['No.'] }]);
  expect(checks[0]?.message).toContain('says-done is violated: step 2: ');
  expect(checks[2]?.message).toBe('unsure cannot be decided: two fit');
  expect(checks[3]?.message).toContain('boom');
  const [parsed] = await checkTrace(run('Done.'), { packs: [await loadPack(join(folder, 'pack.json'))] });
  expect(parsed).toMatchObject({ constraintId: 'says-done', status: 'satisfied' });
});

it('throws where something was not checked', async () => {
  await expect(checkTrace('[]', { rules: ['no-cycle'] })).rejects.toMatchObject({
    code: expect.stringMatching(/^TRACE_/),
  });
  await expect(checkTrace('', { rules: ['no-cycle'] })).rejects.toMatchObject({ code: 'TRACE_EMPTY' });
  await expect(checkTrace(run('Done.'), { rules: ['no-such-rule'] })).rejects.toMatchObject({ code: 'RULE_UNKNOWN' });
  await expect(loadPack(join(folder, 'none.json'))).rejects.toMatchObject({ code: 'PACK_INVALID' });
});
