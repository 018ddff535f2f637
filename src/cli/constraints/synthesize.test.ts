import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { draft, examples } from '../../../test/draft.ts';
import { runInMemory } from '../../../test/memory-host.ts';

const good = draft({ clause: '1', examples });

/** A model that is a program: it answers what its file says, and puts right what it is shown again. */
const program = (first: unknown, again: unknown) => `
let text = '';
for await (const chunk of process.stdin) text += chunk;
const { prompt, schemaName } = JSON.parse(text);
const answer = schemaName === 'reviews'
  ? { reviews: [{ constraint: 1, why: 'Orders may have other names.', keep: false }] }
  : prompt.includes('This was answered before') ? ${JSON.stringify(again)} : ${JSON.stringify(first)};
process.stdout.write(JSON.stringify(answer));
`;
const drafts = (...constraints: readonly unknown[]) => ({ constraints, leftOut: [] });

describe('culprit constraints synthesize', () => {
  let cwd: string;
  beforeEach(() => {
    cwd = mkdtempSync(join(tmpdir(), 'culprit-synthesize-'));
    writeFileSync(join(cwd, 'policy.md'), '- An order is cancelled by its number.\n- Be kind.\n');
    const tools = [{ name: 'cancel_order', description: 'Cancels', parameters: { type: 'object' } }];
    writeFileSync(join(cwd, 'tools.json'), JSON.stringify(tools));
  });
  const model = (first: unknown, again: unknown = drafts()) => {
    writeFileSync(join(cwd, 'model.mjs'), program(first, again));
    return ['--model', `exec:"${process.execPath}" "${join(cwd, 'model.mjs')}"`];
  };
  const synthesize = (...args: readonly string[]) => runInMemory(['constraints', 'synthesize', ...args], { cwd });
  const from = ['--policy', 'policy.md', '--tools', 'tools.json'];

  it('writes a pack that is used without a model, and says what became of the rest', async () => {
    const answer = drafts({ ...good, source: '() => true' }, { ...good, id: 'lost', language: 'python' });
    const args = [...from, ...model(answer, drafts(good)), '--out', 'shop.json'];
    const { exitCode, stdout, stderr } = await synthesize(...args);
    expect([exitCode, stdout]).toEqual([0, '']);
    expect(stderr).toContain('cancel-names-order: repaired: could not be used as it was first written');
    expect(stderr).toContain('dropped: lost: language "python" is neither javascript nor rubric');
    expect(stderr).toContain('left-out: no constraint comes from the clauses 2');
    expect(stderr).toMatch(/^1 constraint, 3 findings, 2 model calls/m);
    expect(JSON.parse(readFileSync(join(cwd, 'shop.json'), 'utf8'))).toMatchObject({ name: 'shop' });
    const tested = await runInMemory(['constraints', 'test', 'shop.json'], { cwd });
    expect([tested.exitCode, tested.stdout]).toEqual([
      0,
      expect.stringContaining('ok      cancel-names-order: 2 examples'),
    ]);
  });

  it('keeps what a review takes out, at the weight 0', async () => {
    const { exitCode, stdout, stderr } = await synthesize(...from, ...model(drafts(good)), '--reflect');
    expect(exitCode).toBe(0);
    expect(stderr).toContain('cancel-names-order: pruned: Orders may have other names.');
    expect(JSON.parse(stdout).constraints).toMatchObject([{ id: 'cancel-names-order', calibration: { weight: 0 } }]);
  });

  it('writes nothing where the model gives nothing, and ends as an error of the provider', async () => {
    writeFileSync(join(cwd, 'model.mjs'), 'process.exit(7);');
    const { exitCode, stderr } = await synthesize(
      ...from,
      '--model',
      `exec:"${process.execPath}" "${join(cwd, 'model.mjs')}"`,
      '--out',
      'shop.json',
    );
    expect(exitCode).toBe(3);
    expect(stderr).toContain('call-failed: clauses 1 to 2: no answer of the model');
    expect(stderr).toContain('No constraint was written.');
    expect(existsSync(join(cwd, 'shop.json'))).toBe(false);
  });

  it.each([
    ['nothing to write from', ['--model', 'exec:x'], '--policy FILE, --tools FILE'],
    ['no model', from, 'name one with --model'],
    ['a file that is not there', ['--policy', 'none.md', '--model', 'exec:x'], 'none.md: no such file'],
  ])('says what is missing: %s', async (_name, args, words) => {
    const { exitCode, stderr } = await synthesize(...args);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(words)]);
  });
});
