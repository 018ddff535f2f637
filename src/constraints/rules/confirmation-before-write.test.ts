import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { dataFolder, dataPath } from '../../../test/data-folder.ts';
import { agent, result, runRule, user } from '../../../test/run-rule.ts';
import rule from './confirmation-before-write.ts';

const POLICY = {
  role: 'system',
  content: 'Be brief.\nBefore any change you must obtain explicit confirmation (yes) of the user.',
};
const cancel = [agent('', ['cancel_order', { id: 1 }]), result('cancel_order', '{"status": "cancelled"}')];

describe('confirmation-before-write', () => {
  it('finds a change that the user was not asked about', () => {
    const found = runRule(rule, [
      POLICY,
      user('I have too many orders.'),
      agent('You have one.'),
      user('All of them, quick.'),
      ...cancel,
    ]);
    expect(found.blamed).toEqual([4]);
    expect(found.quotes).toEqual([
      '{"id":1}',
      'All of them, quick.',
      'Before any change you must obtain explicit confirmation (yes) of the user.',
    ]);
  });

  it.each(['Yes, please.', 'Go ahead!', 'Sure, that works for me'])('holds after %s', (answer) => {
    const found = runRule(rule, [POLICY, user('Cancel it'), agent('Cancel order 1?'), user(answer), ...cancel]);
    expect(found.blamed).toEqual([]);
    expect(found.checked).toBe(1);
  });

  it('cannot tell what an answer means that is neither yes nor no', () => {
    const found = runRule(rule, [
      POLICY,
      user('Cancel it'),
      agent('Please confirm the reason.'),
      user('No longer needed.'),
      ...cancel,
    ]);
    expect(found.blamed).toEqual([]);
    expect(found.undecided?.count).toBe(1);
  });

  it('asks nothing of calls that read, nor without such a policy', () => {
    const reading = [
      agent('', ['get_order', { id: 1 }]),
      result('get_order', '{}'),
      agent('', ['transfer_to_human', {}]),
      result('transfer_to_human', 'ok'),
    ];
    expect(runRule(rule, [POLICY, user('Look it up'), ...reading]).checked).toBe(0);
    expect(runRule(rule, [{ role: 'system', content: 'Be brief.' }, user('Hm.'), ...cancel]).checked).toBe(0);
    expect(runRule(rule, [user('Hm.'), ...cancel]).checked).toBe(0);
  });

  it.skipIf(dataFolder === null)('finds the unconfirmed return of a real conversation (no data)', () => {
    const runs: unknown = JSON.parse(readFileSync(dataPath('agentrx/tau_retail/tau_dataset_failed.json'), 'utf8'));
    const found = Array.isArray(runs) ? runs.find((one: { task_id?: unknown }) => one.task_id === 12) : undefined;
    expect(runRule(rule, [found]).blamed).toEqual([18]);
  });
});
