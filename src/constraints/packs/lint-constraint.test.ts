import { expect, it } from 'vitest';
import { constraintSchema } from '../../contracts/constraint.ts';
import { lintConstraint } from './lint-constraint.ts';

const NOTHING = { steps: null, agent: null, role: null, tool: null, content: null };
const lint = (more: Record<string, unknown>) => {
  const constraint = constraintSchema.parse({
    kind: 'constraint',
    schemaVersion: 1,
    id: 'c',
    description: 'c',
    scope: 'global',
    checkedBy: 'programmatic',
    appliesTo: 'step',
    origin: 'user',
    type: 'ANY',
    category: 'invalid-invocation',
    mode: null,
    severity: 'low',
    clause: '1',
    guard: null,
    check: { language: 'javascript', source: 'const check = () => true;' },
    examples: [{ note: '', holds: false, trace: [] }],
    ...more,
  });
  const clauses = [{ id: '1', heading: null, text: 'x' }];
  return lintConstraint(constraint, { clauses }).map(({ level, message }) => `${level}: ${message}`);
};

it.each([
  ['a sound one', {}, []],
  ['a pattern with lookahead', { guard: { ...NOTHING, content: '(?!a)b' } }, ['error: .*lookahead']],
  [
    'a role that is called otherwise',
    { guard: { ...NOTHING, role: 'assistant' } },
    ['error: guard/role can never match: no step has the role assistant.*here it is called agent'],
  ],
  [
    'roles of which one is none',
    { guard: { ...NOTHING, role: ['agent', 'human'] } },
    ['note: guard/role: no step has the role human'],
  ],
  ['a role of an imported view', { view: 'agentrx-ir', guard: { ...NOTHING, role: 'Orchestrator' } }, []],
  [
    'steps that are none',
    { guard: { ...NOTHING, steps: [{ from: 3, to: 1 }] } },
    ['error: guard/steps/0 can never match'],
  ],
  [
    'a schema in a circle',
    { check: { language: 'json-schema', schema: { allOf: [{ $ref: '#' }] } } },
    ['error: check/schema/allOf/0/\\$ref: refers to itself'],
  ],
  [
    'a schema that cannot be told whole',
    { check: { language: 'json-schema', schema: null, result: { type: 'dict' } } },
    ['note: check/result/type: "dict" is no type'],
  ],
  ['no examples', { examples: [] }, ['note: has no examples']],
  [
    'examples that all hold',
    { examples: [{ note: '', holds: true, trace: [] }] },
    ['note: has no example that violates it'],
  ],
  ['no clause', { clause: null }, ['note: names no clause']],
])('%s', (_what, more, expected) => {
  expect(lint(more)).toEqual(expected.map((pattern) => expect.stringMatching(pattern)));
});
