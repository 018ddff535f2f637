import { isRecord, own, ownString, tryParseJson } from '../../base/json.ts';

export interface Telemetry {
  /** Fields by the names below; the values are quotes of the content. */
  readonly fields: ReadonlyMap<TelemetryKey, string>;
  readonly errorType: string | null;
}

/** The keys that are known, in the text's spelling and in JSON's. */
const KEYS = {
  Agent: 'agent',
  Operation: 'operation',
  Role: 'role',
  Status: 'status',
  'Plan query': 'plan_query',
  Plan: 'plan',
  Tool: 'tool_name',
  'Tool parameters': 'tool_parameters',
  'Tool args': 'tool_args',
  'Tool result': 'tool_result',
  Error: 'error',
  Input: 'input',
  Output: 'output',
  Validation: 'validation',
  Constraints: 'constraints',
} as const;
export type TelemetryKey = keyof typeof KEYS;

const NAMES = Object.keys(KEYS) as readonly TelemetryKey[];
/** Fewer known keys than this, and a text that happens to hold a colon would pass for telemetry. */
const FEWEST = 3;

/** Reads content as telemetry: lines of `Key: value`, or a JSON object of the same fields. Null where it is neither. */
export function readTelemetry(content: string): Telemetry | null {
  const telemetry = content.trimStart().startsWith('{') ? fromJson(content) : fromLines(content);
  return telemetry !== null && telemetry.fields.size >= FEWEST && telemetry.fields.has('Agent') ? telemetry : null;
}

/** A value runs to the next line that starts with a key not seen before: an answer may well hold line breaks, and colons. */
function fromLines(content: string): Telemetry | null {
  if (keyAt(content, 0) === null) return null;
  const marks: { readonly key: TelemetryKey; readonly start: number; readonly valueStart: number }[] = [];
  const seen = new Set<TelemetryKey>();
  for (let at = 0; at !== -1 && at < content.length; at = nextLine(content, at)) {
    const key = keyAt(content, at);
    if (key === null || seen.has(key)) continue;
    seen.add(key);
    marks.push({ key, start: at, valueStart: at + key.length + 1 });
  }
  const fields = new Map(
    marks.map(({ key, valueStart }, index) => [
      key,
      content.slice(valueStart, marks[index + 1]?.start ?? content.length).trim(),
    ]),
  );
  return { fields, errorType: /^([A-Za-z_][\w.]{0,100}):/.exec(fields.get('Error') ?? '')?.[1] ?? null };
}

function nextLine(content: string, at: number): number {
  const end = content.indexOf('\n', at);
  return end === -1 ? -1 : end + 1;
}

function keyAt(content: string, at: number): TelemetryKey | null {
  return NAMES.find((key) => content.startsWith(`${key}:`, at)) ?? null;
}

function fromJson(content: string): Telemetry | null {
  const record = tryParseJson(content);
  if (!isRecord(record)) return null;
  const fields = new Map<TelemetryKey, string>();
  for (const key of NAMES) {
    const value = own(record, KEYS[key]);
    if (typeof value === 'string') fields.set(key, value);
    // An error and a verdict are objects: what they say is in `message` or `reason`.
    else if (isRecord(value)) fields.set(key, ownString(value, 'message') ?? ownString(value, 'reason') ?? '');
  }
  return { fields, errorType: ownString(own(record, 'error'), 'type') };
}
