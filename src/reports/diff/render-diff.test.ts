import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { agent, result, user } from '../../../test/run-rule.ts';
import type { Trajectory } from '../../contracts/trajectory.ts';
import { parseTrace } from '../../formats/read-trace.ts';
import { diffRuns } from '../../graph/align/diff-runs.ts';
import { indexTrajectory } from '../../trajectory/index-trajectory.ts';
import { displayWidth } from '../layout/display-width.ts';
import { renderDiff } from './render-diff.ts';

const read = (text: string, name: string | null = null): readonly Trajectory[] =>
  parseTrace(text, name).flatMap((one) => (one.ok ? [one.value] : []));
const render = (failing: Trajectory, passing: readonly Trajectory[], width = 80, critical: number | null = null) =>
  renderDiff(diffRuns(indexTrajectory(failing), passing.map(indexTrajectory)), { failing, passing, critical, width });

const trials = read(
  readFileSync(join(import.meta.dirname, '../../formats/tau-bench/__fixtures__/airline-trials.json'), 'utf8'),
  'airline-trials.json',
);
const [failed, passed] = trials;
if (failed === undefined || passed === undefined) throw new Error('the trials are not there');

describe('renderDiff', () => {
  it('shows two real trials of one task side by side', () => {
    expect(render(failed, [passed], 80, 3)).toMatchSnapshot();
  });

  it.each([40, 60, 80, 132])('keeps within %i columns', (width) => {
    const text = render(failed, [passed, failed], width, 3);
    for (const line of text.split('\n')) expect(displayWidth(line)).toBeLessThanOrEqual(width);
  });

  it('says so where two runs differ in words alone, and where there is nothing to compare with', () => {
    expect(render(failed, [failed])).toContain('They do the same with the same outcome');
    expect(render(failed, [])).toBe('No passing run to compare with.');
  });

  it('lets no control sequence of a trace reach the terminal', () => {
    const evil = '\u001b[2Jboom\u202e';
    const run = (word: string) =>
      read(JSON.stringify([user('x'), agent('', ['look', { word }]), result('look', word), agent(word)]))[0];
    const [one, other] = [run(evil), run(`${evil}2`)];
    if (one === undefined || other === undefined) throw new Error('the sample does not parse');
    const text = render(one, [other]);
    expect(text).toContain('boom');
    for (const character of ['\u001b', '\u202e']) expect(text).not.toContain(character);
  });
});
