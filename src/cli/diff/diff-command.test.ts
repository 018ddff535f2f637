import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runInMemory } from '../../../test/memory-host.ts';
import { runDiffSchema } from '../../contracts/run-diff.ts';

const cwd = join(import.meta.dirname, '../../formats/tau-bench/__fixtures__');
const diff = (...args: string[]) => runInMemory(['diff', ...args], { cwd });

it('finds the passing trials of the same task in the same file', async () => {
  const { exitCode, stdout, stderr } = await diff('airline-trials.json', 'airline-trials.json', 'retail-runs.json');
  expect(exitCode).toBe(0);
  expect(stdout).toContain('They part at step');
  expect(stderr).toBe(
    'culprit: runs that failed are left out: 1\nculprit: runs that are of another task are left out: 1\n',
  );
});

it('prints the same as data, and takes a run by its id', async () => {
  const { exitCode, stdout } = await diff('airline-trials.json#1-trial-0', 'airline-trials.json#1-trial-1', '--json');
  expect(exitCode).toBe(0);
  const found = runDiffSchema.parse(JSON.parse(stdout));
  expect(found.failing.trajectoryId).toBe('1-trial-0');
  expect(found.comparisons.map(({ passing }) => passing.trajectoryId)).toEqual(['1-trial-1']);
});

it.each([
  [['airline-trials.json'], 'name the trace of a run that failed, and one or more that passed'],
  [['airline-trials.json#7', 'retail-runs.json'], 'airline-trials.json holds no run 7'],
  [['retail-runs.json', 'airline-trials.json'], 'no passing run to compare with (1 failed, 1 are of another task'],
])('refuses %j', async (args, message) => {
  const { exitCode, stdout, stderr } = await diff(...args);
  expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
  expect(stderr).toContain(message);
});

it('names the runs of a file of which several may be meant', async () => {
  const two = JSON.stringify([0, 1].map((at) => ({ task_id: at, reward: 0, traj: [{ role: 'user', content: 'x' }] })));
  const { exitCode, stderr } = await runInMemory(['diff', '-', 'retail-runs.json'], { cwd, input: two });
  expect(exitCode).toBe(2);
  expect(stderr).toContain('holds 2 runs that may be meant; name one: -#ID (0, 1)');
});

it('goes on where a passing file cannot be read, and says so', async () => {
  const { exitCode, stdout, stderr } = await diff('airline-trials.json', 'nothing-here.json', 'airline-trials.json');
  expect(exitCode).toBe(2);
  expect(stdout).toContain('They part at step');
  expect(stderr).toContain('nothing-here.json');
});
