import { type JsonValue, own } from '../../base/json.ts';
import type { Span } from '../shared/span.ts';

/** What the task's metadata says that the agents were told, too. Everything else in it may be an answer or a fault. */
const TASK_FIELDS: ReadonlySet<string> = new Set(['task_id', 'domain', 'user_request', 'tool_name', 'tool_operation']);

/** Attributes that describe a span and give nothing away; anything else that is not read as a step's is kept as gold. */
const NEUTRAL =
  /^(?:experiment\.|gen_ai\.|agent\.|tool\.|error\.|http\.|rpc\.|server\.|peer\.|run\.status$|plan\.|task\.(?:id|input|domain)$|validation\.(?:status|reason)$)/;

/** Events of the agents' work; others (`fault.injected`, and whatever else may come) are the experiment's. */
const AGENT_EVENTS: ReadonlySet<string> = new Set([
  'task_delegated',
  'tool_call_planned',
  'tool_call_completed',
  'dependency_call_failed',
  'artifact_created',
  'validation_failed',
  'validation_passed',
  'validation_completed',
  'exception',
]);

/** The expected answer, the criteria and the injected fault: whatever is not known to be harmless. */
export function goldOf(run: Record<string, unknown>, spans: readonly Span[]): JsonValue {
  const task = own(run, 'task_metadata');
  return {
    task: leaveOut(task, (key) => TASK_FIELDS.has(key)),
    spans: spans.flatMap((span): JsonValue[] => {
      const attributes = leaveOut(Object.fromEntries(span.attributes), (key) => NEUTRAL.test(key));
      const events = span.events.filter((event) => !AGENT_EVENTS.has(event.name));
      if (Object.keys(attributes).length === 0 && events.length === 0) return [];
      const told = events.map(({ name, attributes: facts }) => ({ name, ...Object.fromEntries(facts) }) as JsonValue);
      return [{ span: span.id, attributes, events: told }];
    }),
  };
}

function leaveOut(record: unknown, known: (key: string) => boolean): { readonly [key: string]: JsonValue } {
  const entries = typeof record === 'object' && record !== null ? Object.entries(record) : [];
  return Object.fromEntries(entries.filter(([key]) => !known(key))) as { readonly [key: string]: JsonValue };
}
