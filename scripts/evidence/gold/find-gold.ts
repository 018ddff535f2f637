import { stableStringify } from '../../../src/base/json.ts';
import type { Trajectory } from '../../../src/contracts/trajectory.ts';
import { altered, leavesOf, type Place, withPlaces } from './places.ts';
import { type Source, trajectoriesOf } from './source.ts';

/** What fields that hold labels or reference answers are called in public data sets. Only narrows what is tried. */
const GOLD_NAME =
  /^(?:mistake_|ground_?truth|gold|golden|is_correct|expected|reference_?answer|correct_?answer|fault|injected|failure_|root_cause|annotation|label)/i;
/** Ids that hold a trace together. Gold may point at them, but they are none. */
const STRUCTURE_NAME = /^(?:parent_?)?(?:span_?id|uuid|trace_?id)$/i;
/** A field of a source that is probed one by one costs a parse, so their number is bounded; what is left out is counted. */
const MAX_PROBES = 400;

export interface GoldPlaces {
  /** Fields that change `gold` and nothing else. */
  readonly gold: readonly Place[];
  /** Numbers and flags that change `gold` and the outcome: scores. */
  readonly scores: readonly Place[];
  /** Fields that tell which gold is meant, or where it belongs: the id of a task that is looked up, the id of a step. */
  readonly keys: readonly Place[];
  /** Fields that stand in `gold` and also in the run, or that are named as gold and change the run: leaks. */
  readonly leaks: readonly Place[];
  readonly notProbed: number;
}

/**
 * Where in a source the gold of its trajectories comes from, found by trying: a field is gold if altering it alters
 * `gold`. Tried are the fields whose value stands in `gold` (also within a longer text), or whose name says label.
 */
export function findGold(source: Source, base: readonly Trajectory[]): GoldPlaces {
  const wanted = goldTexts(base);
  const names = new Set(base.flatMap(({ gold }) => leavesOf(gold).map(({ name }) => name)));
  const candidates = leavesOf(source.values).filter(({ value, name }) => {
    if (GOLD_NAME.test(name)) return true;
    const text = String(value);
    return text.length > 3 ? wanted.some((one) => isPart(one, text)) : wanted.includes(text) && names.has(name);
  });
  candidates.sort((a, b) => Number(GOLD_NAME.test(b.name)) - Number(GOLD_NAME.test(a.name)));
  const found = { gold: [] as Place[], scores: [] as Place[], keys: [] as Place[], leaks: [] as Place[] };
  const before = shapeOf(base);
  const stepIds = new Set(base.flatMap(({ steps }) => steps.map(({ id }) => id)));
  for (const place of candidates.slice(0, MAX_PROBES)) {
    const kind = kindOf(before, source, place, stepIds);
    if (kind !== null) found[kind].push(place);
  }
  return { ...found, notProbed: Math.max(0, candidates.length - MAX_PROBES) };
}

type Shape = { readonly gold: string; readonly outcome: string; readonly run: string };

/** What altering this one field changes. Null = it is no gold. */
function kindOf(
  before: Shape,
  source: Source,
  place: Place,
  stepIds: ReadonlySet<string>,
): 'gold' | 'scores' | 'keys' | 'leaks' | null {
  const value = altered(place.value);
  const values = withPlaces(source.values, [{ path: place.path, value }]);
  const after = trajectoriesOf(source, values as readonly unknown[]);
  if (after === null) return GOLD_NAME.test(place.name) ? 'leaks' : null;
  const shape = shapeOf(after);
  const named = GOLD_NAME.test(place.name);
  if (shape.gold === before.gold && !(named && insideNoRun(place) && shape.run !== before.run)) return null;
  if (STRUCTURE_NAME.test(place.name)) return 'keys';
  if (shape.run !== before.run) {
    const looksUp = shape.gold !== before.gold && !goldTexts(after).some((text) => isPart(String(value), text));
    return looksUp || stepIds.has(String(place.value)) ? 'keys' : 'leaks';
  }
  if (shape.outcome === before.outcome) return 'gold';
  return typeof place.value === 'string' && !/^(?:true|false|-?[\d.]+)$/i.test(place.value) ? 'leaks' : 'scores';
}

/** A field that an agent or a tool wrote may be called anything: arguments and contents are no labels of the source. */
const insideNoRun = ({ path }: Place): boolean =>
  !path.some((part) => /^(?:arguments|input|output|content|messages|params|parameters|result)$/.test(String(part)));

function shapeOf(trajectories: readonly Trajectory[]): Shape {
  const gold = trajectories.map((one) => one.gold);
  const outcome = trajectories.map((one) => one.outcome);
  const run = trajectories.map((one) => ({ ...one, gold: null, outcome: null }));
  return { gold: stableStringify(gold), outcome: JSON.stringify(outcome), run: JSON.stringify(run) };
}

export const goldTexts = (trajectories: readonly Trajectory[]): string[] => [
  ...new Set(
    trajectories.flatMap(({ gold }) => leavesOf(gold).map(({ value }) => String(value))).filter((text) => text !== ''),
  ),
];

const isPart = (gold: string, text: string): boolean =>
  gold === text || (gold.length > 12 && text.includes(gold)) || (text.length > 12 && gold.includes(text));
