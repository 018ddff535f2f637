/** What running one piece of evidence needs from outside. */
export interface EvidenceContext {
  /** What stands after the name on the command line. */
  readonly args: readonly string[];
  /** Prints one line of figures. */
  readonly print: (line: string) => void;
}

/** The last line: whether every stated target is met, and in words. */
export interface Verdict {
  /** Null where it could not be told: the data it needs is not here. */
  readonly met: boolean | null;
  readonly text: string;
}

/** What a file of scripts/evidence exports as `run`. */
export type EvidenceRun = (context: EvidenceContext) => Promise<Verdict>;

export interface EvidencePiece {
  /** What it shows, in one line. */
  readonly title: string;
  /** Options it takes, as they are typed. */
  readonly options?: string;
  readonly load: () => Promise<{ readonly run: EvidenceRun }>;
}
