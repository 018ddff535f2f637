import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { diagnosisSchema } from '../../src/contracts/diagnosis.ts';
import { culprit, ensureBuilt, MAIN, masked, ROOT } from './built-cli.ts';

const TRACES = readdirSync(join(ROOT, 'examples')).filter((name) => name !== 'README.md' && name !== 'packs');
const folder = mkdtempSync(join(tmpdir(), 'culprit-e2e-'));

beforeAll(ensureBuilt, 300_000);

describe('the built command line', () => {
  it('answers --version without loading anything but itself', () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    expect(culprit(['--version'])).toEqual({ status: 0, stdout: `${version}\n`, stderr: '' });
    const imports = [...readFileSync(MAIN, 'utf8').matchAll(/^import .*from ["'](.*)["']/gm)].map((match) => match[1]);
    expect(imports).toEqual(['node:fs', 'node:process']);
  });

  it('prints help', () => {
    expect(culprit(['--help']).stdout).toMatchSnapshot();
    expect(culprit(['diagnose', '--help']).stdout).toMatchSnapshot();
  });

  it.each(TRACES)('tells %s in full', (name) => {
    const { status, stdout, stderr } = culprit([join('examples', name)]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(masked(stdout)).toMatchSnapshot();
  });

  it('tells all examples in a summary, and writes a page about them', () => {
    const page = join(folder, 'page.html');
    const { status, stdout, stderr } = culprit(['diagnose', 'examples/', '--html', page]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(masked(stdout).replace(page, 'page.html')).toMatchSnapshot();
    expect(statSync(page).size).toBeGreaterThan(1000);
  });

  it('prints one valid diagnosis a line', () => {
    const { status, stdout, stderr } = culprit(['examples', '--jsonl']);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const diagnoses = stdout
      .trim()
      .split('\n')
      .map((line) => diagnosisSchema.parse(JSON.parse(line)));
    expect(diagnoses.map(({ source }) => source.uri)).toEqual([...TRACES].sort().map((name) => join('examples', name)));
  });

  it('shows what was read', () => {
    expect(culprit(['inspect', 'examples']).stdout).toMatchSnapshot();
  });

  it('reads its own format back', () => {
    const name = join('examples', 'tau-retail-miscounted-shirts.json');
    const { stdout: ir } = culprit(['convert', name, '--to', 'ir']);
    const [direct, back] = [culprit([name, '--json']), culprit(['-', '--json'], { input: ir })].map(({ stdout }) => {
      const { markers, category, headline, evidence, coverage } = JSON.parse(stdout);
      return { markers, category, headline, evidence, coverage };
    });
    expect(back).toEqual(direct);
  });

  it('stops without a word when its reader goes', () => {
    const many = join(folder, 'many.jsonl');
    const run = JSON.stringify(JSON.parse(readFileSync(join(ROOT, 'examples', 'tau-retail-passing.json'), 'utf8')));
    writeFileSync(many, `${run}\n`.repeat(60));
    const script = `"${process.execPath}" "${MAIN}" "${many}" --jsonl | head -n 1; echo "\${PIPESTATUS[0]}"`;
    const { stdout, stderr } = spawnSync('bash', ['-c', script], { encoding: 'utf8' });
    expect(stderr).toBe('');
    expect(stdout.trim().split('\n')).toHaveLength(2);
    expect(stdout.trim().endsWith('\n0')).toBe(true);
  });

  it('gives the same lines in the same order from one thread and from two', () => {
    const files = join(folder, 'many');
    mkdirSync(files);
    for (let index = 0; index < 12; index++) {
      const name = TRACES[index % TRACES.length] ?? '';
      copyFileSync(join(ROOT, 'examples', name), join(files, `${String(index).padStart(2, '0')}-${name}`));
    }
    writeFileSync(join(files, '05-bad.json'), '{"messages": [');
    const [one, two] = [1, 2].map((jobs) => culprit([files, '--jsonl', '--jobs', String(jobs)]));
    expect(one?.status).toBe(2);
    expect(masked(two?.stdout ?? '')).toBe(masked(one?.stdout ?? ''));
    expect(two?.stderr).toBe(one?.stderr);
    expect(one?.stdout.trim().split('\n')).toHaveLength(13);
  });

  it('holds runs against a pack in one thread and in two, with the same lines, and ends', () => {
    const inner = join(folder, 'with-pack');
    mkdirSync(inner);
    for (let index = 0; index < 12; index++) {
      const name = TRACES[index % TRACES.length] ?? '';
      copyFileSync(join(ROOT, 'examples', name), join(inner, `${String(index).padStart(2, '0')}-${name}`));
    }
    const check = { language: 'javascript', source: '(t, step) => ({ holds: step.position < 5, message: "late" })' };
    const constraint = {
      id: 'early',
      description: 'Early.',
      category: 'system-failure',
      guard: { role: 'agent' },
      check,
    };
    writeFileSync(join(inner, 'p.constraints.json'), JSON.stringify({ name: 'p', constraints: [constraint] }));
    const args = ['.', '--constraints', 'p.constraints.json', '--jsonl'];
    const [one, two] = [1, 2].map((jobs) => culprit([...args, '--jobs', String(jobs)], { cwd: inner }));
    expect(one).toMatchObject({
      status: 0,
      stderr: expect.stringMatching(/^culprit: 1 of 1 constraint ran: \d+ violations\n$/),
    });
    expect(masked(two?.stdout ?? '')).toBe(masked(one?.stdout ?? ''));
    expect(two?.stderr).toBe(one?.stderr);
    expect(one?.stdout.trim().split('\n')).toHaveLength(12);
  });

  it('reads a configuration file in TypeScript', () => {
    const inner = join(folder, 'configured');
    mkdirSync(inner);
    const text = `const target: string = 'symptom';
      export default defineConfig({ target, failOn: ['failed'] });`;
    writeFileSync(join(inner, 'culprit.config.ts'), `import { defineConfig } from 'culprit';\n${text}\n`);
    copyFileSync(join(ROOT, 'examples', 'tau-retail-miscounted-shirts.json'), join(inner, 'run.json'));
    const { status, stdout, stderr } = culprit(['run.json', '--json'], { cwd: inner });
    expect({ status, stderr }).toEqual({ status: 1, stderr: '' });
    expect(JSON.parse(stdout)).toMatchObject({ target: 'symptom' });
  });

  it('installs and builds nothing a second time', () => {
    const before = statSync(MAIN).mtimeMs;
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(ROOT, 'scripts', 'ensure.mjs')], {
      encoding: 'utf8',
    });
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: '', stderr: '' });
    expect(statSync(MAIN).mtimeMs).toBe(before);
  });
});
