/** "12,340": a count for people. */
export const formatCount = (count: number): string => Math.round(count).toLocaleString('en-US');

/** "1 step", "12,340 steps". */
export const countOf = (count: number, singular: string, plural = `${singular}s`): string =>
  `${formatCount(count)} ${count === 1 ? singular : plural}`;

/** A score or what adds to one: two decimals, signed where asked. */
export const formatScore = (score: number, signed = false): string =>
  `${signed && score >= 0 ? '+' : ''}${score.toFixed(2)}`;

export function formatDuration(durationMs: number): string {
  if (durationMs < 1) return 'under 1 ms';
  if (durationMs < 1_000) return `${Math.round(durationMs)} ms`;
  return durationMs < 60_000 ? `${(durationMs / 1_000).toFixed(1)} s` : `${(durationMs / 60_000).toFixed(1)} min`;
}

export function formatUsd(usd: number | null): string {
  if (usd === null) return 'cost unknown';
  if (usd === 0) return '$0';
  return usd < 0.01 ? `$${usd.toPrecision(2)}` : `$${usd.toFixed(2)}`;
}
