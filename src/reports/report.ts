import type { Run } from '../contracts/run.ts';

export interface ReportOptions {
  /** Columns of a text report; 80 where absent, never less than 40. */
  readonly width?: number;
  /** Colours for a terminal; none where absent. */
  readonly color?: boolean;
  /** Bytes that an HTML report may have; 20 MB where absent, never less than 1 MB. */
  readonly maxBytes?: number;
  /** Version of Culprit to name in the report. */
  readonly version?: string;
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
