import { isRecord } from '../../../src/base/json.ts';
import type { Diagnosis } from '../../../src/contracts/diagnosis.ts';
import type { Trajectory } from '../../../src/contracts/trajectory.ts';
import { parseTrace } from '../../../src/formats/read-trace.ts';
import { runPipeline } from '../../../src/pipeline/run-pipeline.ts';
import { findGold } from './find-gold.ts';
import { altered, at, leavesOf, type Place, pointerOf, textsOf, withPlaces } from './places.ts';
import { partsOf, type ReadTrace, readSource, type Source, trajectoriesOf } from './source.ts';

/** Gold shorter than this may stand anywhere by chance. */
const TELLING = 12;

export interface GoldCheck {
  readonly format: string;
  readonly trajectories: number;
  readonly withGold: number;
  /** Fields of the source that were altered, emptied and removed. */
  readonly fields: number;
  /** Fields that were left alone, since they tell which gold is meant (the id of a task) and are none themselves. */
  readonly keys: readonly string[];
  /** Fields of `gold` that no alteration reached: made by the reader, or out of reach of the search. */
  readonly unreached: readonly string[];
  readonly notProbed: number;
  /** Ways in which gold reached a diagnosis. None is right. */
  readonly leaks: readonly string[];
}

/** What is checked: the real reader and pipeline, or, in the test of this check, ones that leak. */
export interface GoldSubject {
  readonly read: ReadTrace;
  readonly diagnose: (trajectory: Trajectory, options: { readonly reference: boolean }) => Diagnosis;
}

const REAL: GoldSubject = {
  read: (text) => parseTrace(text),
  diagnose: (trajectory, options) => runPipeline(trajectory, options).diagnosis,
};

/** Checks a trace text; null where it holds no trajectory that can be read. */
export function checkGold(text: string, subject: GoldSubject = REAL): GoldCheck | null {
  const source = readSource(text, subject.read);
  if (source === null || trajectoriesOf(source) === null) return null;
  const checks = partsOf(source).map((part) => checkPart(part, subject));
  const first = checks[0];
  if (first === undefined) return null;
  return {
    format: first.format,
    trajectories: sum(checks, (one) => one.trajectories),
    withGold: sum(checks, (one) => one.withGold),
    fields: sum(checks, (one) => one.fields),
    keys: checks.flatMap((one) => one.keys),
    unreached: checks.flatMap((one) => one.unreached),
    notProbed: sum(checks, (one) => one.notProbed),
    leaks: checks.flatMap((one) => one.leaks),
  };
}

const sum = <T>(items: readonly T[], of: (item: T) => number): number => items.reduce((all, one) => all + of(one), 0);

function checkPart(source: Source, subject: GoldSubject): GoldCheck {
  const base = trajectoriesOf(source) ?? [];
  const places = findGold(source, base);
  const leaks = places.leaks.map(({ path }) => `${pointerOf(path)} reaches the run`);
  const whole = wholeSubtrees(source.values, places.gold);
  const changes: Readonly<Record<string, Parameters<typeof withPlaces>[1]>> = {
    altered: places.gold.map(({ path, value }) => ({ path, value: altered(value) })),
    emptied: whole.map((path) => ({ path, value: emptyOf(at(source.values, path)) })),
    removed: whole.map((path) => ({ path, value: undefined })),
  };
  const before = base.map((trajectory) => verdictsOf(trajectory, subject));
  for (const [how, places] of Object.entries(changes)) {
    if (places.length === 0) continue;
    const after = trajectoriesOf(source, withPlaces(source.values, places) as readonly unknown[]);
    if (after === null) leaks.push(`the trace cannot be read with its gold ${how}`);
    else if (after.length !== base.length) leaks.push(`another number of trajectories with gold ${how}`);
    else {
      after.forEach((trajectory, index) => {
        const verdicts = verdictsOf(trajectory, subject);
        // Gold that is gone is not there to be counted as set apart; gold that says something else is.
        const same =
          how === 'altered'
            ? verdicts.whole === before[index]?.whole
            : verdicts.withoutCoverage === before[index]?.withoutCoverage;
        if (!same) leaks.push(`another diagnosis with gold ${how}`);
      });
    }
  }
  const known = [...places.gold, ...places.scores];
  const reached = withPlaces(
    source.values,
    known.map(({ path, value }) => ({ path, value: altered(value) })),
  );
  const after = trajectoriesOf(source, reached as readonly unknown[]) ?? [];
  const keys = new Set(places.keys.map(({ value }) => value));
  const unreached = base.flatMap((one, index) => unalteredFields(one.gold, after[index]?.gold, keys));
  const rest = withPlaces(
    source.values,
    whole.map((path) => ({ path, value: undefined })),
  );
  const elsewhere = textsOf(rest).join('\n');
  for (const trajectory of base)
    leaks.push(...copiedGold(trajectory, elsewhere), ...referenceProblems(trajectory, subject));
  return {
    format: base[0]?.source.format ?? 'unknown',
    trajectories: base.length,
    withGold: base.filter(({ gold }) => leavesOf(gold).length > 0).length,
    fields: places.gold.length,
    keys: places.keys.map(({ path }) => pointerOf(path)),
    unreached,
    notProbed: places.notProbed,
    leaks,
  };
}

/** The largest parts of a document that hold gold and nothing else. */
function wholeSubtrees(document: unknown, gold: readonly Place[]): (readonly (string | number)[])[] {
  const golden = new Set(gold.map(({ path }) => pointerOf(path)));
  const found = new Map<string, readonly (string | number)[]>();
  for (const { path } of gold) {
    let best = path;
    // The two outermost levels are the list of values and the record itself, never gold alone.
    for (let length = path.length - 1; length > 1; length--) {
      const outer = path.slice(0, length);
      const leaves = leavesOf(at(document, outer));
      if (!leaves.every((leaf) => golden.has(pointerOf([...outer, ...leaf.path])))) break;
      best = outer;
    }
    found.set(pointerOf(best), best);
  }
  return [...found.values()];
}

const emptyOf = (value: unknown): unknown =>
  Array.isArray(value) ? [] : isRecord(value) ? {} : typeof value === 'string' ? '' : null;

/** The diagnosis as text, without what names its making: hashes and durations. */
function verdictsOf(trajectory: Trajectory, { diagnose }: GoldSubject): { whole: string; withoutCoverage: string } {
  const made = diagnose(trajectory, { reference: false });
  const diagnosis = { ...made, madeFrom: null, cost: { ...made.cost, durationMs: null } };
  return { whole: JSON.stringify(diagnosis), withoutCoverage: JSON.stringify({ ...diagnosis, coverage: null }) };
}

function unalteredFields(before: unknown, after: unknown, keys: ReadonlySet<unknown>): string[] {
  return leavesOf(before)
    .filter(({ path, value }) => value !== '' && !keys.has(value) && at(after, path) === value)
    .map(({ path }) => pointerOf(path));
}

/** Gold that stands in the run, word for word, although nothing but gold in the source says it. */
function copiedGold(trajectory: Trajectory, elsewhere: string): string[] {
  const run = textsOf({ ...trajectory, gold: null }).join('\n');
  return leavesOf(trajectory.gold)
    .filter(({ value }) => typeof value === 'string' && value.trim().length > TELLING)
    .filter(({ value }) => run.includes(String(value)) && !elsewhere.includes(String(value)))
    .map(({ path }) => `gold${pointerOf(path)} stands in the run of ${trajectory.id}`);
}

/** With gold allowed the diagnosis must say so; without, it must say that none was read. */
function referenceProblems(trajectory: Trajectory, { diagnose }: GoldSubject): string[] {
  const problems: string[] = [];
  if (diagnose(trajectory, { reference: false }).usedReference)
    problems.push('gold is called read although it was not');
  if (!diagnose(trajectory, { reference: true }).usedReference) problems.push('gold that was allowed is not stated');
  return problems;
}
