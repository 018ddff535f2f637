import type { Run } from '../contracts/run.ts';
import { inertJson } from './layout/inert-json.ts';
import type { Report } from './report.ts';

/** The Diagnosis as it is, as one line: no line break in it or at its end. */
export const renderJsonl = (run: Pick<Run, 'diagnosis'>): string => inertJson(run.diagnosis);

/** What an error needs to become a line; an `AppError` has it. */
export interface LineError {
  readonly code: string;
  readonly message: string;
  readonly hint: string;
}

/** A trajectory that could not be diagnosed, as one line that stands where its Diagnosis would. */
export const renderErrorLine = (
  { code, message, hint }: LineError,
  source: { readonly uri: string | null; readonly format?: string | null },
): string =>
  inertJson({
    schemaVersion: 1,
    trajectoryId: null,
    source: { uri: source.uri, format: source.format ?? null },
    error: { code, message, hint },
  });

export const jsonl: Report = {
  title: 'one line of JSON a trajectory',
  extension: 'jsonl',
  render: renderJsonl,
  renderMany: (runs) => runs.map(renderJsonl).join('\n'),
};
