import { isRecord, type JsonValue, own, ownArray, ownString } from '../../base/json.ts';
import { excerpt, visibleText } from '../../base/text.ts';
import type { TrajectoryBuilder } from './trajectory-builder.ts';

/** Yes or no to "did the run do its task", as evaluation harnesses name it. */
const VERDICTS = ['won', 'resolved', 'passed', 'is_correct'];
/** Beside the messages themselves, `success` often says no more than that the program ended well. */
const METADATA_VERDICTS = [...VERDICTS, 'success'];
/** Labels and reference answers that stand beside a chat. */
const GOLD = ['annotations', 'labels', 'ground_truth', 'expected', 'expected_output', 'reference_answer', 'target'];
const FACTS = ['model', 'task_id', 'thread_id', 'environment', 'index', 'timestamp'];

/** Fields of a chat, a request or a response that are read elsewhere, or say how a provider was to be asked. */
const OTHER_FIELDS = new Set([
  ...GOLD,
  ...[
    'messages',
    'metadata',
    'tools',
    'functions',
    'system',
    'content',
    'choices',
    'usage',
    'request',
    'response',
    'error',
  ],
  ...[
    'tool_choice',
    'function_call',
    'response_format',
    'thinking',
    'reasoning',
    'stream_options',
    'logit_bias',
    'stop',
  ],
  ...['stop_sequences', 'container', 'prompt_filter_results'],
]);
const MAX_NAMED = 6;
const LONG_TEXT = 200;

/** Counts what stands beside a run's messages and is not read: lists, objects and long texts under other names. */
export function countOtherFields(builder: TrajectoryBuilder, body: Record<string, unknown>, read: string | null): void {
  let named = 0;
  for (const [key, value] of Object.entries(body)) {
    if (key === read || OTHER_FIELDS.has(key)) continue;
    const isLong = typeof value === 'string' && value.length > LONG_TEXT;
    const size = Array.isArray(value) ? value.length : isLong || isRecord(value) ? 1 : 0;
    if (size === 0) continue;
    const name = named < MAX_NAMED ? `field \`${excerpt(visibleText(key), 40)}\`` : 'other fields';
    builder.elide(`${name} beside the messages`, size);
    named++;
  }
  const choices = ownArray(body, 'choices')?.length ?? 0;
  if (choices > 1) builder.elide('further choices of a response', choices - 1);
}

/** Reads what stands beside a run's messages: outcome, labels, and a few facts. */
export function readRunFacts(builder: TrajectoryBuilder, body: Record<string, unknown>): void {
  const gold: [string, JsonValue][] = [];
  const metadata = own(body, 'metadata');
  readOutcome(builder, body, VERDICTS);
  if (isRecord(metadata)) readOutcome(builder, metadata, METADATA_VERDICTS);
  for (const holder of [body, metadata]) {
    if (!isRecord(holder)) continue;
    for (const key of GOLD) {
      const value = own(holder, key);
      if (value !== undefined && value !== null) gold.push([key, value as JsonValue]);
    }
    for (const key of FACTS) {
      const value = own(holder, key);
      if (typeof value === 'number' || (typeof value === 'string' && value.length <= 200)) {
        builder.addMetadata(key, value);
      }
    }
  }
  if (gold.length > 0) builder.gold = Object.fromEntries(gold);
}

/** A verdict in words, or a reward: 1 or more is success, 0 or less is failure, between them is neither. */
function readOutcome(builder: TrajectoryBuilder, holder: Record<string, unknown>, verdicts: readonly string[]): void {
  if (builder.outcome.status !== 'unknown') return;
  for (const key of verdicts) {
    const value = own(holder, key);
    if (typeof value !== 'boolean') continue;
    builder.outcome = { status: value ? 'succeeded' : 'failed', reward: null, reason: `\`${key}\` is ${value}` };
    return;
  }
  const reward = own(holder, 'reward');
  if (typeof reward !== 'number') return;
  const status = reward >= 1 ? 'succeeded' : reward <= 0 ? 'failed' : 'unknown';
  builder.outcome = { status, reward, reason: `reward ${reward}` };
}

/** The run's own id among the bodies of a record; null where it has none. */
export function runIdOf(bodies: readonly Record<string, unknown>[]): string | null {
  for (const body of bodies) {
    for (const key of ['trajectory_id', 'id']) {
      const id = ownString(body, key);
      if (id !== null && id !== '') return id;
    }
  }
  return null;
}

/** Tool definitions of a record: OpenAI's (`{type: "function", function: {…}}`, or flat, or `functions`) and Anthropic's. */
export function addTools(builder: TrajectoryBuilder, body: Record<string, unknown>): void {
  for (const tool of [...(ownArray(body, 'tools') ?? []), ...(ownArray(body, 'functions') ?? [])]) {
    const nested = own(tool, 'function');
    const definition = isRecord(nested) ? nested : tool;
    const name = ownString(definition, 'name');
    if (name === null) continue;
    const parameters = (own(definition, 'parameters') ?? own(definition, 'input_schema') ?? null) as JsonValue;
    builder.addTool({ name, description: ownString(definition, 'description'), parameters });
  }
}
