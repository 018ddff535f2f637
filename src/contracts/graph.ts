import { z } from 'zod';
import { endSchema, positionSchema, startSchema, stepIdSchema } from './step-reference.ts';

export const nodeSchema = z.object({
  stepId: stepIdSchema,
  position: positionSchema,
  role: z.enum(['reasoning', 'action', 'observation', 'control', 'user', 'environment']),
  action: z
    .object({ tool: z.string(), arguments: z.string() })
    .nullable()
    .meta({ description: 'First tool call of the step; arguments cut to 200 characters' }),
  isr: z
    .object({
      intent: z.string().meta({ description: 'Intent and context' }),
      action: z.string().meta({ description: 'Reasoning and action' }),
      signal: z.string().meta({ description: 'Signal and validation' }),
    })
    .meta({
      description: 'Intermediate Semantic Representation (AgentScope): here extracted, each cut to 200 characters',
    }),
});

export const carrierSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('order') }),
  z.object({ type: z.literal('call-result'), callId: z.string() }),
  z.object({ type: z.literal('handoff'), to: z.string() }),
  z.object({ type: z.literal('plan') }),
  z.object({ type: z.literal('retry'), tool: z.string() }),
  z.object({ type: z.literal('parent') }),
  z.object({
    type: z.literal('value'),
    value: z.string().meta({ description: 'The value that both ends hold' }),
    fromEventId: z.string(),
    fromStart: startSchema,
    toEventId: z.string(),
    toStart: startSchema,
  }),
]);

export const edgeSchema = z.object({
  from: z.number().int().meta({ description: 'Position of the earlier step' }),
  to: z.number().int().meta({ description: 'Position of the later step' }),
  kind: z.enum(['control', 'data']),
  carrier: carrierSchema,
});

export const ungroundedSchema = z.object({
  position: positionSchema,
  eventId: z.string(),
  start: startSchema,
  end: endSchema,
  value: z.string(),
  valueKind: z.enum(['id', 'number', 'email', 'path', 'url', 'date', 'quoted', 'name']),
  usedAs: z.enum(['argument', 'answer']),
});

export const recoverySchema = z.object({
  failedPosition: z.number().int().meta({ description: 'Step at which a failure was observed (an error result)' }),
  actedPosition: z
    .number()
    .int()
    .meta({ description: 'Step that caused the observation (the call); equal where unknown' }),
  recoveredPosition: z.number().int().nullable().meta({ description: 'Step that resolved it; null = never' }),
  how: z.string().meta({ description: 'What resolved it, or why it counts as unresolved' }),
});

export const graphSchema = z.object({
  kind: z.literal('reasoning-action-graph'),
  schemaVersion: z.literal(1),
  trajectoryId: z.string(),
  madeFrom: z.object({ trajectory: z.string().meta({ description: 'Content hash' }) }),
  nodes: z.array(nodeSchema),
  edges: z.array(edgeSchema).meta({ description: 'from < to for every edge, so the graph is acyclic' }),
  ungrounded: z.array(ungroundedSchema).meta({ description: 'Values used that no earlier step introduced' }),
  recoveries: z.array(recoverySchema),
});

export type ReasoningActionGraph = z.infer<typeof graphSchema>;
export type GraphNode = z.infer<typeof nodeSchema>;
export type GraphEdge = z.infer<typeof edgeSchema>;
export type UngroundedValue = z.infer<typeof ungroundedSchema>;
export type Recovery = z.infer<typeof recoverySchema>;
