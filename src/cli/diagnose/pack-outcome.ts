import type { Diagnosis } from '../../contracts/diagnosis.ts';
import type { Run } from '../../contracts/run.ts';
import { REPORTS } from '../../reports/index.ts';
import type { FileNames } from '../../reports/wording/format-source.ts';
import type { Outcome, ReadError } from './diagnose-input.ts';

/** What the printing side needs of each run; plain data, so that it can be sent to a worker. */
export interface PackOptions {
  /** Report that is written run by run; null where it is made of whole runs at the end. */
  readonly report: 'jsonl' | 'json' | 'terminal' | null;
  readonly keepRun: boolean;
  readonly width: number;
  readonly color: boolean;
  readonly fileNames: FileNames;
}

/** An outcome with what is printed of it: a run's trajectory is let go unless it is asked for. */
export interface PackedRun {
  readonly kind: 'run';
  readonly diagnosis: Diagnosis;
  /** The run as its report tells it, where the report is written run by run. */
  readonly text: string | null;
  readonly run: Run | null;
}

export type PackedOutcome =
  | PackedRun
  | { readonly kind: 'error'; readonly error: ReadError }
  | { readonly kind: 'passed-over'; readonly id: string };

export function packOutcome(
  outcome: Outcome,
  { report, keepRun, width, color, fileNames }: PackOptions,
): PackedOutcome {
  if (outcome.kind !== 'run') return outcome;
  const { run } = outcome;
  return {
    kind: 'run',
    diagnosis: keepRun ? run.diagnosis : withoutDetails(run.diagnosis),
    text: report === null ? null : REPORTS[report].render(run, { width, color, fileNames }),
    run: keepRun ? run : null,
  };
}

/**
 * What a summary and a threshold need of a diagnosis, copied: a cut string would keep the text alive that it was cut
 * from, and with many runs that is the whole file.
 */
export function withoutDetails(diagnosis: Diagnosis): Diagnosis {
  const lead = diagnosis.markers[diagnosis.target] ?? diagnosis.markers.critical;
  const slim: Diagnosis = {
    ...diagnosis,
    evidence: [],
    alternatives: [],
    causalPath: [],
    reasons: diagnosis.reasons.slice(0, 1),
    checks: slimChecks(diagnosis.checks),
    violations:
      lead === null
        ? diagnosis.violations
        : diagnosis.violations.filter((violation) => violation.position === lead.position).slice(0, 1),
  };
  return JSON.parse(JSON.stringify(slim));
}

/** Which constraints ran is counted over all runs; what they said is not. */
function slimChecks({ given, ...rules }: Diagnosis['checks']): Diagnosis['checks'] {
  if (given?.outcomes === undefined) return { ...rules, ...(given === undefined ? {} : { given }) };
  return { ...rules, given: { ...given, outcomes: given.outcomes.map((outcome) => ({ ...outcome, message: null })) } };
}
