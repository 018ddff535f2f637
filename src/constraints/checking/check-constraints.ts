import type { JsonValue } from '../../base/json.ts';
import type { Constraint } from '../../contracts/constraint.ts';
import type { ModelClient } from '../../contracts/model.ts';
import type { CheckSource, Sandbox, SandboxLanguage } from '../../contracts/sandbox.ts';
import type { Trajectory } from '../../contracts/trajectory.ts';
import type { CheckOutcome } from '../../contracts/validation-log.ts';
import type { TrajectoryIndex } from '../../trajectory/index-trajectory.ts';
import { agentrxIr, agentrxStepFacts } from '../agentrx/ir-view.ts';
import { compileGuard, type GuardMatches, matchGuards } from '../guards/guard-index.ts';
import { type StepFacts, stepFacts } from '../guards/step-facts.ts';
import { checkRubrics } from '../semantic/check-rubrics.ts';
import type { RubricPlaces } from '../semantic/plan-rubric-calls.ts';
import { checkBuiltin } from './check-builtin.ts';
import { checkToolSchema } from './check-tool-schema.ts';
import { unplaced } from './outcome.ts';
import { outcomeOf } from './verdict-outcome.ts';

/** Source that stands before the checks of a pack, by language. */
export type Libraries = ReadonlyMap<string, { readonly javascript: string | null; readonly python: string | null }>;

export interface CheckConstraintsInput {
  readonly index: TrajectoryIndex;
  readonly constraints: readonly Constraint[];
  /** Libraries by the name of their pack. */
  readonly libraries?: Libraries;
  /** Gives the sandbox of a language, the same one each time; it is not closed here. */
  readonly sandbox: (language: SandboxLanguage) => Promise<Sandbox>;
  /** Judges rubrics; without one they are undecided. */
  readonly client?: ModelClient;
  readonly signal?: AbortSignal;
}

/** What constraints other than rules say of a trajectory, to be put into its validation log. */
export interface ConstraintFindings {
  readonly constraints: readonly Constraint[];
  /** Violations in step order, then the rest, one for each constraint and status. */
  readonly outcomes: readonly CheckOutcome[];
}

type View = NonNullable<Constraint['view']>;

interface ViewData {
  readonly facts: (trajectory: Trajectory) => readonly StepFacts[];
  readonly data: (trajectory: Trajectory) => JsonValue;
}

/** Shapes in which a constraint can see a trajectory. */
const VIEWS: Readonly<Record<View, ViewData>> = {
  culprit: { facts: stepFacts, data: ({ gold: _, ...rest }) => rest as unknown as JsonValue },
  'agentrx-ir': { facts: agentrxStepFacts, data: agentrxIr },
};

const viewOf = (constraint: Constraint): View => constraint.view ?? 'culprit';

/**
 * Holds a trajectory against constraints: guards in one pass over the steps, then the checks of each language together,
 * languages side by side, and rubrics beside them where there is a model. A guard or check that fails becomes an outcome `error`; the others go on.
 */
export async function checkConstraints(input: CheckConstraintsInput): Promise<ConstraintFindings> {
  const { index, constraints, client, signal } = input;
  const pruned = constraints.filter(isPruned);
  const outcomes = pruned.map((one) => unplaced(one, 'not-applicable', prunedWords(one), 0));
  const programs: Program[] = [];
  const rubrics: RubricPlaces[] = [];
  const live = constraints.filter((one) => !isPruned(one));
  for (const [constraint, matches] of guarded(index.trajectory, live, outcomes)) {
    const { check } = constraint;
    if (check.language === 'javascript' || check.language === 'python') {
      programs.push({ constraint, check, positions: placesOf(constraint, matches) });
    } else if (check.language === 'json-schema') {
      outcomes.push(...checkToolSchema(constraint, check, index, new Set(matches.positions)));
    } else if (check.language === 'builtin') {
      outcomes.push(...checkBuiltin(constraint, check.ref, index, constraints));
    } else if (client !== undefined) {
      rubrics.push({ constraint, criteria: check.criteria, positions: placesOf(constraint, matches) });
    } else if (matches.positions.length > 0) {
      outcomes.push(unplaced(constraint, 'undecided', 'needs a model to be judged', matches.positions.length));
    }
    if (matches.undecided.length > 0) {
      const why = 'the text of the step is too long for its guard';
      outcomes.push(unplaced(constraint, 'undecided', why, matches.undecided.length));
    }
  }
  const groups = (['javascript', 'python'] as const).flatMap((language) =>
    (['culprit', 'agentrx-ir'] as const).map((view) => ({
      language,
      view,
      programs: programs.filter(
        ({ constraint, check, positions }) =>
          check.language === language && viewOf(constraint) === view && positions.length > 0,
      ),
    })),
  );
  const byLanguage = (['javascript', 'python'] as const).map(async (language) => {
    const found: CheckOutcome[] = [];
    for (const group of groups) {
      if (group.language === language && group.programs.length > 0) found.push(...(await runPrograms(group, input)));
    }
    return found;
  });
  const judged =
    client === undefined || rubrics.every(({ positions }) => positions.length === 0)
      ? []
      : [
          checkRubrics({
            trajectory: index.trajectory,
            places: rubrics,
            client,
            ...(signal === undefined ? {} : { signal }),
          }),
        ];
  for (const found of await Promise.all([...byLanguage, ...judged])) outcomes.push(...found);
  signal?.throwIfAborted();
  return { constraints, outcomes: summarised(constraints, outcomes) };
}

/**
 * Whether calibration took a constraint out: it stays in its pack and in the log, and is not run, so that it moves no
 * verdict by any way. Calibrating anew runs it again.
 */
export const isPruned = ({ calibration }: Constraint): boolean => calibration?.weight === 0;

/** The places that a constraint is checked at: each step its guard lets pass, or the whole run, as null. */
const placesOf = ({ appliesTo }: Constraint, { positions }: GuardMatches): readonly (number | null)[] =>
  appliesTo === 'step' ? positions : positions.length > 0 ? [null] : [];

/** No run stands behind a weight that was given on review. */
const prunedWords = ({ calibration }: Constraint): string =>
  calibration?.passing.runs === 0 && calibration.failing === null
    ? 'taken out on review: not run'
    : 'pruned by its calibration: not run';

interface Program {
  readonly constraint: Constraint;
  readonly check: Extract<Constraint['check'], { language: SandboxLanguage }>;
  readonly positions: readonly (number | null)[];
}

/** The constraints with the steps that their guards let pass; what is wrong with a guard goes to `outcomes`. */
function* guarded(
  trajectory: Trajectory,
  constraints: readonly Constraint[],
  outcomes: CheckOutcome[],
): Generator<readonly [Constraint, GuardMatches]> {
  for (const view of Object.keys(VIEWS) as View[]) {
    const guards = new Map();
    for (const constraint of constraints) {
      if (viewOf(constraint) !== view) continue;
      const compiled = compileGuard(constraint.guard);
      if (compiled.ok) guards.set(constraint, compiled.value);
      else outcomes.push(unplaced(constraint, 'error', compiled.error, 1));
    }
    if (guards.size > 0) yield* matchGuards(guards, VIEWS[view].facts(trajectory));
  }
}

async function runPrograms(
  group: { readonly language: SandboxLanguage; readonly view: View; readonly programs: readonly Program[] },
  { index, libraries = new Map(), sandbox, signal }: CheckConstraintsInput,
): Promise<readonly CheckOutcome[]> {
  const { trajectory } = index;
  const runner = await sandbox(group.language);
  runner.define(group.programs.map((program) => sourceOf(program, libraries)));
  runner.load(VIEWS[group.view].data(trajectory));
  const calls = group.programs.flatMap((program) =>
    program.positions.map((position) => ({ program, checkId: program.constraint.id, position })),
  );
  const results = await runner.run(calls, signal === undefined ? {} : { signal });
  return calls.map(({ program, position }, at): CheckOutcome => {
    const result = results[at];
    if (result === undefined) return unplaced(program.constraint, 'error', 'the sandbox gave no result', 1);
    return outcomeOf(program.constraint, position, result, trajectory, librarySize(program, libraries));
  });
}

function sourceOf({ constraint, check }: Program, libraries: Libraries): CheckSource {
  const library = check.library == null ? null : (libraries.get(check.library)?.[check.language] ?? null);
  return {
    id: constraint.id,
    source: library === null ? check.source : `${library}\n${check.source}`,
    functionName: check.functionName ?? null,
  };
}

/** Lines that stand before the constraint's own, so that an error names its line. */
function librarySize({ check }: Program, libraries: Libraries): number {
  const library = check.library == null ? null : (libraries.get(check.library)?.[check.language] ?? null);
  return library === null ? 0 : library.split('\n').length;
}

/** Violations as they are; of the rest one for each constraint, status and message, with how many places it speaks for. */
function summarised(constraints: readonly Constraint[], outcomes: readonly CheckOutcome[]): readonly CheckOutcome[] {
  const violated = outcomes.filter(({ status }) => status === 'violated');
  const rest = new Map<string, CheckOutcome>();
  const seen = new Set<string>();
  for (const outcome of outcomes) {
    seen.add(outcome.constraintId);
    if (outcome.status === 'violated') continue;
    const key = JSON.stringify([outcome.constraintId, outcome.status, outcome.message]);
    const known = rest.get(key);
    rest.set(key, known === undefined ? outcome : { ...known, checked: known.checked + outcome.checked });
  }
  for (const constraint of constraints) {
    if (!seen.has(constraint.id)) rest.set(constraint.id, unplaced(constraint, 'not-applicable', 'never triggered', 0));
  }
  violated.sort((a, b) => (a.position ?? 0) - (b.position ?? 0));
  return [...violated, ...rest.values()];
}
