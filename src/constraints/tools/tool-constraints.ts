import type { Constraint } from '../../contracts/constraint.ts';
import type { ToolDefinition } from './read-tools.ts';

/**
 * Makes constraints of the definitions of tools: for each tool that its calls fit its schemas; for all of them together that
 * no other tool is called, and that no call is left without a result.
 */
export function toolConstraints(tools: readonly ToolDefinition[]): readonly Constraint[] {
  const ids = new Set<string>();
  return [...tools.map((tool) => ofTool(tool, freeId(`tool-call.${tool.name}`, ids))), KNOWN, ANSWERED];
}

const COMMON = {
  kind: 'constraint',
  schemaVersion: 1,
  scope: 'global',
  checkedBy: 'programmatic',
  origin: 'tool-schema',
  category: 'invalid-invocation',
  mode: 'invocation-issue',
  clause: null,
} as const satisfies Partial<Constraint>;

const ofTool = ({ name, parameters, result }: ToolDefinition, id: string): Constraint => ({
  ...COMMON,
  id,
  description:
    result === null
      ? `The arguments of ${name} fit its schema.`
      : `The arguments of ${name} fit its schema, and so does its result.`,
  appliesTo: 'step',
  type: 'SCHEMA',
  severity: 'medium',
  guard: { steps: null, agent: null, role: null, tool: name, content: null },
  check: { language: 'json-schema', schema: parameters, result },
  ...(result === null ? {} : { targets: ['invalid-invocation', 'system-failure'] }),
});

const KNOWN: Constraint = {
  ...COMMON,
  id: 'tools-known',
  description: 'Only tools that are defined are called.',
  appliesTo: 'trajectory',
  type: 'CAPABILITY',
  severity: 'high',
  guard: null,
  check: { language: 'builtin', ref: 'tools-known' },
};

const ANSWERED: Constraint = {
  ...COMMON,
  id: 'tools-answered',
  description: 'Every call of a tool gets a result before the run goes on.',
  category: 'system-failure',
  mode: 'execution-failure',
  appliesTo: 'trajectory',
  type: 'PROTOCOL',
  severity: 'medium',
  guard: null,
  check: { language: 'builtin', ref: 'calls-answered' },
};

/** An id of letters that ids may have; names of tools may have others. */
function freeId(wanted: string, taken: Set<string>): string {
  const stem = wanted.replace(/[^\w.-]+/g, '-').slice(0, 110);
  let id = stem;
  for (let number = 2; taken.has(id); number++) id = `${stem}-${number}`;
  taken.add(id);
  return id;
}
