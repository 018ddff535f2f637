import { expect, it } from 'vitest';
import { AppError } from '../../base/errors.ts';
import { constraintPackSchema } from '../../contracts/constraint-pack.ts';
import { definePack, javascript } from './define-pack.ts';
import type { PackInput } from './pack-file.ts';
import { readPack } from './read-pack.ts';

const ORDER_PENDING = {
  id: 'order-pending',
  description: 'Only pending orders are cancelled.',
  clause: '1.1',
  category: 'instruction-plan-adherence',
  guard: { tool: 'cancel_order' },
  check: { language: 'javascript', functionName: 'orderPending' },
} satisfies PackInput['constraints'][number];

const PACK = {
  name: 'shop',
  clauses: [{ id: '1.1', text: 'Only cancel an order that is pending.' }],
  library: { javascript: 'shop.js' },
  constraints: [ORDER_PENDING],
} satisfies PackInput;

const read = (json: unknown) => readPack(json, 'shop.json', (path) => `// ${path}`);

it('fills in what is left out, and joins a check with the library of its pack', () => {
  const pack = read(PACK);
  expect(constraintPackSchema.parse(pack)).toEqual(pack);
  expect(pack.libraries.javascript).toBe('// shop.js');
  expect(pack.constraints[0]).toMatchObject({
    origin: 'user',
    severity: 'medium',
    guard: { tool: 'cancel_order', role: null },
    check: { source: '', functionName: 'orderPending', library: 'shop' },
  });
});

it('takes checks written as functions as their text', () => {
  const pack = read(
    definePack({
      ...PACK,
      constraints: [{ ...ORDER_PENDING, check: javascript((_trajectory, step) => step.events.length > 0) }],
    }),
  );
  expect(pack.constraints[0]?.check).toMatchObject({ source: expect.stringContaining('step.events.length') });
});

it.each([
  ['no object', [], 'a pack is an object'],
  ['no constraints', { name: 'x' }, '/constraints'],
  ['a field that does not exist', { ...PACK, constrains: [] }, 'constrains'],
  [
    'a field of a constraint that does not exist',
    { ...PACK, constraints: [{ ...ORDER_PENDING, guards: {} }] },
    '/constraints/0',
  ],
  [
    'two constraints of one id',
    { ...PACK, constraints: [ORDER_PENDING, ORDER_PENDING] },
    'two constraints have the id order-pending',
  ],
  ['a clause that is not there', { ...PACK, constraints: [{ ...ORDER_PENDING, clause: '9' }] }, 'no clause 9'],
  ['a check without a program', { ...PACK, library: {} }, 'give a source'],
  [
    'a guard of a role that no step has',
    { ...PACK, constraints: [{ ...ORDER_PENDING, guard: { role: 'assistant' } }] },
    '/constraints/0/guard/role: can never match: no step has the role assistant',
  ],
  [
    'a guard of steps that are none',
    { ...PACK, constraints: [{ ...ORDER_PENDING, guard: { steps: [{ from: 2, to: 1 }] } }] },
    '/constraints/0/guard/steps/0: can never match',
  ],
  ['a newer version', { ...PACK, schemaVersion: 2 }, '/schemaVersion'],
])('refuses %s and names the place', (_what, json, message) => {
  const failure = (): AppError => {
    try {
      read(json);
    } catch (error) {
      if (AppError.isInstance(error)) return error;
      throw error;
    }
    throw new Error('was read');
  };
  expect(failure().code).toBe('PACK_INVALID');
  expect(failure().message).toContain(message);
  expect(failure().message).toContain('shop.json');
});
