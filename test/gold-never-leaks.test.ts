import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkGold, type GoldSubject } from '../scripts/evidence/gold/check-gold.ts';
import { committedSamples } from '../scripts/evidence/gold/samples.ts';
import type { Diagnosis } from '../src/contracts/diagnosis.ts';
import type { Trajectory } from '../src/contracts/trajectory.ts';
import { parseTrace } from '../src/formats/read-trace.ts';
import { runPipeline } from '../src/pipeline/run-pipeline.ts';

const samples = committedSamples(resolve(import.meta.dirname, '..'));

describe.skipIf(samples.length === 0)('no diagnosis depends on gold', () => {
  test.each(samples)('$name', (sample) => {
    const check = checkGold(sample.read());
    // A file that is not readable by design (a broken fixture) has no diagnosis that gold could reach.
    expect(check?.leaks ?? []).toEqual([]);
  });

  test.skipIf(samples.length < 10)('the samples hold gold to try it on', () => {
    const checks = samples.flatMap((sample) => checkGold(sample.read()) ?? []);
    expect(checks.filter((check) => check.fields > 0).length).toBeGreaterThan(0);
  });
});

const RUN = {
  task_id: '3xyz',
  reward: 0,
  traj: [
    { role: 'system', content: 'You cancel orders.' },
    { role: 'user', content: 'Please cancel order #W100.' },
    { role: 'assistant', content: 'Order #W100 has been cancelled.' },
  ],
  info: {
    task: {
      instruction: 'You are a customer whose order #W100 was delivered late.',
      actions: [{ name: 'transfer_to_human', kwargs: { order_id: '#W100', amount: 12 } }],
      outputs: ['the refund of 12 dollars is on its way'],
    },
    reward_info: { reward: 0 },
  },
};

/** The real reader and pipeline, with one thing done to what they give. */
const spoilt = (
  trajectory: (read: Trajectory) => Trajectory,
  diagnosis: (made: Diagnosis, from: Trajectory) => Diagnosis = (made) => made,
): GoldSubject => ({
  read: (text) =>
    parseTrace(text).map((result) => (result.ok ? { ok: true, value: trajectory(result.value) } : result)),
  diagnose: (read, options) => diagnosis(runPipeline(read, options).diagnosis, read),
});
const goldText = (read: Trajectory): string => JSON.stringify(read.gold);
const whole = (read: Trajectory): Trajectory => read;

describe('the check itself', () => {
  test('passes what is right, having altered each field of gold', () => {
    const check = checkGold(JSON.stringify(RUN));
    expect(check).toMatchObject({ format: 'tau-bench', trajectories: 1, withGold: 1, leaks: [], unreached: [] });
    expect(check?.fields).toBe(6);
  });

  test('opens a file of many runs, one by one', () => {
    const runs = [RUN, { ...RUN, task_id: '4xyz' }];
    expect(checkGold(JSON.stringify(runs))).toMatchObject({ trajectories: 2, withGold: 2, fields: 12, leaks: [] });
  });

  test('reads no gold where there is no trace', () => {
    expect(checkGold('[1, 2, 3]')).toBeNull();
    expect(checkGold('no JSON')).toBeNull();
  });

  test.each([
    ['metadata', (read: Trajectory) => ({ ...read, metadata: { ...read.metadata, hint: goldText(read) } })],
    ['the instruction', (read: Trajectory) => ({ ...read, instruction: `${read.instruction} ${goldText(read)}` })],
    [
      'the outcome, from an answer',
      (read: Trajectory) => ({ ...read, outcome: { ...read.outcome, reason: goldText(read) } }),
    ],
    ['coverage', (read: Trajectory) => ({ ...read, coverage: { ...read.coverage, assumed: [goldText(read)] } })],
  ])('finds a reader that puts gold into %s', (_place, leak) => {
    expect(checkGold(JSON.stringify(RUN), spoilt(leak))?.leaks).toEqual(
      expect.arrayContaining([expect.stringContaining('/info/task/')]),
    );
  });

  test('finds a reader that knows no gold and lets a field through that is named as a label', () => {
    const run = { ...RUN, info: { task: { expected_output: 'the refund' } } };
    const subject: GoldSubject = {
      ...spoilt(whole),
      read: (text) =>
        parseTrace(text).map((result) =>
          result.ok ? { ok: true, value: { ...result.value, gold: null, metadata: { all: text } } } : result,
        ),
    };
    expect(checkGold(JSON.stringify(run), subject)?.leaks).toEqual(['/0/info/task/expected_output reaches the run']);
  });

  test('finds a pipeline that reads gold', () => {
    const peek = spoilt(whole, (made, read) => ({ ...made, headline: `${made.headline} ${goldText(read)}` }));
    expect(checkGold(JSON.stringify(RUN), peek)?.leaks).toEqual([
      'another diagnosis with gold altered',
      'another diagnosis with gold emptied',
      'another diagnosis with gold removed',
    ]);
  });

  test('finds an output that does not say that gold was read', () => {
    const silent = spoilt(whole, (made) => ({ ...made, usedReference: false }));
    expect(checkGold(JSON.stringify(RUN), silent)?.leaks).toEqual(['gold that was allowed is not stated']);
  });

  test('knows a field that tells which gold is meant from gold', () => {
    const looksUp = spoilt((read) => (read.id.startsWith('3') ? read : { ...read, gold: null }));
    expect(checkGold(JSON.stringify(RUN), looksUp)).toMatchObject({ fields: 6, keys: [], leaks: [] });
    const named = { ...RUN, info: { ...RUN.info, task: { ...RUN.info.task, actions: [{ task: '3xyz' }] } } };
    expect(checkGold(JSON.stringify(named), looksUp)).toMatchObject({ fields: 4, keys: ['/0/task_id'], leaks: [] });
  });

  test('lets a label point at a step of the run', () => {
    const traj = RUN.traj.map((message, index) => ({ ...message, id: `message-${index}` }));
    const run = { ...RUN, traj, info: { ...RUN.info, reward_info: { step: 'message-2' } } };
    const subject: GoldSubject = {
      ...spoilt(whole),
      read: (text) => {
        const source = JSON.parse(text) as typeof run;
        const withIds = (read: Trajectory): Trajectory => ({
          ...read,
          steps: read.steps.map((step) => ({ ...step, id: source.traj[step.position]?.id ?? step.id })),
        });
        return parseTrace(text).map((result) => (result.ok ? { ok: true, value: withIds(result.value) } : result));
      },
    };
    expect(checkGold(JSON.stringify(run), subject)).toMatchObject({ fields: 6, leaks: [] });
  });

  test('lets a score set the outcome', () => {
    const scored = spoilt((read) => {
      const reward = (read.gold as { rewardInfo?: { reward?: number } } | null)?.rewardInfo?.reward ?? 0;
      return { ...read, outcome: { ...read.outcome, reward, status: reward >= 1 ? 'succeeded' : 'failed' } };
    });
    expect(checkGold(JSON.stringify(RUN), scored)).toMatchObject({ fields: 5, leaks: [] });
  });
});
