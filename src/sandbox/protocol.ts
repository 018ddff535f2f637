import { z } from 'zod';
import type { CheckSource, SandboxCall, SandboxLimits } from '../contracts/sandbox.ts';

/** What an interpreter is started with. */
export interface EngineSetup {
  readonly limits: SandboxLimits;
  /** Program in the language of the checks that calls them. */
  readonly harness: string;
}

export interface EngineCall extends SandboxCall {
  readonly index: number;
}

/** What is sent to an interpreter. Calls are made in their order; each is answered before the next is begun. */
export type EngineRequest =
  | { readonly kind: 'define'; readonly checks: readonly CheckSource[] }
  | { readonly kind: 'load'; readonly text: string }
  | { readonly kind: 'run'; readonly calls: readonly EngineCall[] };

const failureSchema = z.object({
  reason: z.enum(['timeout', 'memory', 'exception', 'bad-return', 'compile', 'crashed']),
  message: z.string(),
  line: z.number().int().nullable(),
});

/** What comes back. It comes from beside code that is not trusted, so it is read as such. */
export const engineReplySchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  z.object({ kind: z.literal('loaded'), failure: failureSchema.nullable() }),
  z.object({
    kind: z.literal('result'),
    index: z.number().int(),
    /** The answer as JSON text, or why there is none. */
    answer: z.union([z.object({ json: z.string() }), failureSchema]),
    output: z.string(),
    elapsedMs: z.number(),
  }),
  /** The batch is over: all calls answered, or the last one had to be stopped. */
  z.object({ kind: z.literal('idle') }),
]);

export type EngineReply = z.infer<typeof engineReplySchema>;
export type EngineFailure = z.infer<typeof failureSchema>;
export type EngineAnswer = Extract<EngineReply, { kind: 'result' }>['answer'];

/** A running interpreter, wherever it runs. */
export interface Engine {
  send(request: EngineRequest): void;
  /** Ends it at once, whatever it is doing. */
  kill(): Promise<void>;
}

export interface EngineEvents {
  readonly onReply: (reply: unknown) => void;
  /** It ended without being asked to. */
  readonly onDeath: (failure: EngineFailure) => void;
}

export type StartEngine = (setup: EngineSetup, events: EngineEvents) => Promise<Engine>;
