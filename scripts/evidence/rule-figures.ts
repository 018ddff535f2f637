import type { Rule, RuleResult } from '../../src/constraints/rules/rule.ts';
import { buildGraph } from '../../src/graph/build-graph.ts';
import { indexTrajectory, type TrajectoryIndex } from '../../src/trajectory/index-trajectory.ts';
import type { GroupRun, RunGroup } from './run-groups.ts';

/** What one rule does on one group of runs. */
export interface GroupFigures {
  readonly groupId: string;
  readonly runs: number;
  /** Runs in which the rule had something to check. */
  readonly applied: number;
  /** Runs with at least one violation. */
  readonly fired: number;
  /** Runs with at least one violation that nothing made good. */
  readonly firedOpen: number;
  readonly violations: number;
}

export interface RuleFigures {
  readonly id: string;
  readonly groups: readonly GroupFigures[];
  /** Passing runs it fired on, in all sources. */
  readonly firedOnPassing: number;
  readonly firedOnFailed: number;
  /** Passing runs in which it had something to check. */
  readonly appliedToPassing: number;
  /**
   * Share of runs it fires on, passing and failed, over the sources that have both. Each source weighs by its own
   * number of runs of either kind (Mantel-Haenszel), so that a source with many failed runs does not pass for a
   * difference between failing and passing.
   */
  readonly compared: { readonly passed: number; readonly failed: number };
  /** Violations in labelled runs: all, those at the step that broke the run, those at any labelled failure. */
  readonly onLabelled: number;
  readonly atCritical: number;
  readonly atFailure: number;
  /** What a step picked at random would give in place of `atCritical`. */
  readonly byChance: number;
  readonly badQuotes: number;
  readonly errors: number;
}

/** Fewer passing runs than this are too few to call a rule noisy. */
export const LEAST_SUPPORT = 3;

export type RuleVerdict = 'separates' | 'rare on passing' | 'silent' | 'not on passing' | 'mend';

/** What the figures say of a rule. */
export function verdictOf(rule: RuleFigures): RuleVerdict {
  if (rule.firedOnPassing + rule.firedOnFailed === 0) return 'silent';
  if (rule.appliedToPassing === 0) return 'not on passing';
  if (rule.firedOnPassing < LEAST_SUPPORT) return 'rare on passing';
  return rule.compared.failed > rule.compared.passed ? 'separates' : 'mend';
}

/** Runs every rule over every group. Gold is taken away first, as the pipeline does. */
export function measureRules(
  rules: Readonly<Record<string, Rule>>,
  groups: readonly RunGroup[],
): readonly RuleFigures[] {
  const tallies = new Map(Object.keys(rules).map((id) => [id, new Tally(id)]));
  for (const group of groups) {
    for (const run of group.runs) {
      const trajectory = { ...run.trajectory, gold: null };
      const index = indexTrajectory(trajectory);
      const graph = buildGraph(index, { trajectory: '' });
      for (const [id, rule] of Object.entries(rules)) {
        const tally = tallies.get(id);
        try {
          tally?.add(group, run, rule.evaluate({ trajectory, index, graph }), index);
        } catch {
          tally?.crash();
        }
      }
    }
  }
  return [...tallies.values()].map((tally) => tally.finish(groups));
}

class Tally {
  readonly #id: string;
  readonly #groups = new Map<string, { applied: number; fired: number; firedOpen: number; violations: number }>();
  #onLabelled = 0;
  #atCritical = 0;
  #atFailure = 0;
  #byChance = 0;
  #badQuotes = 0;
  #errors = 0;

  constructor(id: string) {
    this.#id = id;
  }

  crash(): void {
    this.#errors++;
  }

  add(group: RunGroup, { critical, failures }: GroupRun, result: RuleResult, index: TrajectoryIndex): void {
    const figures = this.#groups.get(group.id) ?? { applied: 0, fired: 0, firedOpen: 0, violations: 0 };
    this.#groups.set(group.id, figures);
    const { violations } = result;
    if (result.checked > 0) figures.applied++;
    if (violations.length > 0) figures.fired++;
    if (violations.some(({ recoveredPosition }) => (recoveredPosition ?? null) === null)) figures.firedOpen++;
    figures.violations += violations.length;
    for (const { step, evidence } of violations) {
      const verbatim = evidence.filter(({ eventId, start, end, quote }) => {
        return quote !== '' && index.eventById.get(eventId)?.event.text.slice(start, end) === quote;
      });
      this.#badQuotes += evidence.length - verbatim.length + (evidence.length === 0 ? 1 : 0);
      if (critical === null) continue;
      this.#onLabelled++;
      this.#byChance += 1 / index.trajectory.steps.length;
      if (step.position === critical) this.#atCritical++;
      if (failures.includes(step.position)) this.#atFailure++;
    }
  }

  finish(groups: readonly RunGroup[]): RuleFigures {
    const figuresOf = (group: RunGroup): GroupFigures => ({
      groupId: group.id,
      runs: group.runs.length,
      ...(this.#groups.get(group.id) ?? { applied: 0, fired: 0, firedOpen: 0, violations: 0 }),
    });
    const all = groups.map(figuresOf);
    const sum = (outcome: RunGroup['outcome'], key: 'applied' | 'fired'): number =>
      all.reduce((total, one, at) => total + (groups[at]?.outcome === outcome ? one[key] : 0), 0);
    return {
      id: this.#id,
      groups: all,
      firedOnPassing: sum('passed', 'fired'),
      firedOnFailed: sum('failed', 'fired'),
      appliedToPassing: sum('passed', 'applied'),
      compared: compare(groups, all),
      onLabelled: this.#onLabelled,
      atCritical: this.#atCritical,
      atFailure: this.#atFailure,
      byChance: this.#byChance,
      badQuotes: this.#badQuotes,
      errors: this.#errors,
    };
  }
}

function compare(groups: readonly RunGroup[], figures: readonly GroupFigures[]): RuleFigures['compared'] {
  let weights = 0;
  let passed = 0;
  let failed = 0;
  for (const source of new Set(groups.map((group) => group.source))) {
    const of = (outcome: RunGroup['outcome']): GroupFigures | undefined =>
      figures[groups.findIndex((group) => group.source === source && group.outcome === outcome)];
    const good = of('passed');
    const bad = of('failed');
    if (good === undefined || bad === undefined) continue;
    const weight = (good.runs * bad.runs) / (good.runs + bad.runs);
    weights += weight;
    passed += (weight * good.fired) / good.runs;
    failed += (weight * bad.fired) / bad.runs;
  }
  return weights === 0 ? { passed: 0, failed: 0 } : { passed: passed / weights, failed: failed / weights };
}
