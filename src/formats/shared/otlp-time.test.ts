import { describe, expect, it } from 'vitest';
import { isoTime, readDuration, readTime } from './otlp-time.ts';

describe('readTime', () => {
  it.each<[unknown, string | null]>([
    ['1746026930686364000', '2025-04-30T15:28:50.686Z'],
    [1_777_555_053_780_274_700, '2026-04-30T13:17:33.780Z'],
    [1_771_237_534_577_907, '2026-02-16T10:25:34.577Z'],
    [1_772_830_700_681, '2026-03-06T20:58:20.681Z'],
    [1_772_830_700.5, '2026-03-06T20:58:20.500Z'],
    [[1_770_131_992, 242_000_000], '2026-02-03T15:19:52.242Z'],
    ['2025-03-19T16:37:55.005053Z', '2025-03-19T16:37:55.005Z'],
    ['2025-03-19T16:39:19.640212', '2025-03-19T16:39:19.640Z'],
    ['2025-03-19 18:39:19+02:00', '2025-03-19T16:39:19.000Z'],
    ['yesterday', null],
    ['', null],
    [-5, null],
    [Number.NaN, null],
    [[1, 'x'], null],
    [null, null],
  ])('%j is %s', (raw, expected) => expect(isoTime(readTime(raw))).toBe(expected));

  it('keeps nanoseconds and microseconds apart, so that order holds', () => {
    expect(readTime('1746026930686364001')).toBe(1746026930686364001n);
    expect((readTime('2025-03-19T16:37:55.000002Z') ?? 0n) - (readTime('2025-03-19T16:37:55.000001Z') ?? 0n)).toBe(
      1_000n,
    );
  });

  it('gives no time where no calendar holds it', () => expect(isoTime(10n ** 30n)).toBe(null));
});

describe('readDuration', () => {
  it.each<[unknown, bigint | null]>([
    ['PT1M24.5S', 84_500_000_000n],
    ['PT2H', 7_200_000_000_000n],
    [5510, 5_510_000n],
    ['5 s', null],
    [null, null],
  ])('%j is %s ns', (raw, expected) => expect(readDuration(raw)).toBe(expected));
});
