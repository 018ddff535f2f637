import type { CheckOutcome } from '../../contracts/validation-log.ts';
import type { TrajectoryIndex } from '../../trajectory/index-trajectory.ts';
import type { RunGroup } from './firing-tally.ts';
import {
  describePattern,
  NameTable,
  PATTERN_KINDS,
  type Pattern,
  type PatternKind,
  patternsOf,
} from './run-patterns.ts';
import { wilson } from './wilson.ts';

/** A pattern with how well it separates failing from passing runs. */
export interface RankedPattern {
  /** Place in the ranking, from 1; patterns of one score share it. */
  readonly rank: number;
  readonly kind: PatternKind;
  readonly text: string;
  /** Ochiai's coefficient, 0 to 1: 1 = in every failing run and in no passing one. */
  readonly ochiai: number;
  readonly failing: number;
  readonly passing: number;
  /** Other patterns that stand in the very same runs, and say no more: longer sequences around the same step. */
  readonly alike: number;
}

export interface Spectrum {
  readonly runs: { readonly failing: number; readonly passing: number };
  readonly ranked: readonly RankedPattern[];
  /** Distinct patterns that were compared. With many, some separate by chance alone. */
  readonly compared: number;
  readonly leftOut: {
    /** In fewer failing runs than were asked for. */
    readonly rare: number;
    /** No more frequent in failing runs than chance explains. */
    readonly notSeparating: number;
    /** Not counted at all: the table was full. */
    readonly overflow: number;
  };
}

export interface SpectrumOptions {
  /** Failing runs that a pattern must at least be in. */
  readonly leastSupport?: number;
  /** Kinds that are ranked; all where it is left out. */
  readonly kinds?: readonly PatternKind[];
}

const LEAST_SUPPORT = 2;
/** Most distinct patterns that are kept, over all runs. */
const MAX_PATTERNS = 500_000;

interface Entry {
  readonly pattern: Pattern;
  failing: number;
  passing: number;
  /** Sum of a number for each run it stands in: equal for patterns of the same runs. */
  runs: number;
}

/**
 * Counts patterns run by run and ranks them by how well they separate failing from passing runs (Ochiai, as in
 * spectrum-based fault localisation: hits / sqrt(failing runs × runs with the pattern)). Linear in the steps of all runs.
 */
export class SpectrumTally {
  readonly #names = new NameTable();
  readonly #entries = new Map<string, Entry>();
  readonly #runs = { failing: 0, passing: 0 };
  readonly #maxPatterns: number;
  #overflow = 0;

  constructor(maxPatterns = MAX_PATTERNS) {
    this.#maxPatterns = maxPatterns;
  }

  add(group: RunGroup, index: TrajectoryIndex, outcomes: readonly CheckOutcome[]): void {
    this.#runs[group]++;
    const run = scattered(this.#runs.failing + this.#runs.passing);
    for (const [key, pattern] of patternsOf(index, outcomes, this.#names)) {
      let entry = this.#entries.get(key);
      if (entry === undefined) {
        if (this.#entries.size >= this.#maxPatterns) {
          this.#overflow++;
          continue;
        }
        entry = { pattern, failing: 0, passing: 0, runs: 0 };
        this.#entries.set(key, entry);
      }
      entry[group]++;
      entry.runs = (entry.runs + run) % Number.MAX_SAFE_INTEGER;
    }
  }

  rank({ leastSupport = LEAST_SUPPORT, kinds }: SpectrumOptions = {}): Spectrum {
    const runs = { ...this.#runs };
    const asked = kinds === undefined ? null : new Set(kinds);
    const all = [...this.#entries.values()].filter(({ pattern }) => asked === null || asked.has(pattern.kind));
    const supported = all.filter(({ failing }) => failing >= leastSupport);
    const separating = supported.filter(
      ({ failing, passing }) => wilson(failing, runs.failing).low > (runs.passing === 0 ? 0 : passing / runs.passing),
    );
    const scored = foldAlike(separating)
      .map(({ entry: { pattern, failing, passing }, alike }) => ({
        kind: pattern.kind,
        text: describePattern(pattern),
        ochiai: failing / Math.sqrt(runs.failing * (failing + passing)),
        failing,
        passing,
        alike,
      }))
      .sort(
        (a, b) =>
          b.ochiai - a.ochiai || b.failing - a.failing || compareText(a.kind, b.kind) || compareText(a.text, b.text),
      );
    let rank = 0;
    const ranked = scored.map((one, at): RankedPattern => {
      if (scored[at - 1]?.ochiai !== one.ochiai) rank = at + 1;
      return { rank, ...one };
    });
    return {
      runs,
      ranked,
      compared: all.length,
      leftOut: {
        rare: all.length - supported.length,
        notSeparating: supported.length - separating.length,
        overflow: this.#overflow,
      },
    };
  }
}

/** Of the patterns that stand in the same runs the plainest, with how many others there are. */
function foldAlike(entries: readonly Entry[]): readonly { readonly entry: Entry; readonly alike: number }[] {
  const folded = new Map<string, { entry: Entry; alike: number }>();
  for (const entry of entries) {
    const key = `${entry.failing} ${entry.passing} ${entry.runs}`;
    const known = folded.get(key);
    if (known === undefined) folded.set(key, { entry, alike: 0 });
    else {
      known.alike++;
      if (isPlainer(entry.pattern, known.entry.pattern)) known.entry = entry;
    }
  }
  return [...folded.values()];
}

/** A constraint before tools, tools before steps; then what has fewer parts; then by name, so that order means nothing. */
function isPlainer(a: Pattern, b: Pattern): boolean {
  const kind = PATTERN_KINDS.indexOf(a.kind) - PATTERN_KINDS.indexOf(b.kind);
  const parts = a.parts.length - b.parts.length;
  return kind < 0 || (kind === 0 && (parts < 0 || (parts === 0 && describePattern(a) < describePattern(b))));
}

/** A number below 2^53 that looks like chance, the same for the same run. */
function scattered(run: number): number {
  const mix = (seed: number): number => {
    let value = Math.imul(seed ^ (seed >>> 16), 0x45d9f3b);
    value = Math.imul(value ^ (value >>> 16), 0x45d9f3b);
    return (value ^ (value >>> 16)) >>> 0;
  };
  return mix(run) * 0x200000 + (mix(run + 0x9e3779b9) >>> 11);
}

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
