import { describe, expect, it } from 'vitest';
import { baseRun } from '../../../test/base-run.ts';
import { opinion } from '../../../test/opinion.ts';
import { readingInput } from '../../../test/reading-input.ts';
import { scriptedClient } from '../../../test/scripted-client.ts';
import { judgmentSchema } from '../../contracts/judgment.ts';
import type { Opinion } from '../../contracts/opinion.ts';
import { judgmentOf } from './to-judgment.ts';

const input = readingInput(
  baseRun(),
  scriptedClient(() => null),
);
const judge = (...opinions: Opinion[]) => judgmentOf({ ...input, opinions, judge: 'panel' });

describe('judgmentOf', () => {
  it('ranks steps by votes, says who said what, and keeps the opinions', () => {
    const opinions = [
      opinion({ critical: 8, decisive: 8, category: 'misinterpretation-of-tool-output', rationale: 'It miscounts.' }),
      opinion({ critical: 8, sampleIndex: 1, category: 'misinterpretation-of-tool-output' }),
      opinion({
        judge: 'llm-compare',
        critical: 2,
        category: 'invalid-invocation',
        alternatives: [{ position: 9, category: 'system-failure', why: 'It writes.' }],
      }),
    ];
    const judgment = judge(...opinions);
    expect(judgmentSchema.parse(judgment)).toEqual(judgment);
    expect(judgment.candidates.map(({ position, category, owner }) => [position, category, owner])).toEqual([
      [8, 'misinterpretation-of-tool-output', 'model'],
      [2, 'invalid-invocation', 'tool-schema'],
      [9, 'system-failure', 'environment'],
    ]);
    expect(judgment.candidates[0]?.reasons[0]?.text).toContain(
      'critical step to llm-all-at-once (test:scripted): It miscounts.',
    );
    expect(judgment.candidates.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 3);
    expect(judgment.opinions).toEqual(opinions);
    expect(judgment.notes).toContain('2 of 3 readings name the same step');
    expect(judgment.notes?.join()).toContain(
      'llm-all-at-once: 100 % of the pairs of its 2 readings name the same step',
    );
  });

  it.each([
    [[], 'no model was asked'],
    [
      [opinion({ failure: 'the call failed: down' }), opinion({ failure: 'not asked: spent' })],
      'down; not asked: spent',
    ],
    [[opinion()], '1 reading of the run named no step'],
    [[opinion(), opinion(), opinion({ critical: 3 })], '2 of 3 readings of the run named no step'],
  ])('abstains where nobody names a step, with the reason', (opinions, reason) => {
    const judgment = judge(...opinions);
    expect(judgmentSchema.parse(judgment)).toEqual(judgment);
    expect(judgment.abstained?.reason).toContain(reason);
    expect(judgment.candidates).toEqual([]);
    expect(Object.values(judgment.markers).every((marker) => marker === null)).toBe(true);
  });

  it('tells of calls that failed and of answers that could not be used', () => {
    const judgment = judge(
      opinion({ critical: 8, problems: ['no such step'] }),
      opinion({ failure: 'down', sampleIndex: 1 }),
    );
    expect(judgment.abstained).toBeNull();
    expect(judgment.notes).toEqual([
      '1 of 2 readings gave no answer',
      'llm-all-at-once (test:scripted): no such step',
      'llm-all-at-once (test:scripted, reading 2): down',
    ]);
  });

  it('keeps markers in order whatever the model says', () => {
    for (const { position: critical } of baseRun().steps) {
      for (const { position: firstMistake } of baseRun().steps) {
        const { markers } = judge(opinion({ critical, firstMistake, decisive: firstMistake }));
        expect(markers.critical?.position).toBe(critical);
        expect(markers.decisive?.position).toBe(firstMistake);
        expect(markers.firstAnomaly?.position).toBeLessThanOrEqual(critical);
        expect(markers.pointOfNoReturn?.position).toBeGreaterThanOrEqual(critical);
        expect(markers.symptom?.position).toBeGreaterThanOrEqual(critical);
        expect(markers.lastRecoverable?.position ?? -1).toBeLessThan(markers.pointOfNoReturn?.position ?? -1);
        if (firstMistake <= critical) expect(markers.firstAnomaly?.position).toBe(firstMistake);
      }
    }
  });
});
