import type { Diagnosis } from '../../contracts/diagnosis.ts';
import { givenWords } from './format-given.ts';
import { countOf, formatCount, formatDuration, formatScore, formatUsd } from './format-number.ts';

/** How sure the diagnosis is: a probability only where it was calibrated, else the score by its own name. */
export function formatSureness({ probability, score, abstained }: Diagnosis): string | null {
  if (abstained !== null) return null;
  if (probability !== null) return `${probability.toFixed(2)} calibrated`;
  return score === null ? null : `score ${formatScore(score)}`;
}

/** "3 of 3 quotes verified"; null where nothing is quoted. */
export function formatQuotes({ evidence }: Diagnosis): string | null {
  if (evidence.length === 0) return null;
  const verified = evidence.filter((quoted) => quoted.verified).length;
  return `${verified} of ${countOf(evidence.length, 'quote')} verified`;
}

/** "32 of 32 records read": what of the source became events with a meaning. */
export const formatRead = ({ coverage }: Diagnosis): string =>
  `${formatCount(coverage.recordsMapped)} of ${countOf(coverage.recordsRead, 'record')} read`;

/** "18 ms, $0", "3 model calls, 4.1 s, $0.01". */
export function formatCost({ cost }: Diagnosis): string {
  const parts: string[] = [];
  if (cost.modelCalls > 0) parts.push(countOf(cost.modelCalls, 'model call'));
  if (cost.durationMs !== null) parts.push(formatDuration(cost.durationMs));
  parts.push(formatUsd(cost.usd));
  return parts.join(', ');
}

/** Constraints of packs apart from the rules, so that none of them running is not lost among rules that did. */
function formatGiven(given: Diagnosis['checks']['given'] | null): string {
  if (given == null) return '';
  return `; of yours ${givenWords(given).text}`;
}

/** "18 of 24 checks applied: 2 violations, 3 undecided, 1 crashed". */
export function formatChecks({ checks }: Diagnosis): string {
  const parts = [checks.violated === 0 ? 'no violation' : countOf(checks.violated, 'violation')];
  if (checks.undecided > 0) parts.push(`${formatCount(checks.undecided)} undecided`);
  if (checks.errors > 0) parts.push(`${formatCount(checks.errors)} crashed`);
  const used = countOf(checks.constraints, 'check');
  const of = checks.applied === undefined ? used : `${formatCount(checks.applied)} of ${used} applied`;
  return `${of}: ${parts.join(', ')}${formatGiven(checks.given ?? null)}`;
}
