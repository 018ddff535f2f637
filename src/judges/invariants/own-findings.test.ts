import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runInvariants } from '../../../test/run-invariants.ts';
import { agent, result, user } from '../../../test/run-rule.ts';
import type { Trajectory } from '../../contracts/trajectory.ts';
import type { Mode } from '../../taxonomy/modes.ts';

const seen = (mode: Mode, messages: readonly unknown[]) =>
  runInvariants(messages)
    .seenBy(mode)
    .map(({ position }) => position);

describe('what is left alone', () => {
  it('wrong-context: an older value that the user gave, and one that the newer answer holds too', () => {
    const run = (asked: string, newer: string) => [
      user(asked),
      agent('', ['get', { user: 'ana' }]),
      result('get', '{"id": "addr_20417"}'),
      agent('', ['get', { user: 'ana' }]),
      result('get', newer),
      agent('', ['send', { to: 'addr_20417' }]),
      result('send', 'sent'),
      agent('Sent.'),
    ];
    expect(seen('wrong-context', run('To my flat', '{"id": "addr_38851"}'))).toEqual([5]);
    expect(seen('wrong-context', run('To addr_20417', '{"id": "addr_38851"}'))).toEqual([]);
    expect(seen('wrong-context', run('To my flat', '[{"id": "addr_38851"}, {"id": "addr_20417"}]'))).toEqual([]);
  });

  it('instruction-unfollowing: conditions, tools of other names, and what an agent says itself', () => {
    const run = (said: string, role = 'system') => [
      { role, content: said },
      user('Go on'),
      agent('', ['delete_row', { row: 7 }]),
      result('delete_row', 'deleted'),
      agent('Done.'),
    ];
    expect(seen('instruction-unfollowing', run('Never call `delete_row`.'))).toEqual([2]);
    expect(seen('instruction-unfollowing', run('Do not use delete_row unless the user agrees.'))).toEqual([]);
    expect(seen('instruction-unfollowing', run('Never call delete_rows.'))).toEqual([]);
    expect(seen('instruction-unfollowing', run('I will never use delete_row.', 'assistant'))).toEqual([]);
    expect(seen('instruction-unfollowing', run('Never call constructor or __proto__.'))).toEqual([]);
  });

  it('insufficient-context: a change without any look-up in the run, and one after a look-up', () => {
    const write = [agent('', ['cancel_order', { id: 'W55012' }]), result('cancel_order', 'ok')];
    const read = [agent('', ['list_orders', { user: 'ana' }]), result('list_orders', '[]')];
    expect(seen('insufficient-context', [user('Cancel it'), ...write, ...read, agent('Done.')])).toEqual([1]);
    expect(seen('insufficient-context', [user('Cancel it'), ...write, agent('Done.')])).toEqual([]);
    expect(seen('insufficient-context', [user('Cancel it'), ...read, ...write, agent('Done.')])).toEqual([]);
  });

  it('context-miss: questions for one of several, and for what was not given', () => {
    const run = (question: string) => [user('I am ana@shop.example'), agent(question), user('Well'), agent('Right.')];
    expect(seen('context-miss', run('Could you please provide your e-mail?'))).toEqual([1]);
    expect(seen('context-miss', run('Could you please provide your e-mail or your name?'))).toEqual([]);
    expect(seen('context-miss', run('Could you please provide your zip code?'))).toEqual([]);
  });

  it('termination-miss: one goodbye on each side, and a loop that something came after', () => {
    expect(seen('termination-miss', [user('Hi'), agent('It is 7.'), user('Thanks!'), agent('Welcome!')])).toEqual([]);
    const look = [agent('', ['look', { p: 1 }]), result('look', 'nothing here')];
    const loop = [user('Look'), ...look, ...look, ...look];
    expect(seen('termination-miss', loop)).toEqual([3]);
    expect(seen('termination-miss', [...loop, agent('There is nothing.')])).toEqual([]);
  });

  it('action-mismatch: several ids, another make of id, and a tool that is only spoken of', () => {
    const run = (said: string, id: string) => [
      user('W55012 and W55019'),
      agent(said, ['get_order', { id }]),
      result('get_order', '{}'),
      agent('Done.'),
    ];
    expect(seen('action-mismatch', run('I look at W55012.', 'W55019'))).toEqual([1]);
    expect(seen('action-mismatch', run('I look at W55012, then W55019.', 'W55019'))).toEqual([]);
    expect(seen('action-mismatch', run('I look at W55012.', 'ana_96201'))).toEqual([]);
    const tools = [
      user('Go'),
      agent('I will use `list_orders` for that.', ['get_order', { id: 'x' }]),
      result('get_order', '{}'),
      agent('', ['list_orders', {}]),
      result('list_orders', '[]'),
      agent('I could use `get_order` too.'),
    ];
    expect(seen('action-mismatch', tools)).toEqual([1]);
  });

  it('premature-termination: a run cut off by the user, and a word of the agent after the failure', () => {
    const failed = [user('Book'), agent('', ['book', { room: 4 }]), result('book', 'Error: the room is taken')];
    expect(seen('premature-termination', failed)).toEqual([1]);
    expect(seen('premature-termination', [...failed, agent('Room 4 is taken.')])).toEqual([]);
    expect(seen('premature-termination', [...failed, user('Never mind')])).toEqual([]);
  });
});

it('takes linear time on one long text without an end', () => {
  const long = `Do not use ${'a_'.repeat(100_000)} and W${'1'.repeat(100_000)}`;
  const { findings } = runInvariants([user(long), agent(long, ['look', { long }]), result('look', long), agent(long)]);
  expect(findings.every(({ position }) => position >= 0)).toBe(true);
});

it('execution-failure: an error that the source records beside a result, made good when the tool gets through', () => {
  const call = (id: string) => ({ kind: 'tool-call', id: `e-${id}`, rawRef: null, callId: id, name: 'read_file' });
  const trajectory = JSON.parse(
    readFileSync(join(import.meta.dirname, '../../../test/__fixtures__/artifacts-v1/trajectory.json'), 'utf8'),
  ) as Trajectory;
  const step = trajectory.steps[0];
  if (step === undefined) throw new Error('the sample has no step');
  const act = (position: number, id: string, error: boolean) => [
    {
      ...step,
      id: `a${position}`,
      position,
      role: 'agent' as const,
      parentId: null,
      events: [
        { ...call(id), arguments: { path: id }, text: `{"path": "${id}"}`, argumentsValid: true, inferred: false },
      ],
    },
    {
      ...step,
      id: `t${position}`,
      position: position + 1,
      role: 'tool' as const,
      parentId: null,
      events: [
        {
          kind: 'tool-result',
          id: `r-${id}`,
          rawRef: null,
          callId: id,
          name: 'read_file',
          text: 'see below',
          data: null,
          isError: null,
          errorType: null,
        },
        ...(error
          ? [{ kind: 'error', id: `x-${id}`, rawRef: null, text: 'FileConversionException: mp3', errorType: null }]
          : []),
      ],
    },
  ];
  const run = (...steps: unknown[]) =>
    runInvariants({ ...trajectory, steps: steps.flat() }).seenBy('execution-failure');
  expect(run(act(0, 'c1', true)).map(({ position, recoveredPosition }) => [position, recoveredPosition])).toEqual([
    [0, null],
  ]);
  expect(run(act(0, 'c1', true), act(2, 'c2', false)).map(({ recoveredPosition }) => recoveredPosition)).toEqual([3]);
  expect(run(act(0, 'c1', false))).toEqual([]);
});
