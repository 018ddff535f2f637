import { z } from 'zod';
import { jsonValueSchema } from './json-value.ts';

const described = <T extends z.ZodType>(schema: T, description: string): T => schema.meta({ description }) as T;
const nullableText = (description: string) => described(z.string().nullable(), description);

/** Time in ISO 8601, UTC, as the source gives it; null where it gives none. */
const timeSchema = nullableText('ISO 8601 time, or null where the source has none');

const usageSchema = z
  .object({
    inputTokens: described(z.number().nullable(), 'Tokens read; null where unknown'),
    outputTokens: described(z.number().nullable(), 'Tokens written; null where unknown'),
    costUsd: described(z.number().nullable(), 'US dollars; null where unknown, never 0 for unknown'),
  })
  .meta({ description: "What the agent's own model calls used" });

const eventBase = {
  id: described(z.string(), 'Unique within the trajectory'),
  rawRef: nullableText('JSON pointer or `line:N` of the element this event was read from, where finer than the step'),
};

export const eventSchema = z.discriminatedUnion('kind', [
  z.object({ ...eventBase, kind: z.literal('message'), text: z.string(), to: nullableText('Addressee, where named') }),
  z.object({ ...eventBase, kind: z.literal('reasoning'), text: z.string() }),
  z.object({ ...eventBase, kind: z.literal('plan'), text: z.string() }),
  z.object({
    ...eventBase,
    kind: z.literal('tool-call'),
    callId: described(z.string(), 'Joins the call to its result; made up where the source has none'),
    name: described(z.string(), 'Name of the tool'),
    arguments: described(jsonValueSchema, 'Parsed arguments; null where they were not JSON'),
    text: described(z.string(), 'The arguments as the source has them, word for word: quotes point into this'),
    argumentsValid: described(z.boolean(), 'False where the arguments should have been JSON and were not'),
    inferred: described(z.boolean(), 'True where the call was read out of free text (a code block, an <action> tag)'),
  }),
  z.object({
    ...eventBase,
    kind: z.literal('tool-result'),
    callId: described(z.string().nullable(), 'The call it answers; null for an orphan'),
    name: described(z.string().nullable(), 'Name of the tool, where known'),
    text: described(z.string(), 'The result as the source has it, word for word'),
    data: described(jsonValueSchema, 'The result parsed as JSON; null where it is not JSON'),
    isError: described(z.boolean().nullable(), 'True or false where the source says so, null where it does not'),
    errorType: nullableText('Class of the error, where named'),
  }),
  z.object({
    ...eventBase,
    kind: z.literal('handoff'),
    from: nullableText('Who hands over; null where not named'),
    to: z.string(),
    text: z.string(),
  }),
  z.object({
    ...eventBase,
    kind: z.literal('guardrail'),
    text: z.string(),
    triggered: described(z.boolean().nullable(), 'Whether it stopped the run; null where the source does not say'),
  }),
  z.object({ ...eventBase, kind: z.literal('compaction'), text: z.string() }),
  z.object({
    ...eventBase,
    kind: z.literal('error'),
    text: z.string(),
    errorType: nullableText('Class of the error, where named'),
  }),
  z.object({ ...eventBase, kind: z.literal('other'), text: z.string(), nativeKind: z.string() }),
]);

export const STEP_ROLES = ['system', 'user', 'agent', 'tool', 'environment'] as const;

export const stepSchema = z.object({
  id: described(z.string(), 'Opaque, unique, stable: the source’s own id (span id, uuid) where it has one'),
  position: described(z.number().int(), '0-based order'),
  nativeIndex: described(z.number().int().nullable(), 'The number the source or its labels use for this step'),
  rawRef: described(z.string(), 'Where the step starts in the trajectory’s own record: JSON pointer, or `line:N`'),
  role: described(
    z.enum(STEP_ROLES),
    'Who acts: tool = result of a call, environment = anything else that is neither agent nor user',
  ),
  agent: described(z.string(), 'Name of the actor as the source has it'),
  parentId: described(z.string().nullable(), 'Step that encloses this one (parent span, sub-agent call)'),
  events: z.array(eventSchema),
  startedAt: timeSchema,
  endedAt: timeSchema,
  model: nullableText('Model that wrote the step'),
  usage: described(usageSchema.nullable(), 'What the model used in this step; null where unknown'),
});

export const toolSchema = z.object({
  name: z.string(),
  description: nullableText('What the tool does, as the agent was told; null where not given'),
  parameters: described(jsonValueSchema, 'JSON Schema of the arguments; null where the source has none'),
});

export const warningSchema = z.object({
  code: described(z.string(), 'Upper snake case, such as TOOL_RESULT_WITHOUT_CALL'),
  message: z.string(),
  count: described(z.number().int(), 'How often'),
  firstRef: nullableText('Where it was first seen'),
});

export const coverageSchema = z
  .object({
    recordsRead: described(z.number().int(), 'Elements of the source that were read (messages, spans, lines, blocks)'),
    recordsMapped: described(z.number().int(), 'Elements that became events with a meaning'),
    recordsOther: described(z.number().int(), 'Elements kept as events of kind `other`: read, not understood'),
    elided: described(
      z.array(z.object({ what: z.string(), count: described(z.number().int(), 'How many elements') })),
      'Left out on purpose',
    ),
    redacted: described(z.number().int(), 'Elements that the source had masked'),
    assumed: described(z.array(z.string()), 'What the reader had to assume, in words'),
    warnings: z.array(warningSchema),
    complete: described(z.boolean(), 'False where the trace is cut off or parts could not be read'),
  })
  .meta({ description: 'What was read and what was not' });

export const trajectorySchema = z.object({
  kind: z.literal('trajectory'),
  schemaVersion: z.literal(1),
  id: described(z.string(), 'The source’s id of the run, else made from its place in the file'),
  source: z.object({
    uri: described(z.string().nullable(), 'File or URL; null when given as text'),
    format: described(z.string(), 'Id of the format that read it'),
    recordRef: described(
      z.string(),
      'The trajectory’s own record within the source: JSON pointer ("" = whole) or `line:N`',
    ),
  }),
  instruction: nullableText('The task as the agent was given it'),
  policy: nullableText('Rules the agent was given (system prompt), where the source has them'),
  outcome: z.object({
    status: z.enum(['succeeded', 'failed', 'unknown']),
    reward: described(z.number().nullable(), 'As the source scores the run; null where it does not'),
    reason: described(z.string(), 'What the status was read from'),
  }),
  agents: described(z.array(z.object({ name: z.string(), role: z.string() })), 'Actors, in order of appearance'),
  tools: z.array(toolSchema),
  steps: z.array(stepSchema),
  startedAt: timeSchema,
  endedAt: timeSchema,
  usage: described(usageSchema.nullable(), 'What the whole run used; null where unknown'),
  metadata: described(z.record(z.string(), jsonValueSchema), 'Facts of the source with no field of their own, small'),
  coverage: coverageSchema,
  gold: described(
    jsonValueSchema,
    'Labels and reference answers found in the trace; null where none. No stage reads it unless --reference is given',
  ),
});

export type Trajectory = z.infer<typeof trajectorySchema>;
export type Step = z.infer<typeof stepSchema>;
export type StepRole = Step['role'];
export type TraceEvent = z.infer<typeof eventSchema>;
export type EventKind = TraceEvent['kind'];
export type EventOf<K extends EventKind> = Extract<TraceEvent, { kind: K }>;
export type ToolCall = EventOf<'tool-call'>;
export type ToolResult = EventOf<'tool-result'>;
export type Tool = z.infer<typeof toolSchema>;
export type Warning = z.infer<typeof warningSchema>;
export type Coverage = z.infer<typeof coverageSchema>;
export type Usage = z.infer<typeof usageSchema>;
