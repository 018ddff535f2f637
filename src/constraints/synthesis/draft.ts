import { z } from 'zod';
import { CATEGORY_IDS } from '../../taxonomy/categories.ts';

const nameList = (description: string) => z.array(z.string()).nullable().meta({ description });

/** A constraint as a model writes it: plain words where models vary, everything needed, null for nothing. */
export const draftSchema = z.object({
  id: z.string().meta({ description: 'Kebab-case; says what must hold' }),
  description: z.string().meta({ description: 'What must hold, in one sentence' }),
  category: z.string().meta({ description: `What a violation is: ${CATEGORY_IDS.join(', ')}` }),
  severity: z.string().meta({ description: 'low, medium or high' }),
  type: z.string().meta({ description: 'SCHEMA, PROTOCOL, RELATIONAL_POST, PROVENANCE, TEMPORAL, CAPABILITY or ANY' }),
  clause: z.string().nullable().meta({ description: 'Id of the policy clause it comes from; null = none' }),
  appliesTo: z.string().meta({ description: '`step`: at each step the guard lets pass; `trajectory`: once a run' }),
  guard: z.object({
    tools: nameList('Tools, one of which the step must call; null = any step'),
    agents: nameList('Agents, one of which must act; null = any'),
    roles: nameList('Roles of the step: system, user, agent, tool, environment; null = any'),
    content: z
      .string()
      .nullable()
      .meta({ description: 'RE2 pattern that the text of the step must match; null = any' }),
    firstStep: z.number().int().nullable().meta({ description: 'Number of the first step it applies to; null = open' }),
    lastStep: z.number().int().nullable().meta({ description: 'Number of the last one; null = open' }),
  }),
  language: z.string().meta({ description: 'javascript or rubric' }),
  source: z.string().nullable().meta({ description: 'The JavaScript function; null for a rubric' }),
  criteria: z.array(z.string()).nullable().meta({ description: 'The criteria of a rubric; null for JavaScript' }),
  examples: z
    .array(
      z.object({
        holds: z.boolean().meta({ description: 'Whether the constraint holds there' }),
        note: z.string(),
        messages: z.array(
          z.object({
            role: z.string().meta({ description: 'system, user, agent or tool' }),
            text: z.string(),
            tool: z.string().nullable().meta({ description: 'Of a tool message: whose result it is; else null' }),
            calls: z
              .array(z.object({ tool: z.string(), arguments: z.string().meta({ description: 'JSON text' }) }))
              .meta({ description: 'Of an agent message: the tools it calls' }),
          }),
        ),
      }),
    )
    .meta({ description: 'Small runs; an empty list where none are asked for' }),
});

export type Draft = z.infer<typeof draftSchema>;

/** What a call that writes constraints answers. */
export const draftsSchema = z.object({
  constraints: z.array(draftSchema),
  leftOut: z
    .array(z.object({ what: z.string(), why: z.string() }))
    .meta({ description: 'What was asked about and made no constraint: clause or tool, and why' }),
});

export type Drafts = z.infer<typeof draftsSchema>;
