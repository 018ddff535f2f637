import { isRecord, type JsonValue, own, tryParseJson } from '../../base/json.ts';
import type { StepRole } from '../../contracts/trajectory.ts';
import {
  type EventInput,
  type TrajectoryBuilder,
  toolCallEvent,
  toolResultEvent,
} from '../shared/trajectory-builder.ts';
import type { Telemetry } from './telemetry.ts';

/** Calls that a step has prepared and another is to run: arguments by the name of the tool. */
export type PreparedCalls = Map<string, string>;

/** Events of a telemetry record. What a validator says is kept, and sets no outcome. */
export function telemetryEvents(
  builder: TrajectoryBuilder,
  { fields, errorType }: Telemetry,
  prepared: PreparedCalls,
): { readonly role: StepRole; readonly events: readonly EventInput[] } {
  const events: EventInput[] = [];
  const other = (key: 'Input' | 'Validation' | 'Constraints'): void => {
    const text = fields.get(key);
    if (text !== undefined) events.push({ kind: 'other', text, nativeKind: key.toLowerCase() });
  };
  other('Input');
  for (const key of ['Plan query', 'Plan'] as const) {
    const text = fields.get(key);
    if (text !== undefined) events.push({ kind: 'plan', text });
  }
  const tool = fields.get('Tool');
  const result = fields.get('Tool result');
  const error = fields.get('Error');
  if (tool !== undefined) {
    addToolDefinition(builder, tool, fields.get('Tool parameters'));
    const given = fields.get('Tool args') ?? '';
    // What runs as it was prepared is one call; other arguments make another, and leave the first unanswered.
    if (result === undefined || prepared.get(tool) !== given) events.push(toolCallEvent(null, tool, given));
    if (result === undefined) prepared.set(tool, given);
    else prepared.delete(tool);
    if (result !== undefined) events.push(toolResultEvent(null, tool, result, failed(fields, result), errorType));
  }
  if (result === undefined && (error !== undefined || isFailed(fields))) {
    events.push({ kind: 'error', text: error ?? fields.get('Status') ?? '', errorType });
  }
  const output = fields.get('Output') ?? '';
  if (output !== '') events.push({ kind: 'message', text: output, to: null });
  other('Validation');
  other('Constraints');
  for (const key of ['Operation', 'Role', 'Status'] as const) {
    if (fields.has(key)) builder.elide(`telemetry field \`${key}\``);
  }
  return { role: result === undefined ? 'agent' : 'tool', events };
}

const isFailed = (fields: Telemetry['fields']): boolean => fields.get('Status')?.toUpperCase() === 'ERROR';

function failed(fields: Telemetry['fields'], result: string): boolean | null {
  const said = own(tryParseJson(result), 'ok');
  if (fields.has('Error') || isFailed(fields) || said === false) return true;
  return fields.get('Status')?.toUpperCase() === 'OK' || said === true ? false : null;
}

/** `{name: {type, required}}` as a JSON Schema. */
function addToolDefinition(builder: TrajectoryBuilder, name: string, text: string | undefined): void {
  const fields = tryParseJson(text ?? '');
  if (!isRecord(fields)) return;
  const properties: [string, JsonValue][] = [];
  const required: string[] = [];
  for (const [key, field] of Object.entries(fields)) {
    if (own(field, 'required') === true) required.push(key);
    const type = own(field, 'type');
    properties.push([key, typeof type === 'string' ? { type } : {}]);
  }
  const parameters = { type: 'object', properties: Object.fromEntries(properties), required };
  builder.addTool({ name, description: null, parameters });
}
