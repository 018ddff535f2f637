import { describe, expect, it } from 'vitest';
import { createWorkCount } from '../../../test/work-count.ts';
import { AppError } from '../../base/errors.ts';
import type { ToolResult, Trajectory } from '../../contracts/trajectory.ts';
import {
  type EventInput,
  type StepInput,
  TrajectoryBuilder,
  toolCallEvent,
  toolResultEvent,
} from './trajectory-builder.ts';

const countWork = createWorkCount();

const start = (): TrajectoryBuilder =>
  new TrajectoryBuilder({ id: 't', format: 'test', context: { uri: null, recordRef: '' } });

const step = (events: readonly EventInput[], more: Partial<StepInput> = {}): StepInput => ({
  rawRef: '/0',
  role: 'agent',
  agent: 'a',
  events,
  ...more,
});

const build = (...steps: readonly StepInput[]): Trajectory => {
  const builder = start();
  for (const input of steps) builder.addStep(input);
  return builder.finish();
};

const warningsOf = ({ coverage }: Trajectory): Record<string, number> =>
  Object.fromEntries(coverage.warnings.map(({ code, count }) => [code, count]));

const eventsOf = (trajectory: Trajectory) => trajectory.steps.flatMap(({ events }) => events);
const callIds = (trajectory: Trajectory) =>
  eventsOf(trajectory).flatMap((event) => (event.kind === 'tool-call' ? [event.callId] : []));
const results = (trajectory: Trajectory): readonly ToolResult[] =>
  eventsOf(trajectory).flatMap((event) => (event.kind === 'tool-result' ? [event] : []));

describe('steps', () => {
  it('refuses a trajectory without steps, by its code', () => {
    expect(() => start().finish()).toThrow(AppError);
    expect(() => start().finish()).toThrow(/has no steps/);
  });

  it('keeps ids of the source, and tells the ones that occur again apart', () => {
    const trajectory = build(
      step([], { id: 'x' }),
      step([], { id: 'x' }),
      step([], { id: 'x#3' }),
      step([], { id: 'x' }),
    );
    const ids = trajectory.steps.map(({ id }) => id);
    expect(new Set(ids).size).toBe(4);
    expect(ids[0]).toBe('x');
    expect(ids[2]).toBe('x#3');
    expect(warningsOf(trajectory)).toEqual({ STEP_ID_DUPLICATE: 2 });
  });

  it('makes ids up that the source does not use itself', () => {
    const trajectory = build(step([], { id: 'step-2' }), step([]), step([], { id: '' }));
    expect(new Set(trajectory.steps.map(({ id }) => id)).size).toBe(3);
    expect(trajectory.coverage.warnings).toEqual([]);
  });

  it('keeps a number of the source only where it is a whole one', () => {
    const trajectory = build(...[3, 0, 1.5, 1e21, Number.NaN].map((nativeIndex) => step([], { nativeIndex })));
    expect(trajectory.steps.map(({ nativeIndex }) => nativeIndex)).toEqual([3, 0, null, null, null]);
  });

  it('counts what was read: mapped and other make up all of it', () => {
    const builder = start();
    builder.addStep(step([{ kind: 'message', text: 'a', to: null }]), 3);
    builder.addStep(step([{ kind: 'other', text: 'b', nativeKind: 'x' }]), 2);
    builder.countRecord(4);
    expect(builder.finish().coverage).toMatchObject({ recordsRead: 9, recordsMapped: 7, recordsOther: 2 });
  });
});

describe('calls and results', () => {
  it('joins a result to its call by id, and takes the name from there', () => {
    const trajectory = build(
      step([toolCallEvent('c1', 'first', '{}'), toolCallEvent('c2', 'second', '{}')]),
      step([toolResultEvent('c2', null, 'two')]),
      step([toolResultEvent('c1', null, 'one')]),
    );
    expect(results(trajectory).map(({ callId, name }) => [callId, name])).toEqual([
      ['c2', 'second'],
      ['c1', 'first'],
    ]);
    expect(trajectory.coverage.warnings).toEqual([]);
  });

  it('keeps an orphan result, without a call', () => {
    const trajectory = build(step([toolResultEvent('c9', 'x', 'r')]));
    expect(results(trajectory)[0]).toMatchObject({ callId: null, name: 'x', text: 'r' });
    expect(warningsOf(trajectory)).toEqual({ TOOL_RESULT_WITHOUT_CALL: 1 });
  });

  it('does not let a second result answer an answered call', () => {
    const trajectory = build(
      step([toolCallEvent('c1', 'x', '{}')]),
      step([toolResultEvent('c1', null, 'r')]),
      step([toolResultEvent('c1', null, 'again')]),
    );
    expect(results(trajectory).map(({ callId }) => callId)).toEqual(['c1', null]);
  });

  it('does not join a result to a call that comes later', () => {
    const trajectory = build(step([toolResultEvent('c1', null, 'r')]), step([toolCallEvent('c1', 'x', '{}')]));
    expect(results(trajectory)[0]?.callId).toBeNull();
    expect(warningsOf(trajectory)).toEqual({ TOOL_RESULT_WITHOUT_CALL: 1, TOOL_CALL_WITHOUT_RESULT: 1 });
  });

  it('gives a call whose id was used before an id of its own, with its own result', () => {
    const trajectory = build(
      step([toolCallEvent('c1', 'x', '{}')]),
      step([toolResultEvent('c1', null, 'one')]),
      step([toolCallEvent('c1', 'y', '{}')]),
      step([toolResultEvent('c1', null, 'two')]),
    );
    const [first, second] = callIds(trajectory);
    expect(first).toBe('c1');
    expect(second).not.toBe('c1');
    expect(results(trajectory).map(({ callId, name }) => [callId, name])).toEqual([
      [first, 'x'],
      [second, 'y'],
    ]);
    expect(trajectory.coverage.warnings).toEqual([]);
  });

  it('loses none of two open calls that share an id: each gets a result, in order', () => {
    const trajectory = build(
      step([toolCallEvent('c1', 'x', '{}'), toolCallEvent('c1', 'y', '{}')]),
      step([toolResultEvent('c1', null, 'one')]),
    );
    expect(results(trajectory)[0]?.name).toBe('x');
    expect(warningsOf(trajectory)).toEqual({ TOOL_CALL_ID_REUSED: 1, TOOL_CALL_WITHOUT_RESULT: 1 });
  });

  it('never gives two calls one id, whatever ids the source uses', () => {
    const trajectory = build(
      step([
        toolCallEvent('e1-call', 'x', '{}'),
        toolCallEvent(null, 'x', '{}'),
        toolCallEvent('e1-call#e1', 'x', '{}'),
      ]),
    );
    expect(new Set(callIds(trajectory)).size).toBe(3);
  });

  it('answers parallel calls without ids in their order', () => {
    const trajectory = build(
      step([toolCallEvent(null, 'x', '1'), toolCallEvent(null, 'x', '2')]),
      step([toolResultEvent(null, 'x', 'one')]),
      step([toolResultEvent(null, null, 'two')]),
    );
    expect(results(trajectory).map(({ callId }) => callId)).toEqual(callIds(trajectory));
  });

  it('does not shift later pairs when a call without an id was never answered', () => {
    const trajectory = build(
      step([toolCallEvent(null, 'x', '1')]),
      step([toolCallEvent(null, 'x', '2')]),
      step([toolResultEvent(null, 'x', 'two')]),
    );
    expect(results(trajectory)[0]?.callId).toBe(callIds(trajectory)[1]);
    expect(warningsOf(trajectory)).toEqual({ TOOL_CALL_WITHOUT_RESULT: 1 });
  });

  it('stays linear with very many open calls', () => {
    const workOf = (count: number): number => {
      const builder = start();
      for (let n = 0; n < count; n++) builder.addStep(step([toolCallEvent(null, `t${n % 7}`, '{}')]));
      for (let n = 0; n < count; n++) builder.addStep(step([toolResultEvent(null, `t${n % 7}`, 'r')]));
      return countWork(() => expect(builder.finish().coverage.warnings).toEqual([]));
    };
    expect(workOf(8_000)).toBeLessThan(16 * workOf(1_000));
  });
});

describe('parents', () => {
  const parentsOf = (...links: readonly (readonly [string, string | null])[]) => {
    const trajectory = build(...links.map(([id, parentId]) => step([], { id, parentId })));
    return { parents: trajectory.steps.map(({ parentId }) => parentId), warnings: warningsOf(trajectory) };
  };

  it('keeps links to steps before and after', () => {
    expect(parentsOf(['a', 'b'], ['b', null], ['c', 'b'])).toEqual({ parents: ['b', null, 'b'], warnings: {} });
  });

  it('cuts a cycle once, also where the walk enters it from outside', () => {
    expect(parentsOf(['a', 'b'], ['b', 'c'], ['c', 'b'])).toEqual({
      parents: ['b', 'c', null],
      warnings: { PARENT_CYCLE: 1 },
    });
  });

  it('cuts a step that is its own parent', () => {
    expect(parentsOf(['a', 'a'])).toEqual({ parents: [null], warnings: { PARENT_CYCLE: 1 } });
  });

  it('puts a step with an unknown parent at the top, and says so', () => {
    expect(parentsOf(['a', 'gone'])).toEqual({ parents: [null], warnings: { PARENT_UNKNOWN: 1 } });
  });
});

describe('times', () => {
  const at = (startedAt: string | null, endedAt: string | null = null): StepInput => step([], { startedAt, endedAt });

  it('warns when the clock goes backwards', () => {
    const trajectory = build(at('2024-05-01T10:00:01Z'), at('2024-05-01T10:00:00Z'), at('2024-05-01T10:00:02Z'));
    expect(warningsOf(trajectory)).toEqual({ CLOCK_BACKWARDS: 1 });
  });

  it('compares instants, not spellings', () => {
    const trajectory = build(at('2024-05-01T10:00:00Z'), at('2024-05-01T10:00:00.5Z'), at('2024-05-01T12:00:01+02:00'));
    expect(trajectory.coverage.warnings).toEqual([]);
  });

  it('spans from the first start to the last end, whatever the order of the steps', () => {
    const trajectory = build(
      at('2024-05-01T10:00:00Z', '2024-05-01T10:09:00Z'),
      at('2024-05-01T10:00:01Z', '2024-05-01T10:00:02Z'),
      at(null, 'not a time'),
    );
    expect([trajectory.startedAt, trajectory.endedAt]).toEqual(['2024-05-01T10:00:00Z', '2024-05-01T10:09:00Z']);
  });
});

describe('tool events', () => {
  it('tells arguments that should have been JSON', () => {
    expect(toolCallEvent('c', 'x', '{"a": 1')).toMatchObject({
      argumentsValid: false,
      arguments: null,
      text: '{"a": 1',
    });
    expect(toolCallEvent('c', 'x', '')).toMatchObject({ argumentsValid: true, arguments: null });
    expect(toolCallEvent('c', 'x', { a: 1 })).toMatchObject({
      argumentsValid: true,
      arguments: { a: 1 },
      text: '{"a":1}',
    });
  });

  it('parses a result that is JSON, and leaves one alone that is not', () => {
    expect(toolResultEvent('c', null, '{"ok": true}')).toMatchObject({ data: { ok: true }, isError: null });
    expect(toolResultEvent('c', null, 'Error: no')).toMatchObject({ data: null, text: 'Error: no' });
  });
});
