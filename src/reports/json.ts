import type { Run } from '../contracts/run.ts';
import { inertJson } from './layout/inert-json.ts';
import type { Report } from './report.ts';

/** The Diagnosis as it is, indented. */
export const renderJson = (run: Run): string => inertJson(run.diagnosis, 2);

export const json: Report = {
  title: 'the diagnosis as JSON, indented; an array of them for many trajectories',
  extension: 'json',
  render: renderJson,
  renderMany: (runs) =>
    inertJson(
      runs.map((run) => run.diagnosis),
      2,
    ),
};
