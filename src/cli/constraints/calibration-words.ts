import type { Calibration } from '../../contracts/constraint.ts';

/** What calibration found, in a few words. */
export function calibrationWords(calibration: Calibration | null): string {
  if (calibration === null) return 'not calibrated';
  const { passing, failing, weight } = calibration;
  const rates = [`fired in ${passing.fired} of ${passing.runs} passing`];
  if (failing !== null) rates.push(`${failing.fired} of ${failing.runs} failed runs`);
  else rates[0] += ' runs';
  return `${rates.join(', ')}, ${weight === 0 ? 'pruned' : `weight ${weight}`}`;
}
