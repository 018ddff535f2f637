import { z } from 'zod';
import { isModelError, type ModelAnswer, type ModelErrorCode, type ModelRequest } from '../../contracts/model.ts';
import { openModel } from '../open-model.ts';
import { PROTOCOLS } from './protocols.ts';
import type { Reply, ScriptedServer } from './scripted-server.ts';

export const verdictSchema = z.object({ step: z.number().int(), why: z.string() });
export type TestVerdict = z.infer<typeof verdictSchema>;

export const testRequest = (more: Partial<ModelRequest<TestVerdict>> = {}): ModelRequest<TestVerdict> => ({
  purpose: 'judge',
  system: 'You find the step that broke a run.',
  prompt: 'Which step?',
  schema: verdictSchema,
  schemaName: 'verdict',
  maxOutputTokens: 500,
  temperature: 0,
  ...more,
});

const GOOD = '{"step":3,"why":"it looped"}';
const good: Reply = { kind: 'text', text: GOOD };
const status = (code: number, message: string, headers: Record<string, string> = {}, extra: Record<string, string> = {}): Reply => ({
  kind: 'status',
  status: code,
  body: JSON.stringify({ error: { message, ...extra } }),
  headers,
});

export interface Scenario {
  readonly replies: readonly Reply[];
  /** The outcome with every protocol: a value, or the code of the error. */
  readonly gives: 'value' | ModelErrorCode;
  /** Requests that the server must have seen. */
  readonly requests: number;
  readonly repaired?: boolean;
  /** Shortest time that it may take, in milliseconds. */
  readonly atLeastMs?: number;
  /** Protocols that have no way to say this. */
  readonly not?: readonly string[];
}

/** Attempts are 3, the first wait 10 ms, the time limit 400 ms. */
export const SCENARIOS: Readonly<Record<string, Scenario>> = {
  success: { replies: [good], gives: 'value', requests: 1 },
  refusal: { replies: [{ kind: 'refusal', text: 'I cannot help with that.' }], gives: 'MODEL_REFUSED', requests: 1, not: ['Ollama'] },
  '429 with retry-after': { replies: [status(429, 'slow down', { 'retry-after': '1' }), good], gives: 'value', requests: 2, atLeastMs: 990 },
  '429 without retry-after': { replies: [status(429, 'slow down'), good], gives: 'value', requests: 2 },
  '429 for ever': { replies: [status(429, 'slow down')], gives: 'MODEL_RATE_LIMITED', requests: 3 },
  '429, quota used up': { replies: [status(429, 'You exceeded your quota', {}, { code: 'insufficient_quota' })], gives: 'MODEL_RATE_LIMITED', requests: 1 },
  '500 once': { replies: [status(500, 'oops'), good], gives: 'value', requests: 2 },
  '500 for ever': { replies: [status(500, 'oops')], gives: 'MODEL_UNAVAILABLE', requests: 3 },
  'slow body': { replies: [{ kind: 'slow' }], gives: 'MODEL_UNAVAILABLE', requests: 3, atLeastMs: 1_100 },
  'cut body': { replies: [{ kind: 'cut' }], gives: 'MODEL_UNAVAILABLE', requests: 3 },
  'cut body once': { replies: [{ kind: 'cut' }, good], gives: 'value', requests: 2 },
  'body that is not JSON': { replies: [{ kind: 'not-json' }], gives: 'MODEL_UNAVAILABLE', requests: 3 },
  'body without end': { replies: [{ kind: 'endless' }], gives: 'MODEL_UNAVAILABLE', requests: 1 },
  'redirect to another host': { replies: [{ kind: 'redirect', to: 'https://elsewhere.example/v1' }], gives: 'MODEL_UNAVAILABLE', requests: 1 },
  'key refused': { replies: [status(401, 'bad key')], gives: 'MODEL_KEY_REFUSED', requests: 1 },
  'no such model': { replies: [status(404, 'no such model')], gives: 'MODEL_UNKNOWN', requests: 1 },
  'too long for the model': {
    replies: [status(400, 'This model\'s maximum context length is 8192 tokens', {}, { code: 'context_length_exceeded' })],
    gives: 'MODEL_CONTEXT_OVERFLOW',
    requests: 1,
  },
  'schema not taken': { replies: [status(400, 'Invalid schema'), good], gives: 'value', requests: 2 },
  'request not taken': { replies: [status(400, 'no')], gives: 'MODEL_REQUEST_REJECTED', requests: 2 },
  'prose before JSON': { replies: [{ kind: 'text', text: `Let me think. The run {loops}.\n\n${GOOD}\nThat is all.` }], gives: 'value', requests: 1 },
  'fenced JSON': { replies: [{ kind: 'text', text: `Here it is:\n\`\`\`json\n${GOOD}\n\`\`\`` }], gives: 'value', requests: 1 },
  'trailing comma': { replies: [{ kind: 'text', text: '{"step":3,"why":"it looped",}' }], gives: 'value', requests: 1 },
  'no JSON, then right': { replies: [{ kind: 'text', text: 'Step three, I think.' }, good], gives: 'value', requests: 2, repaired: true },
  'wrong shape, then right': { replies: [{ kind: 'text', text: '{"step":"three"}' }, good], gives: 'value', requests: 2, repaired: true },
  'wrong shape twice': { replies: [{ kind: 'text', text: '{"step":"three"}' }], gives: 'MODEL_ANSWER_INVALID', requests: 2 },
  'cut at the token limit': { replies: [{ kind: 'text', text: '{"step":3,"why":"it lo', finish: 'length' }], gives: 'MODEL_ANSWER_INVALID', requests: 1 },
};

export interface ScenarioOutcome {
  readonly gave: string;
  readonly answer: ModelAnswer<TestVerdict> | null;
  readonly message: string;
  readonly requests: number;
  readonly elapsedMs: number;
  readonly costUsd: number | null;
}

/** One scenario in one protocol. */
export async function runScenario(protocol: string, scenario: Scenario, server: ScriptedServer): Promise<ScenarioOutcome> {
  const spoken = PROTOCOLS[protocol];
  if (spoken === undefined) throw new Error(`no protocol ${protocol}`);
  server.script(...scenario.replies);
  const { client, ledger } = await openModel(spoken.name(server.address), {
    env: spoken.env(server.address),
    timeoutMs: scenario.replies.some(({ kind }) => kind === 'slow') ? 400 : 20_000,
    retry: { attempts: 3, firstWaitMs: 10 },
  });
  const start = performance.now();
  const outcome = await client.generate(testRequest()).then(
    (answer) => ({ gave: 'value', answer, message: '' }),
    (error: unknown) => {
      if (!isModelError(error)) throw error;
      return { gave: error.code, answer: null, message: error.message };
    },
  );
  return { ...outcome, requests: server.requests.length, elapsedMs: performance.now() - start, costUsd: ledger.totals().costUsd };
}

/** What is wrong with an outcome; empty where nothing is. */
export function problemsOf(scenario: Scenario, { gave, answer, requests, elapsedMs }: ScenarioOutcome): string[] {
  const problems: string[] = [];
  if (gave !== scenario.gives) problems.push(`gave ${gave}, not ${scenario.gives}`);
  if (requests !== scenario.requests) problems.push(`${requests} requests, not ${scenario.requests}`);
  if (elapsedMs < (scenario.atLeastMs ?? 0)) problems.push(`took ${elapsedMs.toFixed(0)} ms, less than ${scenario.atLeastMs}`);
  if (answer !== null && (answer.value?.step !== 3 || answer.value.why !== 'it looped')) problems.push('another value');
  if (answer !== null && answer.repaired !== (scenario.repaired ?? false)) problems.push(`repaired: ${answer.repaired}`);
  return problems;
}
