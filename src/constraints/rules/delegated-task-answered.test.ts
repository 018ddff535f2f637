import { describe, expect, it } from 'vitest';
import { runRule } from '../../../test/run-rule.ts';
import rule from './delegated-task-answered.ts';

const chat = (...turns: readonly (readonly [string, string])[]) => turns.map(([role, content]) => ({ role, content }));
const START = [
  ['human', 'Find it'],
  ['Orchestrator (thought)', 'Initial plan: look'],
  ['Orchestrator (-> WebSurfer)', 'Look here'],
  ['WebSurfer', 'A page.'],
] as const;

describe('delegated-task-answered', () => {
  it('blames the first hand-over that is never taken up', () => {
    const asked = ['Orchestrator (-> WebSurfer)', 'Look there'] as const;
    const run = runRule(
      rule,
      chat(...START, asked, ['Orchestrator (thought)', 'Waiting'], asked, ['Orchestrator (thought)', 'Still']),
    );
    expect(run.blamed).toEqual([4]);
  });

  it('is satisfied by a turn of the addressee, and cannot tell at the very end', () => {
    expect(runRule(rule, chat(...START)).blamed).toEqual([]);
    const run = runRule(rule, chat(...START, ['Orchestrator (-> WebSurfer)', 'Look there']));
    expect(run.blamed).toEqual([]);
    expect(run.undecided?.count).toBe(1);
  });

  it('does not count an addressee that the trace never shows', () => {
    const run = runRule(
      rule,
      chat(...START, ['Orchestrator (-> Remote)', 'Do it'], ['Orchestrator (thought)', 'Done']),
    );
    expect(run.checked).toBe(1);
    expect(run.blamed).toEqual([]);
  });
});
