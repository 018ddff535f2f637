import { describe, expect, it } from 'vitest';
import { outlineOf, parseFirst, readFormatFixture } from '../../../test/read-format-fixture.ts';
import { sweAgent } from './index.ts';

describe('swe-agent', () => {
  it('reads thought, action and observation as one step', () => {
    const [run] = readFormatFixture(sweAgent, 'run.json');
    expect(run && outlineOf(run)).toEqual([
      '1 agent main: reasoning, call find_file, result find_file null',
      '2 agent main: reasoning, call open, result open null',
      '3 agent main: reasoning, error',
      '4 agent main: reasoning, call python3, result python3 null',
      '5 agent main: reasoning, call submit, result submit null',
    ]);
    expect(run?.steps[0]?.events[1]).toMatchObject({ arguments: { file_name: 'missing_colon.py' }, inferred: false });
    expect(run?.policy).toMatch(/^SETTING: You are an autonomous programmer/);
    expect(run?.instruction).toMatch(/^We're currently solving the following issue/);
    expect(run?.coverage.elided).toEqual([{ what: 'messages of a demonstration', count: 1 }]);
  });

  it('does not take a submission for a success, and takes an exit by a limit for a failure', () => {
    const trajectory = [{ action: 'ls', observation: 'a', response: 'r', thought: 't' }];
    const outcomeOf = (status: string) =>
      parseFirst(sweAgent, { trajectory, info: { exit_status: status } }).outcome.status;
    expect(outcomeOf('submitted')).toBe('unknown');
    expect(outcomeOf('submitted (exit_cost)')).toBe('unknown');
    expect(outcomeOf('exit_cost')).toBe('failed');
  });
});
