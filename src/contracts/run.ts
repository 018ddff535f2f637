import { z } from 'zod';
import { diagnosisSchema } from './diagnosis.ts';
import { graphSchema } from './graph.ts';
import { judgmentSchema } from './judgment.ts';
import { trajectorySchema } from './trajectory.ts';
import { validationLogSchema } from './validation-log.ts';

/** One execution of the pipeline over one trajectory: every artifact it made. */
export const runSchema = z.object({
  kind: z.literal('run'),
  schemaVersion: z.literal(1),
  trajectory: trajectorySchema,
  graph: graphSchema,
  validationLog: validationLogSchema,
  judgments: z.array(judgmentSchema),
  diagnosis: diagnosisSchema,
});

export type Run = z.infer<typeof runSchema>;
