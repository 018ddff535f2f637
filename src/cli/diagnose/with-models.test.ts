import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ModelServer, startModelServer } from '../../../bench/model-server.ts';
import { simulatedAnswer } from '../../../bench/simulated-answers.ts';
import { runInMemory } from '../../../test/memory-host.ts';
import { diagnosisSchema } from '../../contracts/diagnosis.ts';
import { askedOf } from '../../prompting/fence.ts';

const chat = (id: number, last: string) => ({
  task_id: id,
  reward: 0,
  traj: [
    { role: 'system', content: 'Ask before you cancel.' },
    { role: 'user', content: `Cancel #W${id}, and write to ann@example.org.` },
    { role: 'assistant', content: 'Shall I cancel it?' },
    { role: 'user', content: 'Yes.' },
    { role: 'assistant', content: last },
  ],
});

let server: ModelServer;
let answer: (name: string, prompt: string) => unknown = simulatedAnswer;
let cwd = '';
let cache = '';
beforeAll(async () => {
  server = await startModelServer(0, (name, prompt) => answer(name, prompt));
});
afterAll(() => server.close());
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'culprit-models-'));
  cache = mkdtempSync(join(tmpdir(), 'culprit-cache-'));
  answer = simulatedAnswer;
  server.reset();
  writeFileSync(join(cwd, 'run.json'), JSON.stringify([chat(1, 'Done, #W1 has been cancelled.')]));
  writeFileSync(join(cwd, 'more.json'), JSON.stringify([2, 3, 4].map((id) => chat(id, 'It cannot be cancelled.'))));
});

const culprit = (...args: string[]) =>
  runInMemory(['diagnose', ...args], { cwd, env: { XDG_CACHE_HOME: cache }, cores: 2 });
const asking = (...args: string[]) => culprit(...args, '--model', server.name, '--ask-below', '1');
const diagnosesOf = (stdout: string) =>
  stdout
    .trim()
    .split('\n')
    .map((line) => diagnosisSchema.parse(JSON.parse(line)));

describe('diagnose --model', () => {
  it('weighs what the model says, and tells calls, tokens and cost', async () => {
    const { stdout, stderr, exitCode } = await asking('run.json', '--jsonl');
    const [diagnosis] = diagnosesOf(stdout);
    expect(exitCode).toBe(0);
    expect(diagnosis?.judge.id).toBe('fused');
    expect(diagnosis?.readings).toMatchObject({ asked: 1, answered: 1, models: [server.name] });
    // Nobody knows the price of a server of one's own, and that is no 0.
    expect(diagnosis?.cost).toMatchObject({ modelCalls: 1, usd: null });
    expect(stderr).toMatch(/^culprit: 1 model call, \d+ tokens in, \d+ out, cost unknown\n$/);
    expect(server.calls.get('reading')).toBe(1);
  });

  it('asks the same only once, and says that it did not', async () => {
    const first = await asking('run.json', '--jsonl');
    server.reset();
    const second = await asking('run.json', '--jsonl');
    expect(server.bodies).toEqual([]);
    expect(diagnosesOf(second.stdout)[0]?.cost).toMatchObject({ modelCalls: 0, usd: 0 });
    expect(diagnosesOf(second.stdout)[0]?.markers).toEqual(diagnosesOf(first.stdout)[0]?.markers);
    expect(second.stderr).toContain('1 from the cache');
    await asking('run.json', '--jsonl', '--no-model-cache');
    expect(server.bodies).toHaveLength(1);
  });

  it('asks nothing where the embedded judge is sure enough, and says so', async () => {
    const { stdout, stderr } = await culprit('run.json', '--jsonl', '--model', server.name, '--ask-below', '0');
    expect(server.bodies).toEqual([]);
    const [diagnosis] = diagnosesOf(stdout);
    expect(diagnosis?.judge.id).toBe('embedded');
    expect(diagnosis?.notes?.[0]).toContain('no model was asked');
    expect(stderr).toContain('no model was called; 1 of 1 run needed no reading');
  });

  it('never asks who broke a run that succeeded', async () => {
    await asking('run.json', '--outcome', 'succeeded');
    expect(server.bodies).toEqual([]);
  });

  it('stops at the budget, reports what it has, and says which runs went without', async () => {
    const { stdout, exitCode } = await asking('more.json', '--jsonl', '--max-calls', '2');
    const found = diagnosesOf(stdout);
    expect(server.bodies).toHaveLength(2);
    expect(exitCode).toBe(0);
    expect(found.map(({ readings }) => readings?.answered)).toEqual([1, 1, 0]);
    expect(found[2]?.judge.id).toBe('embedded');
    expect(found[2]?.notes?.join()).toContain('budget');
  });

  it('keeps the order of the input, however long each answer takes', async () => {
    const { stdout } = await asking('more.json', 'run.json', '--jsonl');
    expect(diagnosesOf(stdout).map(({ trajectoryId }) => trajectoryId)).toEqual(['2', '3', '4', '1']);
  });

  it('replays a recorded run with no server, byte for byte', async () => {
    const asked = ['run.json', '--jsonl', '--synthesis', 'one-shot', '--samples', '2'];
    const recorded = await asking(...asked, '--record', 'tape', '--no-model-cache');
    const calls = server.bodies.length;
    server.reset();
    const replayed = await asking(...asked, '--replay', 'tape');
    expect(calls).toBeGreaterThan(2);
    expect(server.bodies).toEqual([]);
    const withoutTime = (text: string) => text.replace(/"durationMs":[\d.]+/g, '');
    expect(withoutTime(replayed.stdout)).toBe(withoutTime(recorded.stdout));
    const missing = await asking('more.json', '--jsonl', '--replay', 'tape');
    expect(diagnosesOf(missing.stdout)[0]?.notes?.join()).toContain('holds no answer');
  });

  it('masks personal data on its way out where that is asked for', async () => {
    await asking('run.json', '--redact', '--redact-pattern', 'ORDER=#W\\d+');
    expect(server.bodies[0]).not.toContain('ann@example.org');
    expect(server.bodies[0]).not.toContain('#W1');
    expect(server.bodies[0]).toContain('⟦EMAIL_1⟧');
    server.reset();
    await asking('run.json', '--no-redact');
    expect(server.bodies[0]).toContain('ann@example.org');
  });

  it('keeps what a model wrote for a run as a pack that needs no model', async () => {
    await asking('run.json', '--synthesis', 'one-shot', '--keep-constraints', 'packs');
    const [name = ''] = readdirSync(join(cwd, 'packs'));
    const pack = JSON.parse(readFileSync(join(cwd, 'packs', name), 'utf8'));
    expect(pack.constraints.length).toBeGreaterThan(0);
    server.reset();
    const { stdout } = await culprit('run.json', '--jsonl', '--constraints', join('packs', name));
    expect(server.bodies).toEqual([]);
    expect(diagnosesOf(stdout)[0]?.checks.given?.constraints).toBe(pack.constraints.length);
  });

  it('goes on without the model where it does not answer', async () => {
    answer = () => ({ nothing: 'of use' });
    const { stdout, exitCode } = await asking('run.json', '--jsonl');
    const [diagnosis] = diagnosesOf(stdout);
    expect(exitCode).toBe(0);
    expect(diagnosis?.readings).toMatchObject({ asked: 1, answered: 0 });
    expect(diagnosis?.markers.critical).not.toBeNull();
    const { stdout: text } = await asking('run.json', '--no-model-cache');
    expect(text).toContain('gave no answer');
  });

  it('shows a model no reference answer unless it may, and states it then', async () => {
    writeFileSync(
      join(cwd, 'gold.json'),
      JSON.stringify([{ ...chat(9, 'Done.'), info: { task: { outputs: ['GOLDEN-ANSWER'] } } }]),
    );
    await asking('gold.json');
    expect(server.bodies.join()).not.toContain('GOLDEN-ANSWER');
    const { stdout } = await asking('gold.json', '--reference');
    expect(server.bodies.join()).toContain('GOLDEN-ANSWER');
    expect(stdout).toContain('Reference answers of the trace were used for this diagnosis');
  });

  it('puts nothing of the trace where the model is asked', async () => {
    await asking('run.json', '--synthesis', 'step-by-step', '--reflect', '--judge', 'llm-compare,llm-requirements');
    expect(server.bodies.length).toBeGreaterThan(4);
    for (const body of server.bodies) {
      for (const { content } of JSON.parse(body).messages) expect(askedOf(content)).not.toMatch(/W1|ann@|Shall I/);
    }
  });

  it.each([
    [['--synthesis', 'one-shot'], '--synthesis asks a model: name one with --model'],
    [['--replay', 'tape'], '--replay asks a model'],
    [['--model', 'nobody:x'], 'nobody'],
    [['--model', 'openai-compatible:http://127.0.0.1:9/v1#x', '--max-cost', '1'], 'the price of'],
    [['--model', 'exec:true', '--record', 'a', '--replay', 'b'], 'exclude each other'],
    [['--judge', 'llm-best'], '"llm-best" is none of'],
    [['--judge', 'llm-all-at-once,llm-compare,llm-requirements,who-and-when-all-at-once'], 'at most 3'],
    [['--ask-below', '2'], 'a number from 0 to 1'],
    [['--max-cost', '0'], 'above 0'],
    [['--samples', '0'], 'at least 1'],
    [['--model', 'exec:true', '--redact-pattern', 'ORDER'], 'NAME=pattern'],
    [['--spans-to', 'file:///x'], 'begins with http'],
  ])('refuses %j, and says why', async (args, words) => {
    const { stderr, exitCode } = await culprit('run.json', ...args);
    expect(stderr).toContain(words);
    expect(exitCode).toBe(2);
  });
});
