import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { AppError } from '../src/base/errors.ts';
import { isRecord, own } from '../src/base/json.ts';
import { ARTIFACTS, type ArtifactName, artifactVersion, isArtifactName } from '../src/contracts/artifacts.ts';
import { readArtifact } from '../src/contracts/read-artifact.ts';

const names = Object.keys(ARTIFACTS).filter(isArtifactName);
const jsonSchemaOf = (name: ArtifactName): unknown =>
  z.toJSONSchema(ARTIFACTS[name].schema, { unrepresentable: 'any' });

const goldenFolder = join(import.meta.dirname, '__fixtures__/artifacts-v1');
const goldens = readdirSync(goldenFolder)
  .filter((file) => file.endsWith('.json'))
  .map((file) => ({ file, json: JSON.parse(readFileSync(join(goldenFolder, file), 'utf8')) as unknown }));
const golden = (file: string): Record<string, unknown> => {
  const json = goldens.find((one) => one.file === file)?.json;
  if (!isRecord(json)) throw new Error(`no golden artifact ${file}`);
  return structuredClone(json);
};

/** The fields of a JSON schema with their paths; array elements as `[]`, variants of a union by their number. */
function fieldsOf(schema: unknown, path = ''): { readonly path: string; readonly schema: unknown }[] {
  const properties = Object.entries(own(schema, 'properties') ?? {}).flatMap(([name, field]) => [
    { path: `${path}.${name}`, schema: field },
    ...fieldsOf(field, `${path}.${name}`),
  ]);
  const items = own(schema, 'items');
  const variants = variantsOf(schema);
  return [
    ...properties,
    ...(items === undefined ? [] : fieldsOf(items, `${path}[]`)),
    ...variants.flatMap((variant, index) => fieldsOf(variant, variants.length === 1 ? path : `${path}(${index})`)),
  ];
}

const variantsOf = (schema: unknown): readonly unknown[] => {
  const found = own(schema, 'anyOf') ?? own(schema, 'oneOf');
  return Array.isArray(found) ? found.filter((variant) => own(variant, 'type') !== 'null') : [];
};

const typesOf = (schema: unknown): readonly unknown[] =>
  [
    own(schema, 'type'),
    ...(Array.isArray(own(schema, 'anyOf')) ? (own(schema, 'anyOf') as unknown[]).map((one) => own(one, 'type')) : []),
  ].flat();

describe.each(names)('%s', (name) => {
  test('has a JSON schema with its kind and its version', () => {
    const properties = own(jsonSchemaOf(name), 'properties');
    expect(own(own(properties, 'kind'), 'const')).toBe(name);
    expect(own(own(properties, 'schemaVersion'), 'const')).toBe(artifactVersion(name));
    expect(own(jsonSchemaOf(name), 'required')).toEqual(expect.arrayContaining(['kind', 'schemaVersion']));
  });

  test('says what each number and flag means, and what null means', () => {
    const unclear = fieldsOf(jsonSchemaOf(name))
      .filter(({ path, schema }) => {
        const types = typesOf(schema);
        const needed = ['number', 'integer', 'boolean', 'null'].some((type) => types.includes(type));
        return needed && !path.endsWith('.schemaVersion') && own(schema, 'description') === undefined;
      })
      .map(({ path }) => path);
    expect(unclear).toEqual([]);
  });

  test('names the fields that hold artifacts of their own', () => {
    const holding = Object.entries(own(jsonSchemaOf(name), 'properties') ?? {})
      .filter(
        ([, field]) =>
          own(own(own(field, 'properties') ?? own(own(field, 'items'), 'properties'), 'schemaVersion'), 'const') !==
          undefined,
      )
      .map(([field]) => field);
    expect(ARTIFACTS[name].holds).toEqual(holding);
  });

  test('the golden artifacts show each of its fields, each variant, and each that can be null as something else', () => {
    const seen = new Set<string>();
    const visit = (schema: unknown, value: unknown, path: string): void => {
      if (value === null) return;
      const variants = variantsOf(schema);
      variants.forEach((variant, index) => {
        if (variants.length === 1 || matches(variant, value))
          visit(variant, value, variants.length === 1 ? path : `${path}(${index})`);
      });
      const items = own(schema, 'items');
      if (Array.isArray(value) && items !== undefined) for (const one of value) visit(items, one, `${path}[]`);
      for (const [field, inner] of Object.entries(own(schema, 'properties') ?? {})) {
        const found = own(value, field);
        if (found === undefined || found === null) continue;
        seen.add(`${path}.${field}`);
        visit(inner, found, `${path}.${field}`);
      }
    };
    for (const { json } of goldens) if (own(json, 'kind') === name) visit(jsonSchemaOf(name), json, '');
    expect(
      fieldsOf(jsonSchemaOf(name))
        .map(({ path }) => path)
        .filter((path) => !seen.has(path)),
    ).toEqual([]);
  });
});

/** Whether a value is of an object variant: it has each required field, and those with a fixed value have that value. */
const matches = (variant: unknown, value: unknown): boolean => {
  const required = own(variant, 'required');
  if (!Array.isArray(required)) return false;
  return required.every((field: string) => {
    const fixed = own(own(own(variant, 'properties'), field), 'const');
    return own(value, field) !== undefined && (fixed === undefined || fixed === own(value, field));
  });
};

describe('stored artifacts of version 1 can be read for ever', () => {
  test.each(goldens)('$file', ({ json }) => {
    const read = readArtifact(json);
    // Not merely accepted: nothing that was stored is lost on the way.
    expect(read).toEqual(json);
    expect(JSON.parse(JSON.stringify(read))).toEqual(json);
  });
});

describe('readArtifact', () => {
  const codeOf = (json: unknown): readonly [string, string] => {
    try {
      readArtifact(json);
    } catch (error) {
      if (AppError.isInstance(error)) return [error.code, error.message];
      throw error;
    }
    throw new Error('was read');
  };

  test('refuses what a newer release wrote, also inside a run', () => {
    expect(codeOf({ ...golden('diagnosis.json'), schemaVersion: 2 })).toEqual([
      'ARTIFACT_TOO_NEW',
      'diagnosis of version 2; this release reads up to 1',
    ]);
    const run = golden('run.json');
    expect(codeOf({ ...run, graph: { ...golden('reasoning-action-graph.json'), schemaVersion: 7 } })[0]).toBe(
      'ARTIFACT_TOO_NEW',
    );
  });

  test('names the place of the first problem', () => {
    const trajectory = golden('trajectory.json');
    const steps = trajectory.steps;
    if (!Array.isArray(steps)) throw new Error('steps');
    steps[2] = { ...steps[2], position: 'two' };
    expect(codeOf(trajectory)).toEqual([
      'ARTIFACT_INVALID',
      'trajectory: /steps/2/position: Invalid input: expected number, received string',
    ]);
  });

  test.each([
    ['nothing', null, '/kind: expected one of trajectory'],
    ['a list', [], 'found none'],
    ['another kind', { kind: 'toString', schemaVersion: 1 }, 'found "toString"'],
    ['no version', { kind: 'label' }, 'label: /schemaVersion: expected a whole number'],
    ['a version that never was', { kind: 'label', schemaVersion: 0 }, 'there never was a version 0'],
    ['a run without parts', { kind: 'run', schemaVersion: 1 }, 'run: /trajectory: '],
    ['a run with a strange part', { kind: 'run', schemaVersion: 1, judgments: [3] }, '/judgments/0/kind: expected'],
  ])('refuses %s', (_what, json, message) => {
    const [code, text] = codeOf(json);
    expect(code).toBe('ARTIFACT_INVALID');
    expect(text).toContain(message);
  });

  test('carries an older version over, step by step and inside a run', () => {
    const upgraders = {
      label: {
        [-1]: ({ who, ...rest }: Readonly<Record<string, unknown>>) => ({ ...rest, by: who }),
        0: ({ by, ...rest }: Readonly<Record<string, unknown>>) => ({ ...rest, annotator: by }),
      },
      judgment: { 0: (old: Readonly<Record<string, unknown>>) => ({ ...old, abstained: null }) },
    };
    const { annotator, ...label } = golden('label-position.json');
    expect(readArtifact({ ...label, who: annotator, schemaVersion: -1 }, upgraders)).toEqual(
      golden('label-position.json'),
    );
    const { abstained: _, ...judgment } = golden('judgment.json');
    const run = {
      ...golden('run.json'),
      judgments: [{ ...judgment, schemaVersion: 0 }, golden('judgment-abstained.json')],
    };
    expect(readArtifact(run, upgraders)).toEqual(golden('run.json'));
  });
});
