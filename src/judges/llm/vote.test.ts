import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { opinion } from '../../../test/opinion.ts';
import { tallyOpinions } from './tally.ts';
import { voteOf } from './vote.ts';

describe('voteOf', () => {
  it('takes the step that most name, and what its voters say of it', () => {
    const vote = voteOf([
      opinion({ critical: 4, category: 'system-failure', agent: 'a', confidence: 0.2, firstMistake: 2, decisive: 4 }),
      opinion({ critical: 4, category: 'system-failure', agent: 'a', confidence: 0.3, firstMistake: 2, decisive: 7 }),
      opinion({ critical: 7, category: 'invalid-invocation', agent: 'b', confidence: 1, firstMistake: 3, decisive: 7 }),
    ]);
    expect(vote).toMatchObject({ critical: 4, category: 'system-failure', agent: 'a', firstMistake: 2, decisive: 7 });
    expect(vote).toMatchObject({ answered: 3, asked: 3 });
    expect(vote.agreement).toBeCloseTo(2 / 3);
  });

  it('takes the surer of equals, then the earlier', () => {
    expect(
      voteOf([opinion({ critical: 4, confidence: 0.4 }), opinion({ critical: 7, confidence: 0.6 })]).critical,
    ).toBe(7);
    expect(
      voteOf([opinion({ critical: 7, confidence: 0.5 }), opinion({ critical: 4, confidence: 0.5 })]).critical,
    ).toBe(4);
    expect(voteOf([opinion({ critical: 7, decisive: 7 }), opinion({ critical: 4, decisive: 7 })]).critical).toBe(7);
  });

  it('never counts a call that failed', () => {
    const vote = voteOf([
      opinion({ critical: 4 }),
      opinion({ failure: 'down', critical: 7 }),
      opinion({ failure: 'down', critical: 7 }),
    ]);
    expect(vote).toMatchObject({ critical: 4, agreement: 1, answered: 1, asked: 3 });
    expect(voteOf([opinion({ failure: 'down' })])).toMatchObject({
      critical: null,
      agreement: null,
      answered: 0,
      asked: 1,
    });
    expect(voteOf([])).toMatchObject({ critical: null, agreement: null, answered: 0, asked: 0, stability: [] });
  });

  it('names no step where most name none', () => {
    const none = opinion();
    expect(voteOf([none, none, opinion({ critical: 4 })])).toMatchObject({ critical: null, category: null });
    expect(voteOf([none, none, opinion({ critical: 4 })]).agreement).toBeCloseTo(2 / 3);
    expect(voteOf([none, opinion({ critical: 4 })]).critical).toBe(4);
    expect(voteOf([opinion({ alternatives: [{ position: 3, category: null, why: '' }] })]).critical).toBeNull();
  });

  it('says how alike the readings of one judge are', () => {
    const { stability } = voteOf([
      ...[4, 4, 7, null].map((critical, sampleIndex) => opinion({ critical, sampleIndex })),
      opinion({ failure: 'down', sampleIndex: 4 }),
      opinion({ judge: 'llm-compare', critical: 4 }),
    ]);
    expect(stability).toEqual([
      { judge: 'llm-all-at-once', modelId: 'test:scripted', asked: 5, answered: 4, sameStep: 0.5, samePairs: 1 / 6 },
      { judge: 'llm-compare', modelId: 'test:scripted', asked: 1, answered: 1, sameStep: 1, samePairs: null },
    ]);
  });

  it('never lets anything outweigh a vote, and does not depend on the order', () => {
    const step = fc.option(fc.integer({ min: 0, max: 5 }), { nil: null });
    const any = fc
      .record({
        critical: step,
        decisive: step,
        firstMistake: step,
        confidence: fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { nil: null }),
        failure: fc.constantFrom(null, null, null, 'down'),
        alternatives: fc.uniqueArray(
          fc.record({ position: fc.integer({ min: 0, max: 5 }), category: fc.constant(null), why: fc.constant('') }),
          { maxLength: 5, selector: ({ position }) => position },
        ),
      })
      .map(opinion);
    fc.assert(
      fc.property(fc.array(any, { maxLength: 9 }), (opinions) => {
        const tallies = tallyOpinions(opinions);
        tallies.forEach(({ votes }, at) => {
          expect(votes).toBeLessThanOrEqual(tallies[at - 1]?.votes ?? votes);
        });
        const vote = voteOf(opinions);
        const back = voteOf([...opinions].reverse());
        expect([back.critical, back.agreement, back.answered]).toEqual([vote.critical, vote.agreement, vote.answered]);
      }),
      { numRuns: 1_000, seed: 7 },
    );
  });
});
