import { checkConstraints } from '../../constraints/checking/check-constraints.ts';
import { librariesOf } from '../../constraints/packs/read-pack.ts';
import type { Constraint } from '../../contracts/constraint.ts';
import type { CheckOutcome } from '../../contracts/validation-log.ts';
import { parseTrace } from '../../formats/read-trace.ts';
import { indexTrajectory } from '../../trajectory/index-trajectory.ts';
import type { FoundConstraint } from './find-constraint.ts';
import type { Sandboxes } from './sandboxes.ts';

/** What became of one example of a constraint. */
export interface ExampleResult {
  readonly constraintId: string;
  readonly note: string;
  readonly holds: boolean;
  /** `unjudged`: a rubric, which needs a model. */
  readonly status: 'as-said' | 'wrong' | 'unjudged';
  /** What was found there, in words. */
  readonly found: string;
}

/** Runs the examples of a constraint. */
export async function runExamples(
  { constraint, loaded }: FoundConstraint,
  sandboxes: Sandboxes,
): Promise<readonly ExampleResult[]> {
  const results: ExampleResult[] = [];
  const libraries = librariesOf([loaded.pack]);
  // A pruned constraint is not run elsewhere; its examples say what it checks all the same.
  const { calibration: _, ...uncalibrated } = constraint;
  for (const { note, holds, trace } of constraint.examples ?? []) {
    const about = { constraintId: constraint.id, note, holds };
    if (constraint.check.language === 'rubric') {
      results.push({ ...about, status: 'unjudged', found: 'needs a model to be judged' });
      continue;
    }
    const outcomes = await outcomesOn(uncalibrated, trace, libraries, sandboxes);
    results.push(
      typeof outcomes === 'string'
        ? { ...about, status: 'wrong', found: `its trace cannot be read: ${outcomes}` }
        : { ...about, ...judged(holds, outcomes) },
    );
  }
  return results;
}

async function outcomesOn(
  constraint: Constraint,
  trace: unknown,
  libraries: ReturnType<typeof librariesOf>,
  sandboxes: Sandboxes,
): Promise<readonly CheckOutcome[] | string> {
  const outcomes: CheckOutcome[] = [];
  const parsed = parseTrace(JSON.stringify(trace));
  if (parsed.length === 0) return 'no trajectory in it';
  for (const result of parsed) {
    if (!result.ok) return result.error.message;
    const index = indexTrajectory({ ...result.value, gold: null });
    const { outcomes: found } = await checkConstraints({
      index,
      constraints: [constraint],
      libraries,
      sandbox: (language) => sandboxes.get(language),
    });
    outcomes.push(...found);
  }
  return outcomes;
}

function judged(holds: boolean, outcomes: readonly CheckOutcome[]): Pick<ExampleResult, 'status' | 'found'> {
  const of = (status: CheckOutcome['status']) => outcomes.find((outcome) => outcome.status === status);
  const failed = of('error');
  if (failed !== undefined) return { status: 'wrong', found: `error: ${failed.message}` };
  const violated = of('violated');
  if (violated !== undefined) {
    const where = violated.position === null ? '' : ` at position ${violated.position}`;
    return { status: holds ? 'wrong' : 'as-said', found: `is violated${where}: ${violated.message}` };
  }
  const unclear = of('undecided');
  if (unclear !== undefined) return { status: 'wrong', found: `could not tell: ${unclear.message}` };
  // Nothing to check is no pass: the guard lets no step through.
  if (of('satisfied') === undefined)
    return { status: 'wrong', found: 'never triggered: its guard lets no step through' };
  return { status: holds ? 'as-said' : 'wrong', found: 'holds' };
}
