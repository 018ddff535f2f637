import { describe, expect, it } from 'vitest';
import { likeness, sketchOf } from './text-sketch.ts';

const words = (count: number, from = 0): string[] => Array.from({ length: count }, (_, n) => `word${from + n}`);

describe('likeness', () => {
  it('is 1 for the same words, in any case, order and spacing', () => {
    expect(likeness(sketchOf('The lamp, the desk'), sketchOf('desk THE\n\nlamp'))).toBe(1);
    expect(likeness(sketchOf(''), sketchOf('  …'.replace('…', '-')))).toBe(1);
  });

  it('is near the share of common words', () => {
    for (const common of [0, 100, 200, 300]) {
      const a = sketchOf(words(300).join(' '));
      const b = sketchOf(words(300, 300 - common).join(' '));
      expect(Math.abs(likeness(a, b) - common / (600 - common))).toBeLessThan(0.2);
    }
  });

  it('is 0 between words and none', () => {
    expect(likeness(sketchOf('lamp desk chair'), sketchOf(''))).toBe(0);
  });
});

it('tells numbers apart, or takes them all for one', () => {
  const [a, b] = ['took 17 ms at 10:42', 'took 8 ms at 9:05'];
  expect(likeness(sketchOf(a), sketchOf(b))).toBeLessThan(1);
  expect(likeness(sketchOf(a, 4_000, true), sketchOf(b, 4_000, true))).toBe(1);
});
