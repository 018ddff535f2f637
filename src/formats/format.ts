import type { AppError } from '../base/errors.ts';
import type { Trajectory } from '../contracts/trajectory.ts';

/** Where a document stands: what a format needs to name its source, and nothing else. */
export interface ParseContext {
  /** File or URL; null when given as text. */
  readonly uri: string | null;
  /** Place of the document within the file: "" for the whole file, `line:N` for a line of a JSONL file. */
  readonly recordRef: string;
  /**
   * Hears of each record, of a document that holds many, that could not be read: where it stands in the document, and
   * how many trajectories were read before it. Where absent, a trajectory beside it carries a warning.
   */
  readonly onUnreadable?: (error: AppError, pointer: string, readBefore: number) => void;
}

export interface SessionLine {
  /** 1-based line of the file. */
  readonly lineNumber: number;
  readonly value: unknown;
}

/** One thing that documents of a format have: where no format fits, the missing ones say why. */
export interface FormatMark {
  /** In words that go behind "no": `list "steps"`. */
  readonly what: string;
  /** Cheap: looks at a few elements only. */
  isIn(document: unknown): boolean;
}

/** One way of writing traces down. Formats are told apart by content alone, never by the name of a file. */
export interface TraceFormat {
  readonly id: string;
  readonly title: string;
  /** Keys of its documents or of their elements: where no format fits, they say which came nearest. */
  readonly keys?: readonly string[];
  /** What each of its documents has. */
  readonly marks: readonly FormatMark[];
  /** How sure, 0 to 1, that this JSON document is of this format. 0 = no. Cheap: looks at a few elements only. */
  detect(document: unknown): number;
  /**
   * Reads a document that `detect` accepted: one trajectory or many. Keeps what it does not understand as events of
   * kind `other` and counts it in coverage.
   * @throws AppError TRACE_FORMAT_INVALID where the record turns out not to have the format's shape
   */
  parse(document: unknown, context: ParseContext): readonly Trajectory[];
  /**
   * For formats that read a list as one trace: whether an element is part of it. Elements that are not, and are traces
   * of another format, are read by that one.
   */
  takes?(element: unknown): boolean;
  /** For formats whose file is one session written line by line (JSONL), where a line alone is no trajectory. */
  readonly session?: {
    detect(lines: readonly unknown[]): number;
    parse(lines: readonly SessionLine[], context: ParseContext): readonly Trajectory[];
  };
}
