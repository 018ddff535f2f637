import { excerpt, visibleText } from '../../base/text.ts';
import type { Trajectory } from '../../contracts/trajectory.ts';
import type { CheckOutcome } from '../../contracts/validation-log.ts';
import { stepNumber } from '../../trajectory/step-number.ts';

/** Where a constraint is violated. */
export interface ViolationPlace {
  readonly trajectoryId: string;
  /** The number of the step as people count it; null for a statement about the whole run. */
  readonly step: number | null;
  /** 0-based position of that step. */
  readonly position: number | null;
  readonly message: string;
  /** Words of the trace that show it. */
  readonly quotes: readonly string[];
}

/** What came of one constraint over every run of a trace: what a test asserts on. */
export interface ConstraintCheck {
  readonly constraintId: string;
  readonly description: string;
  /**
   * The worst of what was found anywhere: `violated`, then `error`, `undecided`, `satisfied`, and `not-applicable` where
   * nothing in the trace asked for it.
   */
  readonly status: CheckOutcome['status'];
  /** What was found, in one text that names the places. */
  readonly message: string;
  /** Violations that nothing later in the run made good. */
  readonly violations: readonly ViolationPlace[];
}

/** The outcomes of one run. */
export interface CheckedRun {
  readonly trajectory: Trajectory;
  readonly outcomes: readonly CheckOutcome[];
}

const WORST_FIRST = ['violated', 'error', 'undecided', 'satisfied', 'not-applicable'] as const;
/** Most places that a message names. */
const MAX_NAMED = 5;

/** Gathers what one constraint came to over the runs of a trace. A violation that was made good counts as satisfied. */
export function gatherCheck(
  { id, description }: { readonly id: string; readonly description: string },
  runs: readonly CheckedRun[],
): ConstraintCheck {
  const found = runs.flatMap(({ trajectory, outcomes }) =>
    outcomes.filter(({ constraintId }) => constraintId === id).map((outcome) => ({ trajectory, outcome })),
  );
  const statusOf = ({ status, recoveredPosition }: CheckOutcome) =>
    status === 'violated' && recoveredPosition !== null ? 'satisfied' : status;
  const statuses = new Set(found.map(({ outcome }) => statusOf(outcome)));
  const status = WORST_FIRST.find((one) => statuses.has(one)) ?? 'not-applicable';
  const violations = found
    .filter(({ outcome }) => statusOf(outcome) === 'violated')
    .map(({ trajectory, outcome }) => placeOf(trajectory, outcome));
  const said = new Set(
    found.filter(({ outcome }) => statusOf(outcome) === status).map(({ outcome }) => outcome.message),
  );
  const texts = status === 'violated' ? violations.map(describePlace) : [...said].map(visibleText);
  return {
    constraintId: id,
    description,
    status,
    message: `${id} ${WORDS[status]}${listed(texts, status)}`,
    violations,
  };
}

const WORDS = {
  violated: 'is violated',
  error: 'could not be checked',
  undecided: 'cannot be decided',
  satisfied: 'holds',
  'not-applicable': 'found nothing to check',
} as const satisfies Record<CheckOutcome['status'], string>;

function listed(texts: readonly string[], status: CheckOutcome['status']): string {
  if (status === 'satisfied' || status === 'not-applicable' || texts.length === 0) return '';
  const more = texts.length > MAX_NAMED ? [`and ${texts.length - MAX_NAMED} more`] : [];
  return `: ${[...texts.slice(0, MAX_NAMED), ...more].join('; ')}`;
}

function placeOf(trajectory: Trajectory, { position, message, evidence }: CheckOutcome): ViolationPlace {
  const step = position === null ? undefined : trajectory.steps[position];
  return {
    trajectoryId: trajectory.id,
    step: step === undefined ? null : stepNumber(step),
    position,
    message,
    quotes: evidence.map(({ quote }) => quote),
  };
}

/** A violation in one line that is safe to print. */
export function describePlace({ step, message, quotes }: ViolationPlace): string {
  const quote = quotes[0] === undefined ? '' : ` ("${excerpt(visibleText(quotes[0]), 120)}")`;
  return `${step === null ? '' : `step ${step}: `}${excerpt(visibleText(message), 300)}${quote}`;
}
