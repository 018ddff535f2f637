/** Nanoseconds since 1970. The times of spans are that fine, and their order rests on it. */
export type Nanoseconds = bigint;

const MILLION = 1_000_000n;

/**
 * A time as trace exporters write it: Unix nanoseconds (as text or number), microseconds, milliseconds or seconds (told
 * apart by size), `[seconds, nanoseconds]`, or ISO 8601. Null where it is none of these.
 */
export function readTime(raw: unknown): Nanoseconds | null {
  if (typeof raw === 'number') return fromNumber(raw);
  if (Array.isArray(raw)) {
    const [seconds, nanoseconds = 0] = raw;
    if (!isWhole(seconds) || !isWhole(nanoseconds)) return null;
    return BigInt(seconds) * 1_000_000_000n + BigInt(nanoseconds);
  }
  if (typeof raw !== 'string') return null;
  const text = raw.trim();
  if (/^\d{1,22}$/.test(text)) {
    return text.length >= 18 ? BigInt(text) : fromNumber(Number(text));
  }
  return fromIso(text);
}

const isWhole = (value: unknown): value is number => typeof value === 'number' && Number.isSafeInteger(value);

function fromNumber(value: number): Nanoseconds | null {
  if (!Number.isFinite(value) || value <= 0) return null;
  if (value >= 1e17) return BigInt(Math.trunc(value));
  if (value >= 1e14) return BigInt(Math.trunc(value)) * 1_000n;
  if (value >= 1e11) return BigInt(Math.round(value * 1_000)) * 1_000n;
  return BigInt(Math.round(value * 1_000_000)) * 1_000n;
}

function fromIso(text: string): Nanoseconds | null {
  if (!/^\d{4}-\d{2}-\d{2}[T ]\d{2}:/.test(text) || text.length > 40) return null;
  // A time without a zone is taken as UTC, as exporters mean it; the engine would take it as local.
  const zoned = /(?:[zZ]|[+-]\d{2}:?\d{2})$/.test(text) ? text : `${text}Z`;
  const milliseconds = Date.parse(zoned.replace(' ', 'T'));
  if (Number.isNaN(milliseconds)) return null;
  const fraction = /\.(\d{1,9})/.exec(text)?.[1] ?? '';
  return BigInt(milliseconds) * MILLION + BigInt(fraction.padEnd(9, '0').slice(3));
}

/** A length of time: ISO 8601 (`PT1M24.6S`) or a number of microseconds; null where it is neither. */
export function readDuration(raw: unknown): Nanoseconds | null {
  if (typeof raw === 'number' && Number.isFinite(raw) && raw >= 0) return BigInt(Math.trunc(raw)) * 1_000n;
  if (typeof raw !== 'string') return null;
  const match = /^PT(?:(\d{1,6})H)?(?:(\d{1,6})M)?(?:(\d{1,6}(?:\.\d{1,9})?)S)?$/.exec(raw);
  if (match === null) return null;
  const seconds = Number(match[1] ?? 0) * 3_600 + Number(match[2] ?? 0) * 60 + Number(match[3] ?? 0);
  return BigInt(Math.round(seconds * 1_000_000)) * 1_000n;
}

/** ISO 8601 in UTC, to the millisecond; null where there is no time, or none that a calendar holds. */
export function isoTime(time: Nanoseconds | null): string | null {
  if (time === null) return null;
  const milliseconds = Number(time / MILLION);
  return Math.abs(milliseconds) > 8.64e15 ? null : new Date(milliseconds).toISOString();
}
