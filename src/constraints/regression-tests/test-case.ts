import { excerpt, visibleText } from '../../base/text.ts';
import type { Constraint } from '../../contracts/constraint.ts';
import type { ConstraintPack } from '../../contracts/constraint-pack.ts';
import type { Run } from '../../contracts/run.ts';
import { describePlace, gatherCheck } from './constraint-check.ts';

/** A pack, and where the tests find it. */
export interface TestedPack {
  readonly pack: ConstraintPack;
  /** Its file as seen from the folder of the tests, with `/`; null = it is written beside the tests. */
  readonly path: string | null;
}

/** One constraint that has to hold from now on. */
export interface TestedConstraint {
  readonly id: string;
  readonly description: string;
  /** What it said of the run that failed, in one line. */
  readonly said: string;
  readonly isRule: boolean;
}

/** One run that failed, as a test that a new run of the same task has to pass. */
export interface TestCase {
  /** Letters, digits and dashes: part of names of files. */
  readonly name: string;
  /** The run and its task in one line. */
  readonly title: string;
  /** The task as the agent was given it; null where the trace does not say. */
  readonly task: string | null;
  readonly constraints: readonly TestedConstraint[];
  /** Paths of the packs that its constraints come from. */
  readonly packs: readonly string[];
}

export interface LeftOut {
  readonly trajectoryId: string;
  /** Null where the whole run has nothing to test. */
  readonly constraintId: string | null;
  readonly why: string;
}

export interface TestCases {
  readonly cases: readonly TestCase[];
  readonly leftOut: readonly LeftOut[];
}

/**
 * What to test after each run: the constraints of packs that it violates and nothing made good, and the rules that it
 * violates at the step that broke it. A constraint that was made for one run alone says nothing of another.
 */
export function testCasesOf(runs: readonly Run[], packs: readonly TestedPack[]): TestCases {
  const cases: TestCase[] = [];
  const leftOut: LeftOut[] = [];
  const names = new Set<string>();
  for (const run of runs) {
    const { trajectory, validationLog, diagnosis } = run;
    const checked = [{ trajectory, outcomes: validationLog.outcomes }];
    const critical = diagnosis.markers.critical?.position ?? null;
    const constraints: TestedConstraint[] = [];
    const used = new Set<TestedPack>();
    for (const constraint of validationLog.constraints) {
      const check = gatherCheck(constraint, checked);
      const [first] = check.violations;
      if (first === undefined) continue;
      const isRule = constraint.check.language === 'builtin';
      const from = packs.find(({ pack }) => pack.constraints.some(({ id }) => id === constraint.id));
      const why = reasonAgainst(constraint, { isRule, isKnown: from !== undefined });
      if (why !== null) leftOut.push({ trajectoryId: trajectory.id, constraintId: constraint.id, why });
      else if (isRule && !check.violations.some(({ position }) => position !== null && position === critical)) continue;
      else {
        if (from !== undefined) used.add(from);
        constraints.push({
          id: constraint.id,
          description: oneLine(constraint.description, 200),
          said: describePlace(first),
          isRule,
        });
      }
    }
    if (constraints.length === 0) {
      leftOut.push({ trajectoryId: trajectory.id, constraintId: null, why: 'it violates nothing that can be tested' });
      continue;
    }
    const name = freeName(trajectory.id, names);
    const task = trajectory.instruction;
    cases.push({
      name,
      title: oneLine(`run ${trajectory.id}${task === null ? '' : `: ${task}`}`, 120),
      task,
      constraints,
      packs: [...used].map(pathOf),
    });
  }
  return { cases, leftOut };
}

/** Where a test finds a pack: its own file, or the copy beside the test. */
export const pathOf = ({ pack, path }: TestedPack): string => path ?? `${pack.name}.constraints.json`;

function reasonAgainst(
  { scope }: Constraint,
  { isRule, isKnown }: { readonly isRule: boolean; readonly isKnown: boolean },
): string | null {
  if (isRule) return null;
  if (scope === 'dynamic') return 'it was made for this run alone';
  return isKnown ? null : 'it is in none of the packs that were given';
}

const oneLine = (text: string, max: number): string => excerpt(visibleText(text), max);

/** A part of a file name out of an id that may hold anything. */
function freeName(id: string, taken: Set<string>): string {
  const base =
    id
      .slice(0, 200)
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '')
      .slice(0, 60) || 'run';
  let name = base;
  for (let number = 2; taken.has(name); number++) name = `${base}-${number}`;
  taken.add(name);
  return name;
}
