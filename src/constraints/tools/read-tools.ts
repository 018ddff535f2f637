import { AppError } from '../../base/errors.ts';
import { isRecord, type JsonValue, own, ownArray, ownString, pointerPart } from '../../base/json.ts';
import { safePattern } from '../json-schema/safe-pattern.ts';
import { schemaFaults } from '../json-schema/schema-faults.ts';

/** A tool as an agent is told of it. */
export interface ToolDefinition {
  readonly name: string;
  readonly description: string | null;
  /** JSON Schema of its arguments; null where none is given. */
  readonly parameters: JsonValue;
  /** JSON Schema of its result; null where none is given. */
  readonly result: JsonValue;
}

export interface ToolFile {
  readonly tools: readonly ToolDefinition[];
  /** What was left out, and what of a schema cannot be looked at, each with its place. */
  readonly notes: readonly string[];
}

const MAX_TOOLS = 10_000;
const MAX_NOTES = 20;

/** A definition and the JSON pointer to it. */
interface Placed {
  readonly value: unknown;
  readonly pointer: string;
  /** Whether the file holds the schema of the arguments in its place. */
  readonly isSchema?: boolean;
}

/**
 * Reads the tools of a file: a list in the shape of OpenAI (chat or responses), Anthropic, MCP or Google, an object with such
 * a list in `tools` or `functions`, or JSON Schemas by the name of their tool.
 * @throws AppError TOOLS_INVALID naming the file, the place in it and what is wrong
 */
export function readTools(json: unknown, file: string): ToolFile {
  const fail = (pointer: string, message: string): never => {
    throw new AppError('TOOLS_INVALID', `${file}: ${pointer === '' ? '' : `${pointer}: `}${message}`);
  };
  const notes: string[] = [];
  const note = (text: string): void => {
    if (notes.length < MAX_NOTES) notes.push(text);
  };
  const placed = definitionsIn(json);
  if (placed === null || placed.length === 0) {
    return fail('', 'holds no tools: expected a list of tools, an object with such a list, or JSON Schemas by name');
  }
  if (placed.length > MAX_TOOLS) fail('', `more than ${MAX_TOOLS} tools`);
  const tools: ToolDefinition[] = [];
  const pointers = new Map<string, string>();
  for (const { value, pointer, isSchema = false } of placed) {
    const found = definitionOf(value, pointer, isSchema);
    if (typeof found === 'string') return fail(pointer, found);
    if (found.name === '') {
      note(`${pointer}: a tool of the provider without a name, left out`);
      continue;
    }
    const before = pointers.get(found.name);
    if (before !== undefined) fail(pointer, `${before} is a tool called ${found.name} too`);
    pointers.set(found.name, pointer);
    for (const [schema, at] of found.schemas) {
      for (const fault of schemaFaults(schema, patternProblem)) {
        const place = `${at}${fault.pointer}`;
        if (fault.isFatal) fail(place, `${fault.problem} (tool ${found.name})`);
        note(`${place}: ${fault.problem}; what it says cannot be told`);
      }
    }
    tools.push(found);
  }
  if (tools.length === 0) fail('', 'holds no tool with a name');
  return { tools, notes };
}

function patternProblem(pattern: string): string | null {
  const compiled = safePattern(pattern);
  return typeof compiled === 'string' ? compiled : null;
}

/** The definitions in a file, in any of the shapes; null where it has none of them. */
function definitionsIn(json: unknown): readonly Placed[] | null {
  if (Array.isArray(json)) return listed(json, '');
  if (!isRecord(json)) return null;
  for (const way of [
    ['tools'],
    ['functions'],
    ['result', 'tools'],
    ['params', 'tools'],
    ['function_declarations'],
    ['functionDeclarations'],
  ]) {
    const found = way.reduce<unknown>((at, key) => own(at, key), json);
    if (Array.isArray(found)) return listed(found, `/${way.join('/')}`);
  }
  const inTools = own(json, 'tools');
  const [byName, pointer] = isRecord(inTools) ? [inTools, '/tools'] : [json, ''];
  if (isDefinition(json)) return [{ value: json, pointer: '' }];
  const entries = Object.entries(byName);
  if (!entries.every(([, schema]) => isSchemaLike(schema))) return null;
  return entries.map(([name, schema]) => {
    const isSchema = !isDefinition(schema);
    const value = isSchema ? { name, parameters: schema } : { name, ...schema };
    return { value, pointer: `${pointer}/${pointerPart(name)}`, isSchema };
  });
}

/** Google puts lists of declarations into its list of tools. */
function listed(list: readonly unknown[], pointer: string): readonly Placed[] {
  return list.flatMap((value, at): readonly Placed[] => {
    for (const key of ['function_declarations', 'functionDeclarations'] as const) {
      const inner = ownArray(value, key);
      if (inner !== null)
        return inner.map((one, index) => ({ value: one, pointer: `${pointer}/${at}/${key}/${index}` }));
    }
    return [{ value, pointer: `${pointer}/${at}` }];
  });
}

const SCHEMA_KEYS = [
  'parameters',
  'input_schema',
  'inputSchema',
  'parametersJsonSchema',
  'parameters_json_schema',
] as const;
const RESULT_KEYS = ['outputSchema', 'output_schema', 'response', 'responseJsonSchema', 'returns'] as const;

const isDefinition = (value: unknown): value is Record<string, unknown> =>
  isRecord(value) &&
  (isRecord(own(value, 'function')) || SCHEMA_KEYS.some((key) => isRecord(own(value, key)))) &&
  !isRecord(own(value, 'properties'));

const isSchemaLike = (value: unknown): boolean =>
  isRecord(value) &&
  (isDefinition(value) ||
    ['type', 'properties', '$ref', 'anyOf', 'oneOf', 'allOf', 'additionalProperties'].some((key) =>
      Object.hasOwn(value, key),
    ));

type Found = ToolDefinition & { readonly schemas: readonly (readonly [schema: unknown, pointer: string])[] };

function definitionOf(value: unknown, at: string, isSchema: boolean): Found | string {
  if (!isRecord(value)) return 'is no tool: an object is expected';
  const inner = own(value, 'function');
  const [definition, pointer] = isRecord(inner) ? [inner, `${at}/function`] : [value, at];
  const name = ownString(definition, 'name');
  if (name === null || name === '') {
    const kind = ownString(definition, 'type');
    // `{ "type": "web_search" }`: run by the provider, and not called by a name.
    if (kind !== null && kind !== 'function' && kind !== 'custom') {
      return { name: '', description: null, parameters: null, result: null, schemas: [] };
    }
    return 'the tool has no name';
  }
  const schemas: (readonly [unknown, string])[] = [];
  const pick = (keys: readonly string[]): JsonValue => {
    const key = keys.find((one) => own(definition, one) != null);
    if (key === undefined) return null;
    const schema = own(definition, key);
    schemas.push([schema, isSchema ? pointer : `${pointer}/${key}`]);
    return schema as JsonValue;
  };
  const parameters = pick(SCHEMA_KEYS);
  const result = pick(RESULT_KEYS);
  return { name, description: ownString(definition, 'description'), parameters, result, schemas };
}
