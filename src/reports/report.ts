import type { Run } from '../contracts/run.ts';
import type { FileNames } from './wording/format-source.ts';

export interface ReportOptions {
  /** Columns of a text report; 80 where absent, never less than 40. */
  readonly width?: number;
  /** Colours for a terminal; none where absent. */
  readonly color?: boolean;
  /** Bytes that an HTML report may have; 20 MB where absent, never less than 1 MB. */
  readonly maxBytes?: number;
  /** Version of Culprit to name in the report. */
  readonly version?: string;
  /** What to call files that share their last part with others, by path; of many runs, it is told from the runs. */
  readonly fileNames?: FileNames;
  /** What was to be read besides these runs, and could not be: a report of many says so. */
  readonly notRead?: NotRead;
}

/** What could not be read. */
export interface NotRead {
  /** Files of which nothing could be read. */
  readonly files: number;
  /** Trajectories in files of which others could be read. */
  readonly trajectories: number;
}

/** One way to tell a Run. Pure: no files, no clock, no colour unless asked. The text has no line break at its end. */
export interface Report {
  readonly title: string;
  /** For a file that holds it, without the dot. */
  readonly extension: string;
  render(run: Run, options?: ReportOptions): string;
  /** Many trajectories in one text. */
  renderMany(runs: readonly Run[], options?: ReportOptions): string;
}
