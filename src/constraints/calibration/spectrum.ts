import type { CheckOutcome } from '../../contracts/validation-log.ts';
import type { TrajectoryIndex } from '../../trajectory/index-trajectory.ts';
import type { RunGroup } from './firing-tally.ts';
import { describePattern, NameTable, type Pattern, type PatternKind, patternsOf } from './run-patterns.ts';
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
    for (const [key, pattern] of patternsOf(index, outcomes, this.#names)) {
      let entry = this.#entries.get(key);
      if (entry === undefined) {
        if (this.#entries.size >= this.#maxPatterns) {
          this.#overflow++;
          continue;
        }
        entry = { pattern, failing: 0, passing: 0 };
        this.#entries.set(key, entry);
      }
      entry[group]++;
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
    const scored = separating
      .map(({ pattern, failing, passing }) => ({
        kind: pattern.kind,
        text: describePattern(pattern),
        ochiai: failing / Math.sqrt(runs.failing * (failing + passing)),
        failing,
        passing,
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

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
