import { mkdirSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { runInMemory } from '../../test/memory-host.ts';
import { diagnosisSchema } from '../contracts/diagnosis.ts';
import { trajectorySchema } from '../contracts/trajectory.ts';
import { COMMANDS } from './command-specs.ts';

const tau = (task: number, reward = 0) => ({
  task_id: task,
  reward,
  traj: [
    { role: 'user', content: 'Where is my order?' },
    { role: 'assistant', content: 'On its way.' },
  ],
});

let cwd: string;
const write = (name: string, content: unknown) => {
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  mkdirSync(join(cwd, name, '..'), { recursive: true });
  writeFileSync(join(cwd, name), text);
  return name;
};
const culprit = (...args: string[]) => runInMemory(args, { cwd });
const lines = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'culprit-cli-'));
});

describe('culprit', () => {
  it('prints help without arguments, as wrong use', async () => {
    const { exitCode, stderr, stdout } = await culprit();
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    for (const name of Object.keys(COMMANDS)) expect(stderr).toContain(`  ${name}`);
  });

  it('prints help and the version as asked for', async () => {
    const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
    expect(await culprit('--version')).toEqual({ exitCode: 0, stdout: `${version}\n`, stderr: '' });
    expect(await culprit('-V', '--help')).toMatchObject({ exitCode: 0 });
    for (const name of Object.keys(COMMANDS)) {
      const { exitCode, stdout, stderr } = await culprit(name, '--help');
      expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
      expect(stdout).toContain('Examples:');
    }
  });

  it.each([
    [['--jsn', 'x'], "error: unknown option '--jsn'\n(Did you mean --json?)"],
    [['inspct'], 'inspct: no such file or folder; did you mean the command "inspect"?'],
    [['diagnose'], 'culprit: name a trace file, a folder, or - for standard input'],
    [['diagnose', '--json', '--jsonl', 'x'], 'culprit: --json and --jsonl exclude each other'],
    [['diagnose', '--jobs', '0', 'x'], 'culprit: --jobs: at least 1'],
    [['diagnose', '--target', 'worst', 'x'], 'culprit: --target: "worst" is no marker'],
    [['inspect'], 'culprit: name a trace file, a folder, or - for standard input'],
    [['convert', '--to', 'ir'], 'culprit: name a trace file, a folder, or - for standard input'],
    [['diagnose', 'x.json', '--html', 'r.txt'], 'culprit: --html r.txt: the name of a page ends in .html'],
    [['diagnose', 'x.json', '--html=run.json'], 'culprit: --html run.json: the name of a page ends in .html'],
    [['--\u001b[31mjsn'], "error: unknown option '--\ufffd[31mjsn'"],
    [['convert', 'x'], 'culprit: name the format: --to ir or atif'],
    [['schema', 'graph'], 'culprit: no schema "graph"; did you mean "reasoning-action-graph"?'],
    [['schema', 'diagnoses'], 'culprit: no schema "diagnoses"; did you mean "diagnosis"?'],
    [['rules', 'tool-call-answerd'], 'culprit: no rule "tool-call-answerd"; did you mean "tool-call-answered"?'],
    [['completion', 'tcsh'], 'culprit: no completion for "tcsh"; there is one for bash, zsh, fish'],
  ])('%j is wrong use', async (args, message) => {
    const { exitCode, stdout, stderr } = await culprit(...args);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toContain(message);
  });
});

describe('culprit diagnose', () => {
  it('is the default, and reads files, folders, globs and standard input in order', async () => {
    write('a/one.json', tau(1));
    write('a/deep/two.jsonl', `${JSON.stringify(tau(2))}\n${JSON.stringify(tau(3))}\n`);
    write('a/notes.txt', 'no trace');
    write('b/four.json', tau(4));
    const { exitCode, stdout, stderr } = await runInMemory(['--jsonl', 'a', 'b/*.json', 'a/one.json', '-'], {
      cwd,
      input: JSON.stringify(tau(5)),
    });
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    const diagnoses = lines(stdout).map((line) => diagnosisSchema.parse(line));
    expect(diagnoses.map(({ source, trajectoryId }) => [source.uri, source.recordRef, trajectoryId])).toEqual([
      ['a/deep/two.jsonl', 'line:1', '2'],
      ['a/deep/two.jsonl', 'line:2', '3'],
      ['a/one.json', '', '1'],
      ['b/four.json', '', '4'],
      ['-', '', '5'],
    ]);
  });

  it('reads what links lead to once, and no circle', async () => {
    write('a/one.json', tau(1));
    write('elsewhere/two.json', tau(2));
    symlinkSync('..', join(cwd, 'a/up'));
    symlinkSync(join(cwd, 'elsewhere'), join(cwd, 'a/linked'));
    const { exitCode, stdout } = await culprit('a', '--jsonl');
    expect(exitCode).toBe(0);
    expect(lines(stdout).map(({ source }) => source.uri)).toEqual(['a/linked/two.json', 'a/one.json']);
  });

  it('prints an error line in place of what cannot be read, goes on, and ends with 2', async () => {
    write('bad.jsonl', `${JSON.stringify(tau(1))}\noops\n${JSON.stringify(tau(2))}\n`);
    const { exitCode, stdout, stderr } = await culprit('bad.jsonl', 'missing.json', '--jsonl');
    expect(exitCode).toBe(2);
    const [first, second, third, fourth] = lines(stdout);
    expect([first.trajectoryId, third.trajectoryId]).toEqual(['1', '2']);
    expect(second).toEqual({
      schemaVersion: 1,
      trajectoryId: null,
      source: { uri: 'bad.jsonl', format: null },
      error: { code: 'TRACE_JSON_INVALID', message: 'line 2: not valid JSON (column 1)', hint: expect.any(String) },
    });
    expect(fourth).toMatchObject({ source: { uri: 'missing.json' }, error: { code: 'TRACE_NOT_FOUND' } });
    expect(stderr).toContain('bad.jsonl: line 2: not valid JSON (column 1)\n  The file is not valid JSON');
    expect(stderr).toContain('missing.json: no such file or folder\n');
  });

  it('prints the full report for one trajectory, a summary for several', async () => {
    write('one.json', tau(1));
    write('two.json', [tau(1), tau(2)]);
    const one = await culprit('one.json');
    expect(one.stdout).toContain('one.json');
    expect(one.stdout).toContain('Checked');
    const two = await culprit('two.json');
    expect(two.stdout).toContain('2 runs');
    expect(two.stdout).not.toContain('Checked');
    const full = await culprit('two.json', '--full');
    expect(full.stdout.match(/Checked/g)).toHaveLength(2);
    expect(full.stdout).toContain('2 runs');
  });

  it('tells files of one name apart, and counts what was not read', async () => {
    write('a/run.json', tau(1));
    write('b/run.json', tau(2));
    write('b/bad.json', 'oops');
    write('b/more.jsonl', `${JSON.stringify(tau(3))}\noops\n${JSON.stringify(tau(4))}\n`);
    const { exitCode, stdout } = await culprit('a', 'b', 'missing.json');
    expect(exitCode).toBe(2);
    expect(stdout).toMatch(/^a\/run\.json .*\n.*\nmore\.jsonl 3 .*\n.*\nmore\.jsonl 4 .*\n.*\nb\/run\.json /m);
    expect(stdout).toContain('4 runs: 4 failed; 2 files and 1 trajectory not read');
    const full = await culprit('a', 'b', '--full');
    expect(full.stdout).toContain('b/run.json · tau-bench');
    await culprit('a', 'b', '--json', '--out', 'reports/', '--html', 'page.html');
    expect(readdirSync(join(cwd, 'reports')).sort()).toEqual([
      'a_run.json',
      'b_run.json',
      'more.3.json',
      'more.4.json',
    ]);
    const page = readFileSync(join(cwd, 'page.html'), 'utf8');
    for (const text of ['a/run.json', 'b/run.json', '1 file and 1 trajectory not read']) expect(page).toContain(text);
    expect((await culprit('a', 'b', '--md')).stdout).toMatch(/^### 4 runs, 4 failed; 1 file and 1 trajectory not read/);
  });

  it('prints JSON: an object for one trajectory, a list for several, errors in their place', async () => {
    write('one.json', tau(1));
    write('two.json', [tau(1), { ...tau(2), traj: [] }, tau(3)]);
    expect(JSON.parse((await culprit('one.json', '--json')).stdout)).toMatchObject({ kind: 'diagnosis' });
    const list = JSON.parse((await culprit('two.json', '--json')).stdout);
    expect(list).toMatchObject([{ trajectoryId: '1' }, { error: { code: 'TRACE_NO_STEPS' } }, { trajectoryId: '3' }]);
  });

  it('picks a trajectory by its id', async () => {
    write('two.json', [tau(1), tau(2)]);
    expect(lines((await culprit('two.json', '--only', '2', '--jsonl')).stdout)).toMatchObject([{ trajectoryId: '2' }]);
    const none = await culprit('two.json', '--only', '9');
    expect(none).toMatchObject({ exitCode: 2, stdout: '' });
    expect(none.stderr).toContain('--only 9: no trajectory has this id');
  });

  it.each([
    ['failed', [tau(1, 1)], 0],
    ['failed', [tau(1, 1), tau(2, 0)], 1],
    ['critical', [tau(1, 0)], 1],
    ['critical', [tau(1, 1)], 0],
    ['violation', [tau(1, 0)], 0],
    ['category:system-failure', [tau(1, 0)], 0],
    ['never', [tau(1, 0)], 0],
  ])('--fail-on %s over %j ends with %i', async (condition, runs, expected) => {
    write('runs.json', runs);
    expect((await culprit('runs.json', '--fail-on', condition)).exitCode).toBe(expected);
  });

  it('leads with the marker that is asked for, and says when reference answers were used', async () => {
    write('one.json', tau(1));
    const { stdout } = await culprit('one.json', '--json', '--target', 'first-anomaly', '--reference');
    expect(JSON.parse(stdout)).toMatchObject({ target: 'firstAnomaly', usedReference: true });
    expect((await culprit('one.json', '--reference')).stdout).toContain('Reference answers of the trace were used');
  });

  it('takes settings from the nearest configuration file, and shows where each came from', async () => {
    write('culprit.config.json', { target: 'symptom' });
    write('inner/one.json', tau(1));
    const inner = join(cwd, 'inner');
    const { stdout } = await runInMemory(['one.json', '--json'], { cwd: inner });
    expect(JSON.parse(stdout)).toMatchObject({ target: 'symptom' });
    const shown = await runInMemory(['diagnose', '--print-config', '--quiet'], {
      cwd: inner,
      env: { CULPRIT_JOBS: '2' },
    });
    expect(JSON.parse(shown.stdout)).toMatchObject({
      target: { value: 'symptom', origin: join('..', 'culprit.config.json') },
      jobs: { value: 2, origin: 'CULPRIT_JOBS' },
      quiet: { value: true, origin: '--quiet' },
      width: { value: 'auto', origin: 'default' },
    });
    write('culprit.config.json', { target: 'symptom', nope: 1 });
    const wrong = await runInMemory(['one.json'], { cwd: inner });
    expect(wrong).toMatchObject({ exitCode: 2, stdout: '' });
    expect(wrong.stderr).toContain('culprit.config.json: unknown key "nope"');
  });

  it('colours only when told to, or on a terminal that wants it', async () => {
    write('one.json', tau(1));
    const escapes = async (args: string[], env: Record<string, string> = {}) =>
      (await runInMemory(['one.json', ...args], { cwd, env })).stdout.includes('\u001b[');
    expect(await escapes([])).toBe(false);
    expect(await escapes(['--color'])).toBe(true);
    expect(await escapes([], { FORCE_COLOR: '1' })).toBe(true);
    expect(await escapes([], { FORCE_COLOR: '1', NO_COLOR: '1' })).toBe(false);
    expect(await escapes(['--no-color'], { FORCE_COLOR: '1' })).toBe(false);
    expect(await escapes(['--color'], { NO_COLOR: '1' })).toBe(true);
  });

  it('keeps to the width', async () => {
    write('one.json', tau(1));
    const { stdout } = await culprit('one.json', '--width', '50');
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(50);
  });
});

describe('culprit diagnose: output files', () => {
  it('writes to a file, in the format of its name', async () => {
    write('two.json', [tau(1), tau(2)]);
    const { exitCode, stdout } = await culprit('two.json', '--out', 'deep/er/out.jsonl');
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: '' });
    expect(lines(readFileSync(join(cwd, 'deep/er/out.jsonl'), 'utf8'))).toHaveLength(2);
    await culprit('two.json', '--out', 'out.md');
    expect(readFileSync(join(cwd, 'out.md'), 'utf8')).toContain('#');
  });

  it('writes one file a trajectory into a folder, under names that are safe', async () => {
    write('runs.json', [{ ...tau(1), task_id: '../../../etc/passwd' }, tau(2), tau(2)]);
    write('one.json', tau(1));
    const { exitCode, stderr } = await culprit('runs.json', 'one.json', '--json', '--out', 'reports/');
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '4 files written to reports/\n' });
    expect(readdirSync(join(cwd, 'reports')).sort()).toEqual(
      ['one.json', 'runs.2-2.json', 'runs.2.json', 'runs..._.._.._etc_passwd.json'].sort(),
    );
  });

  it('writes an HTML page as well, and never takes a trace for its name', async () => {
    write('one.json', tau(1));
    const { stdout } = await culprit('--html', 'one.json');
    expect(stdout).toContain('HTML report: culprit-report.html\n');
    expect(readFileSync(join(cwd, 'culprit-report.html'), 'utf8')).not.toBe('');
    expect(JSON.parse(readFileSync(join(cwd, 'one.json'), 'utf8'))).toEqual(tau(1));
    await culprit('one.json', '--html', 'page.html');
    expect(readFileSync(join(cwd, 'page.html'), 'utf8')).not.toBe('');
  });

  it('does not write over what it reads, nor read what it writes', async () => {
    write('one.json', tau(1));
    expect((await culprit('one.json', '--json', '--out', 'one.json')).exitCode).toBe(2);
    expect(JSON.parse(readFileSync(join(cwd, 'one.json'), 'utf8'))).toEqual(tau(1));
    for (let time = 0; time < 2; time++) expect((await culprit('.', '--out', 'out.jsonl')).exitCode).toBe(0);
  });

  it('says that an output cannot be written, as a fault of the environment', async () => {
    write('one.json', tau(1));
    const { exitCode, stderr } = await culprit('one.json', '--out', 'one.json/out.json');
    expect(exitCode).toBe(3);
    expect(stderr).toContain('one.json/out.json: cannot be written (');
  });
});

describe('the other commands', () => {
  it('inspect says what was read', async () => {
    write('two.json', [tau(1), tau(2)]);
    const { exitCode, stdout } = await culprit('inspect', 'two.json');
    expect(exitCode).toBe(0);
    expect(stdout).toContain(
      'two.json · tau-bench · failed (reward 0)\n  trajectory  1 at /0\n  steps       2 (1 user, 1 agent)',
    );
    expect(JSON.parse((await culprit('inspect', 'two.json', '--json')).stdout)).toMatchObject([
      { trajectoryId: '1', stepCount: 2, roles: { user: 1, agent: 1 } },
      { trajectoryId: '2' },
    ]);
    expect(await culprit('inspect', 'nothing.json')).toMatchObject({ exitCode: 2, stdout: '' });
  });

  it('inspect shows what a file holds that it cannot read, and how to go on', async () => {
    write('odd.json', { runs: [{ type: 'chain', inputs: { question: 'x' } }] });
    write('near.json', { steps: [] });
    write('some.jsonl', `${JSON.stringify(tau(1))}\noops\n`);
    const { exitCode, stdout, stderr } = await culprit('inspect', 'odd.json');
    expect(exitCode).toBe(2);
    expect(stderr).toContain('odd.json: no trace format fits');
    expect(stderr).not.toContain('Run `culprit inspect');
    expect(stdout).toContain('odd.json · no format that Culprit reads');
    expect(stdout).toContain('\n  holds\n    one JSON document: object of 1 key\n      runs: list of 1\n');
    expect(stdout).toContain('\n  go on       write it in one of the formats of docs/formats');
    const [first, second, third, ...more] = JSON.parse((await culprit('inspect', '.', '--json')).stdout);
    expect(first).toMatchObject({ uri: 'near.json', format: null, error: { code: 'TRACE_FORMAT_UNKNOWN' } });
    expect(first.nearest[0]).toMatchObject({ format: expect.any(String), missing: expect.any(String) });
    expect(second).toMatchObject({ uri: 'odd.json', shape: expect.arrayContaining(['  runs: list of 1']) });
    // What was read of a file stands for it; its broken lines are errors only.
    expect([third.uri, more]).toEqual(['some.jsonl', []]);
    expect((await runInMemory(['inspect'], { cwd, input: '{"runs": 1}' })).stderr).toContain(
      '`culprit inspect FILE` shows',
    );
  });

  it('inspect and rules keep to the width of a terminal', async () => {
    write('odd.json', { runs: [{ type: 'chain'.repeat(30), inputs: { question: 'x' } }] });
    for (const args of [['inspect', 'odd.json'], ['rules'], ['rules', 'no-cycle']]) {
      let text = '';
      const write80 = async (more: string) => {
        text += more;
      };
      await runInMemory(args, { cwd, stdout: { write: write80, isTerminal: true, columns: 80, stream: null } });
      const prose = text.replace(/```[^`]*```/g, '').split('\n');
      expect(Math.max(...prose.map((line) => line.length))).toBeLessThanOrEqual(80);
    }
  });

  it("convert writes Culprit's own format, one trajectory a line", async () => {
    write('two.json', [tau(1), tau(2)]);
    const { exitCode, stdout } = await culprit('convert', 'two.json', '--to', 'ir');
    expect(exitCode).toBe(0);
    expect(lines(stdout).map((line) => trajectorySchema.parse(line).id)).toEqual(['1', '2']);
    await culprit('convert', 'two.json', '--to', 'ir', '--out', 'ir.jsonl');
    expect(readFileSync(join(cwd, 'ir.jsonl'), 'utf8')).toBe(stdout);
  });

  it('convert writes ATIF that is read back as the same steps', async () => {
    write('one.json', tau(1));
    const { exitCode, stdout } = await culprit('convert', 'one.json', '--to', 'atif', '--out', 'one.atif.json');
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: '' });
    const shown = JSON.parse((await culprit('inspect', 'one.atif.json', '--json')).stdout);
    expect(shown).toMatchObject([{ format: 'atif', stepCount: 2, roles: { user: 1, agent: 1 } }]);
  });

  it('schema lists and prints schemas', async () => {
    const names = [
      'trajectory',
      'reasoning-action-graph',
      'constraint',
      'check-outcome',
      'validation-log',
      'judgment',
      'diagnosis',
      'run',
      'label',
    ];
    const { stdout } = await culprit('schema');
    for (const name of names) {
      expect(stdout).toContain(`${name} `);
      const schema = JSON.parse((await culprit('schema', name)).stdout);
      expect(schema).toMatchObject({ $schema: 'https://json-schema.org/draft/2020-12/schema', type: 'object' });
      expect(schema.title).toMatch(new RegExp(`^${name}: `));
    }
  });

  it.each(['ValidationLog', 'validation_log', 'VALIDATION-LOG'])('schema knows %s', async (name) => {
    expect(JSON.parse((await culprit('schema', name)).stdout).title).toMatch(/^validation-log: /);
  });

  it('rules lists and explains rules', async () => {
    expect((await culprit('rules')).stdout).toMatch(/^tool-call-answered +medium +system-failure +Every tool call/m);
    const explained = await culprit('rules', 'tool-call-answered');
    expect(explained.stdout).toContain('tool-call-answered: Every tool call gets a result');
    expect(JSON.parse((await culprit('rules', 'tool-call-answered', '--json')).stdout)).toMatchObject({
      id: 'tool-call-answered',
    });
  });

  it.each(['bash', 'zsh', 'fish'])('completion has every command and flag for %s', async (shell) => {
    const { exitCode, stdout } = await culprit('completion', shell);
    expect(exitCode).toBe(0);
    for (const name of Object.keys(COMMANDS)) expect(stdout).toContain(name);
    for (const flag of ['fail-on', 'print-config', 'markdown']) expect(stdout).toContain(flag);
  });
});
