import type { KindLabelledRun } from '../../../src/bench/kind-labels/kind-labelled-run.ts';
import { checkRules } from '../../../src/constraints/checking/check-rules.ts';
import type { Judgment } from '../../../src/contracts/judgment.ts';
import type { Trajectory } from '../../../src/contracts/trajectory.ts';
import { buildGraph } from '../../../src/graph/build-graph.ts';
import type { Finding } from '../../../src/judges/invariants/invariant.ts';
import { findAllBroken, judgeInvariants } from '../../../src/judges/invariants/judge.ts';
import { openModes } from '../../../src/judges/invariants/open-modes.ts';
import { viewForInvariants } from '../../../src/judges/invariants/view.ts';
import type { Category } from '../../../src/taxonomy/categories.ts';
import { MODE_IDS, type Mode } from '../../../src/taxonomy/modes.ts';
import { indexTrajectory } from '../../../src/trajectory/index-trajectory.ts';

/** What the invariants say of a run; labels and reference answers are taken off first. */
export interface Checked {
  readonly findings: readonly Finding[];
  readonly judgment: Judgment;
  /** Questions left open for a model, and how many there are when every mode is asked of every step. */
  readonly open: number;
  readonly all: number;
}

export function checkRun(input: Trajectory): Checked {
  const trajectory = { ...input, gold: null };
  const index = indexTrajectory(trajectory);
  const graph = buildGraph(index, { trajectory: '' });
  const validationLog = checkRules({ trajectory, graph, index, madeFrom: { trajectory: '', graph: '' } });
  const view = viewForInvariants(index, graph, validationLog);
  const findings = findAllBroken(view);
  const open = [...openModes(view, findings).values()].reduce((sum, modes) => sum + modes.length, 0);
  const madeFrom = { trajectory: '', graph: '', validationLog: '' };
  return {
    findings,
    judgment: judgeInvariants({ index, graph, validationLog, madeFrom }),
    open,
    all: trajectory.steps.length * MODE_IDS.length,
  };
}

/** How findings of one kind agree with labels of that kind. */
export interface Agreement {
  readonly labels: number;
  /** Labels whose step has a live finding that they accept. */
  readonly recalled: number;
  readonly findings: number;
  /** Findings at whose step a label accepts their kind. */
  readonly right: number;
  /** Share of agent steps at which a label accepts the kind: the precision of findings thrown at random. */
  readonly chance: number;
}

export interface LabelledRun extends KindLabelledRun {
  readonly checked: Checked;
}

const live = ({ checked }: LabelledRun): readonly Finding[] =>
  checked.findings.filter(({ recoveredPosition }) => recoveredPosition === null);

/** Agreement for one mode, over the labels that speak of modes. */
export const agreementOfMode = (runs: readonly LabelledRun[], mode: Mode): Agreement =>
  agreement(
    runs.filter(({ labels }) => labels.some(({ modes }) => modes.length > 0)),
    mode,
    ({ modes }) => modes,
    (finding) => finding.mode,
  );

export const agreementOfCategory = (runs: readonly LabelledRun[], category: Category): Agreement =>
  agreement(
    runs,
    category,
    ({ categories }) => categories,
    (finding) => finding.category,
  );

/** Agreement on the step alone, whatever either calls it. */
export const agreementOnStep = (runs: readonly LabelledRun[]): Agreement =>
  agreement(
    runs,
    'any',
    () => ['any'],
    () => 'any',
  );

/** One finding of a kind at a step counts once, however many checks say it. */
function agreement<K extends string>(
  runs: readonly LabelledRun[],
  kind: K,
  kindsOf: (label: KindLabelledRun['labels'][number]) => readonly K[],
  kindOf: (finding: Finding) => K,
): Agreement {
  let [labels, recalled, findings, right, steps, labelledSteps] = [0, 0, 0, 0, 0, 0];
  for (const run of runs) {
    const found = live(run);
    const acceptAt = new Map<number, Set<K>>();
    for (const label of run.labels) {
      const accepted = acceptAt.get(label.position) ?? new Set<K>();
      for (const one of kindsOf(label)) accepted.add(one);
      acceptAt.set(label.position, accepted);
      // A label counts for the kind that fits it best, and is recalled by any that it accepts.
      if (kindsOf(label)[0] !== kind) continue;
      labels++;
      if (found.some((one) => one.position === label.position && kindsOf(label).includes(kindOf(one)))) recalled++;
    }
    const places = new Set(found.filter((one) => kindOf(one) === kind).map(({ position }) => position));
    findings += places.size;
    for (const position of places) if (acceptAt.get(position)?.has(kind) === true) right++;
    for (const { role, position } of run.trajectory.steps) {
      if (role !== 'agent') continue;
      steps++;
      if (acceptAt.get(position)?.has(kind) === true) labelledSteps++;
    }
  }
  return { labels, recalled, findings, right, chance: steps === 0 ? 0 : labelledSteps / steps };
}
