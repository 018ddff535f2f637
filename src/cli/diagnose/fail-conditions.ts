import type { FailCondition } from '../../config/fail-condition.ts';
import type { Diagnosis } from '../../contracts/diagnosis.ts';

/** Whether a diagnosis meets a condition of `--fail-on`. */
export function meets(diagnosis: Diagnosis, condition: FailCondition): boolean {
  if (condition === 'failed') return diagnosis.outcome === 'failed';
  if (condition === 'critical') return diagnosis.markers.critical !== null;
  if (condition === 'violation') return diagnosis.checks.violated > 0;
  if (condition === 'error') return diagnosis.checks.errors > 0;
  return condition === `category:${diagnosis.category}`;
}
