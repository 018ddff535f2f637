import { describe, expect, it } from 'vitest';
import type { Step } from '../contracts/trajectory.ts';
import { locateQuote } from './locate-quote.ts';

const stepSaying = (text: string): Step =>
  ({
    id: 's',
    position: 0,
    events: [{ id: 'e', kind: 'message', text, to: null, rawRef: null }],
  }) as unknown as Step;

describe('locateQuote', () => {
  it.each([
    ['word for word', 'There are 11 shirts.', '11 shirts', '11 shirts'],
    ['escapes left out', '{"note":"a\\nb"}', 'a\nb', 'a\\nb'],
    ['escapes put in', 'a\nb "c"', 'a\\nb \\"c\\"', 'a\nb "c"'],
    ['other white space', 'There are\n  11 shirts.', 'There are 11 shirts.', 'There are\n  11 shirts.'],
    ['ellipses around', 'There are 11 shirts in store.', '… 11 shirts ...', '11 shirts'],
  ])('finds a quote with %s', (_, text, words, found) => {
    const evidence = locateQuote(stepSaying(text), words, '');
    expect(evidence?.quote).toBe(found);
    expect(text.slice(evidence?.start, evidence?.end)).toBe(found);
  });

  it.each(['', '   ', '…', '12 shirts', 'there are 11 shirts', 'x'.repeat(10_000)])('does not find %j', (words) => {
    expect(locateQuote(stepSaying('There are 11 shirts.'), words, '')).toBeNull();
  });
});
