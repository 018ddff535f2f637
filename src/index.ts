/**
 * The library: everything without input or output of its own, so that it runs in a browser too.
 *
 * ```ts
 * import { diagnose } from 'culprit';
 *
 * const [run] = diagnose(await readFile('run.json', 'utf8'));
 * console.log(run?.diagnosis.headline);
 * ```
 */
export { AppError, ERRORS, type ErrorCode } from './base/errors.ts';
export type { JsonValue } from './base/json.ts';
export type { Result } from './base/result.ts';
export { defineConfig } from './config/define-config.ts';
export type { ConfigInput } from './config/settings.ts';
export { definePack, javascript } from './constraints/packs/define-pack.ts';
export { ARTIFACTS, type Artifact, type ArtifactName } from './contracts/artifacts.ts';
export { type Constraint, constraintSchema } from './contracts/constraint.ts';
export { type Diagnosis, diagnosisSchema, type Marker } from './contracts/diagnosis.ts';
export { type Evidence, evidenceSchema } from './contracts/evidence.ts';
export { graphSchema, type ReasoningActionGraph } from './contracts/graph.ts';
export { type Judgment, judgmentSchema, MARKERS, type MarkerName } from './contracts/judgment.ts';
export { type Label, labelSchema } from './contracts/label.ts';
export { readArtifact } from './contracts/read-artifact.ts';
export { readTaxonomy, type TaxonomyWarning } from './contracts/read-taxonomy.ts';
export { type Run, runSchema } from './contracts/run.ts';
export { type Taxonomy, taxonomySchema } from './contracts/taxonomy.ts';
export { type Step, type TraceEvent, type Trajectory, trajectorySchema } from './contracts/trajectory.ts';
export {
  type CheckOutcome,
  checkOutcomeSchema,
  type ValidationLog,
  validationLogSchema,
} from './contracts/validation-log.ts';
export { parseTrace, type ReadOptions, readTrace, type TraceResult } from './formats/read-trace.ts';
export { type DiagnoseOptions, diagnose } from './pipeline/diagnose.ts';
export { type PipelineOptions, runPipeline } from './pipeline/run-pipeline.ts';
export { REPORTS, renderErrorLine, renderHtml, renderSummary } from './reports/index.ts';
export { renderJson } from './reports/json.ts';
export { renderJsonl } from './reports/jsonl.ts';
export { renderMarkdown } from './reports/markdown.ts';
export type { NotRead, Report, ReportOptions } from './reports/report.ts';
export { renderTerminal } from './reports/terminal.ts';
export { CATEGORIES, type Category } from './taxonomy/categories.ts';
export { CROSSWALK, CROSSWALK_VERSION, entriesFor, type SchemeId, translate } from './taxonomy/crosswalk.ts';
export { MODES, type Mode } from './taxonomy/modes.ts';
export { OWNERS, type Owner } from './taxonomy/owners.ts';
export { stepNumber } from './trajectory/step-number.ts';
