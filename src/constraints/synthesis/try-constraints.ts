import type { JsonValue } from '../../base/json.ts';
import { visibleText } from '../../base/text.ts';
import type { Constraint } from '../../contracts/constraint.ts';
import type { Trajectory } from '../../contracts/trajectory.ts';
import type { CheckOutcome } from '../../contracts/validation-log.ts';
import { indexTrajectory, type TrajectoryIndex } from '../../trajectory/index-trajectory.ts';
import { type CheckConstraintsInput, checkConstraints } from '../checking/check-constraints.ts';

/** What is needed to try what a model wrote. */
export interface TrialTools {
  readonly sandbox: CheckConstraintsInput['sandbox'];
  /** Reads an example as a trace; null or none where it cannot be read. Left out = examples are kept untried. */
  readonly readTrace?: (trace: JsonValue) => readonly Trajectory[];
  readonly signal?: AbortSignal;
}

export interface Trial {
  /** What keeps the constraint from being used, in words for the model. */
  readonly problems: readonly string[];
  readonly neverTriggered: boolean;
  /** Why it looks like a false alarm; null where it does not. */
  readonly doubt: string | null;
}

/** As many places a check must be violated at, all there are, to be called doubtful. */
const ALWAYS = 5;

/**
 * Tries constraints with ids of their own: whether each program is one, does on its examples what they say, and ends
 * without an error on the run it was written for. Rubrics are not judged here; their guards are asked all the same.
 * @param index null where it was written for no run, or for steps that must not be looked at
 */
export async function tryConstraints(
  constraints: readonly Constraint[],
  index: TrajectoryIndex | null,
  tools: TrialTools,
): Promise<ReadonlyMap<string, Trial>> {
  const problems = new Map<string, string[]>(constraints.map(({ id }) => [id, []]));
  const add = (id: string, problem: string): void => {
    problems.get(id)?.push(visibleText(problem).slice(0, 400));
  };
  for (const { constraintId, status, message } of await outcomesOn(EMPTY_RUN, constraints.map(unguarded), tools)) {
    if (status === 'error' && message.startsWith('compile:')) add(constraintId, message);
  }
  const programs = constraints.filter(({ id, check }) => check.language !== 'rubric' && problems.get(id)?.length === 0);
  for (const constraint of programs) {
    for (const problem of await exampleProblems(constraint, tools)) add(constraint.id, problem);
  }
  const onRun = index === null ? [] : await outcomesOn(index, constraints, tools);
  const byId = new Map<string, CheckOutcome[]>(constraints.map(({ id }) => [id, []]));
  for (const outcome of onRun) byId.get(outcome.constraintId)?.push(outcome);
  return new Map(
    constraints.map(({ id }) => {
      const own = byId.get(id) ?? [];
      const broken = own.find(({ status }) => status === 'error');
      if (broken !== undefined && problems.get(id)?.length === 0) add(id, `on this run: ${broken.message}`);
      return [
        id,
        {
          problems: problems.get(id) ?? [],
          neverTriggered: own.length > 0 && own.every(({ status }) => status === 'not-applicable'),
          doubt: doubtOf(own),
        },
      ];
    }),
  );
}

/** One step that holds nothing: enough to see whether a program is one. */
const EMPTY_RUN = indexTrajectory({
  kind: 'trajectory',
  schemaVersion: 1,
  id: 'empty',
  source: { uri: null, format: 'none', recordRef: '' },
  instruction: null,
  policy: null,
  outcome: { status: 'unknown', reward: null, reason: '' },
  agents: [],
  tools: [],
  steps: [
    {
      id: 'step',
      position: 0,
      nativeIndex: null,
      rawRef: '',
      role: 'agent',
      agent: 'agent',
      parentId: null,
      events: [],
      startedAt: null,
      endedAt: null,
      model: null,
      usage: null,
    },
  ],
  startedAt: null,
  endedAt: null,
  usage: null,
  metadata: {},
  coverage: {
    recordsRead: 0,
    recordsMapped: 0,
    recordsOther: 0,
    elided: [],
    redacted: 0,
    assumed: [],
    warnings: [],
    complete: true,
  },
  gold: null,
});

const unguarded = (constraint: Constraint): Constraint => ({ ...constraint, guard: null });

async function outcomesOn(
  index: TrajectoryIndex,
  constraints: readonly Constraint[],
  { sandbox, signal }: TrialTools,
): Promise<readonly CheckOutcome[]> {
  if (constraints.length === 0) return [];
  return (await checkConstraints({ index, constraints, sandbox, ...(signal === undefined ? {} : { signal }) }))
    .outcomes;
}

async function exampleProblems(constraint: Constraint, tools: TrialTools): Promise<readonly string[]> {
  const found: string[] = [];
  const { readTrace } = tools;
  if (readTrace === undefined) return found;
  for (const [at, { holds, trace }] of (constraint.examples ?? []).entries()) {
    const name = `example ${at + 1}, where it should ${holds ? 'hold' : 'be violated'}`;
    const runs = readTrace(trace);
    if (runs.length === 0) found.push(`${name}: cannot be read as a run`);
    for (const run of runs) {
      const outcomes = await outcomesOn(indexTrajectory(run), [constraint], tools);
      const problem = wrongOn(holds, outcomes);
      if (problem !== null) found.push(`${name}: ${problem}`);
    }
  }
  return found;
}

function wrongOn(holds: boolean, outcomes: readonly CheckOutcome[]): string | null {
  const of = (status: CheckOutcome['status']) => outcomes.find((outcome) => outcome.status === status);
  const failed = of('error');
  if (failed !== undefined) return failed.message;
  const violated = of('violated');
  if (violated !== undefined) return holds ? `is violated: ${violated.message}` : null;
  const unclear = of('undecided');
  if (unclear !== undefined) return `could not tell: ${unclear.message}`;
  if (of('satisfied') === undefined) return 'never triggered: the guard lets no step through';
  return holds ? null : 'holds';
}

function doubtOf(outcomes: readonly CheckOutcome[]): string | null {
  const violated = outcomes.filter(({ status }) => status === 'violated').length;
  const others = outcomes.some(
    ({ status, checked }) => status !== 'violated' && status !== 'not-applicable' && checked > 0,
  );
  return violated >= ALWAYS && !others ? `is violated at every one of the ${violated} places it applies to` : null;
}
