import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSandbox } from '../src/compose.ts';
import { checkConstraints } from '../src/constraints/checking/check-constraints.ts';
import { librariesOf, readPack } from '../src/constraints/packs/read-pack.ts';
import type { ConstraintPack } from '../src/contracts/constraint-pack.ts';
import type { Sandbox } from '../src/contracts/sandbox.ts';
import { parseTrace } from '../src/formats/read-trace.ts';
import { indexTrajectory } from '../src/trajectory/index-trajectory.ts';

const PACKS = join(import.meta.dirname, '../examples/packs');

const loadPack = (name: string): ConstraintPack => {
  const file = join(PACKS, name, 'culprit.constraints.json');
  return readPack(JSON.parse(readFileSync(file, 'utf8')), file, (path) =>
    readFileSync(join(PACKS, name, path), 'utf8'),
  );
};

const names = readdirSync(PACKS).filter((name) => existsSync(join(PACKS, name, 'culprit.constraints.json')));

it('finds the packs of the examples', () => {
  expect(names).toEqual(expect.arrayContaining(['tau-airline', 'tau-retail']));
});

describe.each(names)('the pack %s', (name) => {
  const pack = loadPack(name);
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await createSandbox({ language: 'javascript' });
  });
  afterAll(async () => {
    await sandbox.close();
  });

  it('maps each constraint to a clause, and shows it held and violated', () => {
    const wanting = pack.constraints.filter(
      ({ clause, examples }) =>
        clause === null || !examples?.some(({ holds }) => holds) || examples.every(({ holds }) => holds),
    );
    expect(wanting.map(({ id }) => id)).toEqual([]);
  });

  const examples = pack.constraints.flatMap((constraint) =>
    (constraint.examples ?? []).map((example) => ({ constraint, example, title: `${constraint.id}: ${example.note}` })),
  );
  it.each(examples)('$title', async ({ constraint, example }) => {
    const [parsed] = parseTrace(JSON.stringify(example.trace));
    if (!parsed?.ok) throw new Error('the example is no trace');
    const { outcomes } = await checkConstraints({
      index: indexTrajectory(parsed.value),
      constraints: [constraint],
      libraries: librariesOf([pack]),
      sandbox: async () => sandbox,
    });
    expect(outcomes.filter(({ status }) => status === 'error')).toEqual([]);
    const violated = outcomes.filter(({ status }) => status === 'violated');
    if (example.holds) {
      expect(violated).toEqual([]);
      expect(outcomes.map(({ status }) => status)).toContain('satisfied');
    } else {
      expect(violated).toHaveLength(1);
      expect(violated[0]?.message).not.toContain('do not stand');
      expect(violated[0]?.evidence.length).toBeGreaterThan(0);
    }
  });
});
