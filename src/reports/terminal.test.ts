import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Run } from '../contracts/run.ts';
import { SAMPLE_RUNS } from './__fixtures__/sample-runs.ts';
import { displayWidth } from './layout/display-width.ts';
import { renderSummary } from './terminal/render-summary.ts';
import { renderTerminal } from './terminal.ts';

const samples = Object.entries(SAMPLE_RUNS).map(([name, make]) => [name, make()] as const);
const runs = samples.map(([, run]) => run);
const widest = (text: string): number => Math.max(...text.split('\n').map(displayWidth));
// biome-ignore lint/complexity/useRegexLiterals: the escape character reads better in a string
const SGR = new RegExp('\u001b\\[\\d+m', 'g');
const CONTROL = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/;

const withText = (run: Run, text: string): Run => ({
  ...run,
  diagnosis: {
    ...run.diagnosis,
    headline: text,
    reasons: [{ text, contribution: 1 }],
    abstained: { reason: text },
    fixes: [{ owner: 'model', text }],
    violations: [{ constraintId: text, position: 0, message: text, recoveredPosition: null }],
    outcomeReason: text,
    source: { uri: text, format: text, recordRef: text },
  },
});

describe('renderTerminal', () => {
  it.each(samples)('tells the sample "%s" as its golden file has it', async (name, run) => {
    await expect(renderTerminal(run)).toMatchFileSnapshot(`./__fixtures__/golden/${name}.txt`);
  });

  it.each([40, 60, 80, 132])('keeps within %i columns', (width) => {
    for (const run of runs) expect(widest(renderTerminal(run, { width }))).toBeLessThanOrEqual(width);
  });

  it('keeps within the width whatever the text is', () => {
    const run = SAMPLE_RUNS.failed();
    const text = fc.string({ unit: 'grapheme', maxLength: 300 });
    fc.assert(
      fc.property(text, fc.integer({ min: 40, max: 100 }), (anything, width) => {
        const told = renderTerminal(withText(run, anything), { width });
        expect(widest(told)).toBeLessThanOrEqual(width);
        expect(told).not.toMatch(CONTROL);
      }),
      { numRuns: 200 },
    );
  });

  it('lets no control sequence of a trace reach the terminal', () => {
    for (const run of runs) expect(renderTerminal(run)).not.toMatch(CONTROL);
    expect(renderSummary(runs)).not.toMatch(CONTROL);
  });

  it('adds colours, and nothing else, when asked', () => {
    for (const run of runs) {
      const colored = renderTerminal(run, { color: true });
      expect(colored).toMatch(SGR);
      expect(colored.replace(SGR, '')).not.toMatch(CONTROL);
      const bare = (text: string) => text.replace(SGR, '').replace(/ +$/gm, '');
      expect(bare(colored)).toBe(renderTerminal(run));
    }
  });

  it('calls a score a score, and a probability calibrated', () => {
    expect(renderTerminal(SAMPLE_RUNS.failed())).toContain('score 3.42');
    expect(renderTerminal(SAMPLE_RUNS.long())).toContain('0.81 calibrated');
    for (const run of runs) expect(renderTerminal(run)).not.toMatch(/\d%/);
  });

  it('ends the traceback at the guilty step', () => {
    const told = renderTerminal(SAMPLE_RUNS.failed());
    const places = [...told.matchAll(/^ {2}(?: {2}|> )step (\d+),/gm)].map((match) => match[0].trim());
    expect(places).toEqual(['step 9,', '> step 10,']);
  });

  it('shows the number that the source gives a step', () => {
    const run = SAMPLE_RUNS.failed();
    const steps = run.trajectory.steps.map((step) => ({ ...step, nativeIndex: step.position + 100 }));
    const critical = run.diagnosis.markers.critical;
    const markers = {
      ...run.diagnosis.markers,
      critical: critical === null ? null : { ...critical, nativeIndex: 109 },
    };
    const told = renderTerminal({
      ...run,
      trajectory: { ...run.trajectory, steps },
      diagnosis: { ...run.diagnosis, markers },
    });
    expect(told).toContain('> step 109, assistant');
    expect(told).toContain('step 109 -> 119');
  });
});

describe('renderSummary', () => {
  it('lists the samples as the golden file has it', async () => {
    await expect(renderSummary(runs)).toMatchFileSnapshot('./__fixtures__/golden/summary.txt');
  });

  it.each([60, 80, 120])('keeps within %i columns', (width) => {
    expect(widest(renderSummary(runs, { width }))).toBeLessThanOrEqual(width);
  });

  it('tells of no run at all', () => {
    expect(renderSummary([])).toContain('0 runs');
  });
});
