import { describe, expect, it } from 'vitest';
import { fixtureDocument, outlineOf, readFormatFixture } from '../../../test/read-format-fixture.ts';
import { tauBench } from './index.ts';
import { runIds } from './run-ids.ts';

const CONTEXT = { uri: null, recordRef: '' };

describe('tau-bench', () => {
  it('names runs by their task, and by their trial only where a task occurs again', () => {
    expect(readFormatFixture(tauBench, 'retail-runs.json').map(({ id }) => id)).toEqual(['2', '0']);
    expect(readFormatFixture(tauBench, 'airline-trials.json').map(({ id }) => id)).toEqual(['1-trial-0', '1-trial-1']);
  });

  it('gives every run an id of its own', () => {
    const runs = [{ task_id: 1, trial: 0 }, { task_id: 1, trial: 0 }, { task_id: 1 }, { task_id: '1-trial-0-2' }, {}];
    expect(runIds(runs)).toEqual(['1-trial-0', '1-trial-0-2', '1', '1-trial-0-2-2', 'run']);
  });

  it('numbers messages from 1, pairs calls, and reads the outcome from the reward', () => {
    const [failed, passed] = readFormatFixture(tauBench, 'retail-runs.json');
    expect(failed && outlineOf(failed).slice(0, 7)).toEqual([
      '1 system system: message',
      '2 user user: message',
      '3 agent assistant: call list_all_product_types',
      '4 tool list_all_product_types: result list_all_product_types null',
      '5 agent assistant: call get_product_details',
      '6 tool get_product_details: result get_product_details null',
      '7 agent assistant: message',
    ]);
    expect(failed?.outcome).toEqual({ status: 'failed', reward: 0, reason: 'reward 0' });
    expect(passed?.outcome.status).toBe('succeeded');
    expect(failed?.source.recordRef).toBe('/0');
    expect(failed?.policy).toMatch(/^# Retail agent policy/);
  });

  it('takes what the simulated user was told for gold, not for the instruction', () => {
    const [run] = readFormatFixture(tauBench, 'retail-runs.json');
    const gold = JSON.stringify(run?.gold);
    expect(gold).toContain('"actions"');
    expect(run?.instruction).toBe(run?.steps[1]?.events[0]?.text);
    expect(gold).not.toContain(JSON.stringify(run?.instruction).slice(1, -1));
  });

  it('reads one run that stands alone', () => {
    const document = fixtureDocument('tau-bench', 'retail-runs.json');
    const alone = Array.isArray(document) ? document[0] : null;
    expect(tauBench.detect(alone)).toBeGreaterThan(0.9);
    expect(tauBench.parse(alone, CONTEXT)[0]?.source.recordRef).toBe('');
  });

  it('refuses a run without messages by its place', () => {
    const document = fixtureDocument('tau-bench', 'retail-runs.json');
    const runs = Array.isArray(document) ? document : [];
    const unread: string[] = [];
    const onUnreadable = (error: Error, pointer: string): void => {
      unread.push(`${pointer}: ${error.message}`);
    };
    expect(tauBench.parse([...runs, { task_id: 7 }], { ...CONTEXT, onUnreadable })).toHaveLength(runs.length);
    expect(unread).toEqual([expect.stringMatching(/^\/2: .*\/2 is not a run/)]);
    expect(() => tauBench.parse([{ task_id: 8, traj: [] }], CONTEXT)).toThrow(/has no steps/);
  });
});

describe('tau2-bench', () => {
  it('reads simulations, calls of the user too, and keeps the task as gold', () => {
    const [run] = readFormatFixture(tauBench, 'tau2-results.json');
    expect(run && outlineOf(run)).toEqual([
      '1 agent assistant: message',
      '2 user user: call check_notifications',
      '3 tool check_notifications: result check_notifications false',
      '4 user user: message',
      '5 agent assistant: call get_users',
      '6 tool get_users: result get_users false',
      '7 agent assistant: call update_task_status',
      '8 tool update_task_status: result update_task_status false',
      '9 agent assistant: message',
      '10 user user: call dismiss_notification',
      '11 tool dismiss_notification: result dismiss_notification false',
      '12 user user: message',
    ]);
    expect(run).toMatchObject({
      id: 'update_task_with_user_tools',
      outcome: { status: 'failed', reward: 0 },
      metadata: { trial: 0, terminationReason: 'user_stop' },
    });
    expect(run?.policy).toMatch(/^# Mock Domain Policy/);
    expect(JSON.stringify(run?.gold)).toContain('evaluation_criteria');
  });

  it('loses one broken simulation, not the file, and says so', () => {
    const message = { role: 'user', content: 'Hello' };
    const simulations = [
      { task_id: 'a', messages: [message] },
      { task_id: 'b', messages: [] },
      { messages: [message] },
    ];
    const read = tauBench.parse({ info: {}, simulations }, CONTEXT);
    expect(read.map(({ id }) => id)).toEqual(['a']);
    expect(read[0]?.coverage.warnings).toMatchObject([
      { code: 'RECORD_UNREADABLE', count: 2, firstRef: '/simulations/1' },
    ]);
    expect(() => tauBench.parse({ info: {}, simulations: simulations.slice(1) }, CONTEXT)).toThrow();
  });
});
