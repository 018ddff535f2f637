import type { z } from 'zod';
import { constraintSchema } from './constraint.ts';
import { constraintPackSchema } from './constraint-pack.ts';
import { diagnosisSchema } from './diagnosis.ts';
import { graphSchema } from './graph.ts';
import { judgmentSchema } from './judgment.ts';
import { labelSchema } from './label.ts';
import { runSchema } from './run.ts';
import { runDiffSchema } from './run-diff.ts';
import { taxonomySchema } from './taxonomy.ts';
import { trajectorySchema } from './trajectory.ts';
import { validationLogSchema } from './validation-log.ts';

interface ArtifactKind {
  readonly title: string;
  readonly schema: z.ZodObject<{ kind: z.ZodLiteral<string>; schemaVersion: z.ZodLiteral<number> }>;
  /** Fields that hold artifacts with a version of their own. */
  readonly holds: readonly string[];
}

/** Every artifact that is stored or sent, by its `kind`. */
export const ARTIFACTS = {
  trajectory: { title: 'What an agent did, step by step', schema: trajectorySchema, holds: [] },
  'reasoning-action-graph': { title: 'What led to what', schema: graphSchema, holds: [] },
  constraint: { title: 'One thing that must hold', schema: constraintSchema, holds: [] },
  'constraint-pack': {
    title: 'Constraints for one domain',
    schema: constraintPackSchema,
    holds: ['constraints'],
  },
  'validation-log': { title: 'What held and what did not', schema: validationLogSchema, holds: ['constraints'] },
  judgment: { title: 'One judge’s view', schema: judgmentSchema, holds: [] },
  diagnosis: { title: 'The merged answer', schema: diagnosisSchema, holds: [] },
  label: { title: 'What a human says broke a run', schema: labelSchema, holds: [] },
  'run-diff': { title: 'Where a run that failed parts from runs that passed', schema: runDiffSchema, holds: [] },
  taxonomy: { title: 'Kinds of failure of a user’s own', schema: taxonomySchema, holds: [] },
  run: {
    title: 'One execution of the pipeline over one trajectory',
    schema: runSchema,
    holds: ['trajectory', 'graph', 'validationLog', 'judgments', 'diagnosis'],
  },
} as const satisfies Record<string, ArtifactKind>;

export type ArtifactName = keyof typeof ARTIFACTS;
export type Artifact = z.infer<(typeof ARTIFACTS)[ArtifactName]['schema']>;

export const isArtifactName = (name: unknown): name is ArtifactName =>
  typeof name === 'string' && Object.hasOwn(ARTIFACTS, name);

/** The version of a kind of artifact that this release writes. */
export const artifactVersion = (name: ArtifactName): number => ARTIFACTS[name].schema.shape.schemaVersion.value;
