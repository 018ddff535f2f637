import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { dataFolder, dataPath } from '../../test/data-folder.ts';
import { runSchema } from '../contracts/run.ts';
import type { Trajectory } from '../contracts/trajectory.ts';
import { parseTrace } from '../formats/read-trace.ts';
import { runPipeline } from './run-pipeline.ts';

const parse = (text: string): Trajectory[] =>
  parseTrace(text).map((parsed) => {
    if (!parsed.ok) throw parsed.error;
    return parsed.value;
  });

const tau = (reward: number | null, messages: readonly unknown[]): Trajectory => {
  const [trajectory] = parse(JSON.stringify([{ task_id: 1, reward, traj: messages }]));
  if (trajectory === undefined) throw new Error('no trajectory');
  return trajectory;
};

const call = (id: string, name: string, args: unknown) => ({
  role: 'assistant',
  content: null,
  tool_calls: [{ id, type: 'function', function: { name, arguments: JSON.stringify(args) } }],
});

const MESSAGES = [
  { role: 'system', content: 'Help users with their orders.' },
  { role: 'user', content: 'Please cancel order #W1234567.' },
  call('c1', 'get_order', { order_id: '#W1234567' }),
  { role: 'tool', tool_call_id: 'c1', content: '{"status": "delivered", "total": 71.5}' },
  call('c2', 'cancel_order', { order_id: '#W1234567' }),
  { role: 'tool', tool_call_id: 'c2', content: 'Error: non-pending order cannot be cancelled' },
  { role: 'assistant', content: 'Your order #W1234567 has been cancelled and 71.50 dollars refunded.' },
];

/** What must hold of the markers of any run that is given a culprit. */
function expectOrdered({ diagnosis }: ReturnType<typeof runPipeline>): void {
  const { firstAnomaly, critical, pointOfNoReturn, lastRecoverable, symptom } = diagnosis.markers;
  if (critical === null || firstAnomaly === null || pointOfNoReturn === null || symptom === null) return;
  expect(firstAnomaly.position).toBeLessThanOrEqual(critical.position);
  expect(critical.position).toBeLessThanOrEqual(pointOfNoReturn.position);
  expect(critical.position).toBeLessThanOrEqual(symptom.position);
  if (lastRecoverable !== null) expect(lastRecoverable.position).toBeLessThan(pointOfNoReturn.position);
}

function expectVerified({ diagnosis }: ReturnType<typeof runPipeline>): void {
  for (const evidence of diagnosis.evidence) expect(evidence.verified).toBe(true);
}

describe('runPipeline', () => {
  it('makes artifacts that fit their schemas, each naming what it was made from', () => {
    const run = runPipeline(tau(0, MESSAGES));
    const parsed = runSchema.safeParse(JSON.parse(JSON.stringify(run)));
    expect(parsed.error?.issues).toBeUndefined();
    expect(run.graph.madeFrom.trajectory).toBe(run.diagnosis.madeFrom.trajectory);
    expect(run.judgments[0]?.madeFrom.validationLog).toBe(run.diagnosis.madeFrom.validationLog);
  });

  it('gives no category of tool use to a run without tools', () => {
    const chat = [
      { role: 'user', content: 'Write a haiku about rain.' },
      { role: 'assistant', content: 'Rain falls on the roof, soft drums.' },
      { role: 'user', content: 'It needs five, seven and five syllables.' },
      { role: 'assistant', content: 'Sorry: rain taps on the tin / a drummer lost in the dark / morning hums along' },
    ];
    const { judgments } = runPipeline(tau(0, chat));
    const categories = judgments[0]?.candidates.map((candidate) => candidate.category) ?? [];
    expect(categories.length).toBeGreaterThan(0);
    expect(categories).not.toContain('misinterpretation-of-tool-output');
    expect(categories).not.toContain('invalid-invocation');
  });

  it('does not blame the call at which the record of a run breaks off, unless it is said to have failed', () => {
    const cut = JSON.stringify(MESSAGES.slice(0, 3));
    const [unknown] = parse(cut);
    if (unknown === undefined) throw new Error('no trajectory');
    expect(runPipeline(unknown).diagnosis.abstained?.reason).toContain('the record stops at a call');
    expect(runPipeline(unknown, { outcome: 'failed' }).diagnosis.markers.critical?.position).toBe(2);
  });

  it('gives a failed run a culprit, with the markers in order and every quote verified', () => {
    const run = runPipeline(tau(0, MESSAGES));
    expect(run.diagnosis.outcome).toBe('failed');
    expect(run.diagnosis.markers.critical).not.toBeNull();
    expect(run.diagnosis.category).not.toBeNull();
    expectOrdered(run);
    expectVerified(run);
  });

  it('gives a run that succeeded no culprit', () => {
    const { diagnosis } = runPipeline(tau(1, MESSAGES));
    expect(diagnosis.outcome).toBe('succeeded');
    expect(Object.values(diagnosis.markers).every((marker) => marker === null)).toBe(true);
    expect(diagnosis.category).toBeNull();
    expect(diagnosis.alternatives).toEqual([]);
  });

  it('abstains, with the reason, where nothing is known and nothing speaks', () => {
    const { diagnosis } = runPipeline(tau(null, [{ role: 'user', content: 'Hello' }]));
    expect(diagnosis.abstained?.reason).toContain('no step of an agent');
    expect(diagnosis.markers.critical).toBeNull();
  });

  it('lets the target choose which marker leads', () => {
    const { diagnosis } = runPipeline(tau(0, MESSAGES), { target: 'symptom' });
    expect(diagnosis.target).toBe('symptom');
    expect(diagnosis.headline).toContain(`step ${diagnosis.markers.symptom?.nativeIndex}`);
  });

  it('shows the contributions that add up to the score', () => {
    const { diagnosis } = runPipeline(tau(0, MESSAGES));
    const sum = diagnosis.reasons.reduce((total, reason) => total + reason.contribution, 0);
    expect(Math.abs(sum - (diagnosis.score ?? 0))).toBeLessThan(0.1);
  });

  it('does not read gold unless asked, and says when it was', () => {
    const trajectory = tau(0, MESSAGES);
    const plain = runPipeline({ ...trajectory, gold: null }).diagnosis;
    expect(runPipeline({ ...trajectory, gold: { mistake_step: 3 } }).diagnosis).toEqual(plain);
    expect(runPipeline({ ...trajectory, gold: { mistake_step: 3 } }, { reference: true }).diagnosis.usedReference).toBe(
      true,
    );
  });
});

describe.skipIf(dataFolder === null)('runPipeline over the tau-retail runs (no data)', () => {
  const failed =
    dataFolder === null ? [] : parse(readFileSync(dataPath('agentrx/tau_retail/tau_dataset_failed.json'), 'utf8'));
  const passed =
    dataFolder === null ? [] : parse(readFileSync(dataPath('agentrx/tau_retail/tau_dataset_passed.json'), 'utf8'));

  it('keeps the markers in order and every quote verified', () => {
    for (const trajectory of failed) {
      const run = runPipeline(trajectory);
      expectOrdered(run);
      expectVerified(run);
      expect(run.validationLog.summary.errors).toBe(0);
    }
  });

  it('blames no step of a run that succeeded', () => {
    for (const trajectory of passed) expect(runPipeline(trajectory).diagnosis.markers.critical).toBeNull();
  });

  it('does not change its verdict when the agents are renamed', () => {
    for (const trajectory of failed) {
      const renamed: Trajectory = {
        ...trajectory,
        steps: trajectory.steps.map((step) => (step.role === 'agent' ? { ...step, agent: 'Zed' } : step)),
      };
      const verdict = ({ diagnosis }: ReturnType<typeof runPipeline>) => [
        diagnosis.markers.critical?.position,
        diagnosis.category,
      ];
      expect(verdict(runPipeline(renamed))).toEqual(verdict(runPipeline(trajectory)));
    }
  });
});
