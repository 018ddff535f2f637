import { isRecord, type JsonValue, own, ownString } from '../../base/json.ts';
import type { Tool } from '../../contracts/trajectory.ts';
import { parsedValue } from './otlp-attributes.ts';

/**
 * Tool definitions in the shape of any of the big providers: OpenAI's `{type, function: {…}}`, Anthropic's
 * `input_schema`, Google's lists of `function_declarations`, OpenTelemetry's flat ones; a list or JSON text of it.
 */
export function readTools(value: unknown): readonly Tool[] {
  const parsed = parsedValue(value);
  if (Array.isArray(parsed)) return parsed.flatMap(readTools);
  if (!isRecord(parsed)) return [];
  for (const key of ['function_declarations', 'functionDeclarations', 'toolSpec', 'tool', 'json_schema']) {
    const inner = own(parsed, key);
    if (inner !== undefined && ownString(parsed, 'name') === null) return readTools(inner);
  }
  const inner = own(parsed, 'function');
  const definition = isRecord(inner) ? inner : parsed;
  const name = ownString(definition, 'name');
  if (name === null || name === '') return [];
  const schema = SCHEMA_KEYS.map((key) => parsedValue(own(definition, key))).find(isRecord) ?? null;
  return [{ name, description: ownString(definition, 'description'), parameters: schema as JsonValue }];
}

const SCHEMA_KEYS = ['parameters', 'input_schema', 'inputSchema', 'parameters_json_schema', 'schema'];
