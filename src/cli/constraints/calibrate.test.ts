import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { runInMemory } from '../../../test/memory-host.ts';

const folder = mkdtempSync(join(tmpdir(), 'culprit-calibrate-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const run = (...args: readonly string[]) => runInMemory(['constraints', ...args], { cwd: folder });
const file = (name: string) => join(folder, name);

const says = (words: string) =>
  `const check = (_, step) => !step.events.some(({ text }) => text.includes('${words}'));`;
const constraint = (id: string, words: string) =>
  `{ "id": "${id}", "description": "${id}", "category": "instruction-plan-adherence", "guard": { "role": "agent" },
      "check": { "language": "javascript", "source": ${JSON.stringify(says(words))} } }`;
const PACK = `{
  "name": "words",
  "constraints": [
    ${constraint('no-guess', 'I guess')},
    ${constraint('no-excuse', 'sorry')}
  ]
}
`;

/** JSON lines of runs whose agent says each of the texts. */
const runs = (reward: number, texts: readonly string[]): string =>
  texts
    .map((content, at) =>
      JSON.stringify({
        task_id: at,
        reward,
        traj: [
          { role: 'user', content: 'Hello.' },
          { role: 'assistant', content },
        ],
      }),
    )
    .join('\n');

beforeEach(() => {
  writeFileSync(file('culprit.constraints.json'), PACK);
  writeFileSync(file('ok.jsonl'), runs(1, [...Array(9).fill('Sorry, sorry.'), ...Array(11).fill('Done.')]));
  writeFileSync(file('bad.jsonl'), runs(0, [...Array(6).fill('I guess so.'), ...Array(4).fill('Done.')]));
});

describe('culprit constraints calibrate', () => {
  it('writes what constraints did into the pack, prints it in 80 columns, and is heeded from then on', async () => {
    const { exitCode, stdout, stderr } = await run('calibrate', '--passing', 'ok.jsonl', '--failing', 'bad.jsonl');
    expect(stderr).toBe('');
    expect(exitCode).toBe(0);
    expect(stdout).toMatchInlineSnapshot(`
      "2 constraints: 1 kept, 0 down-weighted, 1 pruned; on 20 passing runs and 10
        failing runs

                  constraint                    passing  failing      precision weight
      keep        no-guess                         0/20     6/10 1.00 0.61-1.00   1.90
      prune       no-excuse                        9/20     0/10 0.00 0.00-0.30   0.00

      prune no-excuse: violated in 9 of 20 passing and 0 of 10 failing runs: a
        violation does not speak of failure

      Written to culprit.constraints.json.
      "
    `);
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
    const written = readFileSync(file('culprit.constraints.json'), 'utf8');
    expect(written.replaceAll(/, "calibration": \{.*\} \}/g, ' }')).toBe(PACK);
    expect(
      JSON.parse(written).constraints.map((one: { calibration: { weight: number } }) => one.calibration.weight),
    ).toEqual([expect.any(Number), 0]);
    // A second time it says the same, though one constraint is pruned now.
    expect((await run('calibrate', '--passing', 'ok.jsonl', '--failing', 'bad.jsonl')).stdout).toBe(stdout);
    expect(readFileSync(file('culprit.constraints.json'), 'utf8')).toBe(written);
  });

  it('writes nothing in a dry run, and prints JSON', async () => {
    const { stdout } = await run('calibrate', '--passing', 'ok.jsonl', '--dry-run', '--json');
    expect(JSON.parse(stdout)).toMatchObject({
      runs: { passing: 20, failing: 0 },
      spectrum: null,
      packs: [{ constraints: [{ constraintId: 'no-guess', decision: 'keep' }, { decision: 'prune' }] }],
    });
    expect(readFileSync(file('culprit.constraints.json'), 'utf8')).toBe(PACK);
  });

  it('ranks what separates failing from passing runs', async () => {
    const args = ['--passing', 'ok.jsonl', '--failing', 'bad.jsonl', '--spectrum', '--dry-run'];
    const { stdout } = await run('calibrate', ...args);
    expect(stdout).toMatch(/^ +1 +0\.77 +6\/10 +0\/20 {2}no-guess is violated$/m);
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
  });

  it.each([
    ['no passing runs', ['calibrate'], 'name runs that went well'],
    ['a spectrum of one group', ['calibrate', '--passing', 'ok.jsonl', '--spectrum'], 'runs that failed'],
    ['traces that are not there', ['calibrate', '--passing', 'none.jsonl'], 'none.jsonl'],
    ['a module', ['calibrate', 'pack.mjs', '--passing', 'ok.jsonl'], 'JSON alone'],
    ['check without a trace', ['check'], 'traces'],
    ['export to nowhere', ['export', 'bad.jsonl'], 'vitest|jest|pytest|promptfoo'],
  ])('refuses %s', async (_what, args, message) => {
    writeFileSync(file('pack.mjs'), `export default ${PACK}`);
    const { exitCode, stderr } = await run(...args);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(message);
  });
});

describe('culprit constraints check', () => {
  it('says of each constraint whether it holds, and ends with 1 where one does not', async () => {
    const packs = ['--constraints', 'culprit.constraints.json'];
    const bad = await run('check', 'bad.jsonl', '--jsonl', ...packs);
    const lines: { constraintId: string; status: string }[] = bad.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const statusOf = (id: string) => lines.find(({ constraintId }) => constraintId === id)?.status;
    expect([statusOf('no-guess'), statusOf('no-excuse'), bad.exitCode]).toEqual(['violated', 'satisfied', 1]);
    expect(lines.length).toBeGreaterThan(30);
    const ok = await run('check', 'ok.jsonl', '--constraints', 'culprit.constraints.json');
    expect(ok.stdout).toMatch(/^violated {3}no-excuse is violated: step 2: .*and 4 more$/m);
  });
});
