import { z } from 'zod';
import { own, ownArray, ownString } from '../../src/base/json.ts';
import { ARTIFACTS, artifactVersion, isArtifactName } from '../../src/contracts/artifacts.ts';
import { code, definePage, markdownTable } from './page.ts';

type Row = readonly [path: string, type: string, meaning: string];

/**
 * The rows of what a schema holds: every field with its path; a list's elements as `[]`, the fields that only one
 * variant of a union has as `[kind=message]`.
 */
function rowsUnder(schema: unknown, path: string, held: readonly string[]): Row[] {
  const items = own(schema, 'items');
  if (items !== undefined) return rowsUnder(items, `${path}[]`, held);
  const variants = variantsOf(schema);
  const fields = Object.entries(own(schema, 'properties') ?? {});
  if (variants.length === 1) return rowsUnder(variants[0], path, held);
  if (variants.length > 1) return rowsOfVariants(variants, path);
  return fields.flatMap(([name, field]) => {
    const place = path === '' ? name : `${path}.${name}`;
    const kind = held.includes(place) ? heldKind(field) : null;
    return kind === null
      ? rowsOfField(field, place, held)
      : [[code(place), `${own(field, 'items') === undefined ? '' : 'list of '}${linkTo(kind)}`, '']];
  });
}

const rowsOfField = (field: unknown, place: string, held: readonly string[] = []): Row[] => [
  [code(place), typeOf(field), ownString(field, 'description') ?? ''],
  ...rowsUnder(field, place, held),
];

/** Fields that all variants share once, then those that each has of its own. */
function rowsOfVariants(variants: readonly unknown[], path: string): Row[] {
  const fields = variants.map((variant) => Object.entries(own(variant, 'properties') ?? {}));
  const same = (name: string, field: unknown) =>
    fields.every((others) =>
      others.some(([other, value]) => other === name && JSON.stringify(value) === JSON.stringify(field)),
    );
  const shared = (fields[0] ?? []).filter(([name, field]) => same(name, field));
  const told = (fields[0] ?? []).find(([, field]) => own(field, 'const') !== undefined)?.[0] ?? null;
  const values = fields.map((all) => String(own(all.find(([name]) => name === told)?.[1], 'const')));
  return [
    ...(told === null ? [] : [[code(`${path}.${told}`), values.map(code).join(', '), ''] as const]),
    ...shared.flatMap(([name, field]) => rowsOfField(field, `${path}.${name}`)),
    ...fields.flatMap((all, index) =>
      all
        .filter(([name, field]) => name !== told && !same(name, field))
        .flatMap(([name, field]) =>
          rowsOfField(field, told === null ? `${path}.${name}` : `${path}[${told}=${values[index]}].${name}`),
        ),
    ),
  ];
}

const variantsOf = (schema: unknown): readonly unknown[] =>
  (ownArray(schema, 'anyOf') ?? ownArray(schema, 'oneOf') ?? []).filter((one) => own(one, 'type') !== 'null');

const heldKind = (field: unknown): string | null =>
  ownString(own(own(own(field, 'items') ?? field, 'properties'), 'kind'), 'const');

const linkTo = (kind: string): string => `[${kind}](#${kind})`;

function typeOf(schema: unknown): string {
  const fixed = own(schema, 'const');
  if (fixed !== undefined) return code(JSON.stringify(fixed));
  const values = ownArray(schema, 'enum');
  if (values !== null) return values.map((value) => code(String(value))).join(', ');
  const type = own(schema, 'type');
  if (Array.isArray(type)) return type.join(' or ');
  if (type === 'array') return `list of ${typeOf(own(schema, 'items'))}`;
  if (typeof type === 'string') return type;
  const all = ownArray(schema, 'anyOf') ?? ownArray(schema, 'oneOf');
  if (all === null) return 'any JSON';
  return [...new Set(all.map(typeOf))].join(' or ');
}

export default definePage({
  path: 'docs/reference/contracts.md',
  render() {
    const names = Object.keys(ARTIFACTS).filter(isArtifactName);
    const sections = names.map((name) => {
      const schema = z.toJSONSchema(ARTIFACTS[name].schema, { unrepresentable: 'any' });
      return `## ${name}

${ARTIFACTS[name].title}. Version ${artifactVersion(name)}.

${markdownTable(['Field', 'Type', 'Meaning'], rowsUnder(schema, '', ARTIFACTS[name].holds))}`;
    });
    return `# Artifacts

What Culprit stores, prints as JSON and hands from stage to stage. Each is plain JSON with a \`kind\` and a
\`schemaVersion\`; a newer release reads what an older one wrote. \`[]\` stands for the elements of a list, and
\`[kind=message]\` for those of that kind.

${names.map((name) => `- ${linkTo(name)}: ${ARTIFACTS[name].title.toLowerCase()}`).join('\n')}

${sections.join('\n\n')}`;
  },
});
