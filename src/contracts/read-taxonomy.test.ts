import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { AppError } from '../base/errors.ts';
import { readTaxonomy } from './read-taxonomy.ts';

const category = (id: string, changed: Readonly<Record<string, unknown>> = {}) => ({
  id,
  title: `Title of ${id}`,
  description: `What happens in ${id}.`,
  checklist: [`Is it ${id}?`],
  mapsTo: 'system-failure',
  ...changed,
});
const text = (categories: readonly unknown[], changed: Readonly<Record<string, unknown>> = {}) =>
  JSON.stringify({ kind: 'taxonomy', schemaVersion: 1, id: 'mine', title: 'Mine', categories, ...changed });

it('reads the one in the reference, and finds nothing odd in it', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/reference/crosswalk.md'), 'utf8');
  const sample = /```json taxonomy\n([\s\S]*?)```/.exec(page)?.[1] ?? '';
  const { taxonomy, warnings } = readTaxonomy(sample);
  expect(taxonomy.categories.map(({ id, mapsTo }) => [id, mapsTo])).toEqual([
    ['wrong-customer', 'invention-of-information'],
  ]);
  expect(warnings).toEqual([]);
});

describe('what is wrong is named with its place', () => {
  it.each([
    ['no JSON', '{"kind": ', 'JSON ends in the middle of a value'],
    ['a list', '[]', 'taxonomy: a taxonomy is an object'],
    ['no categories', text([]), '/categories: there is no category'],
    ['an id with spaces', text([category('a b')]), '/categories/0/id: a b is not kebab-case'],
    ['an id twice', text([category('a'), category('a')]), '/categories/1/id: two categories have the id a'],
    ['no question', text([category('a', { checklist: [] })]), '/categories/0/checklist: there is no question'],
    ['an empty question', text([category('a', { checklist: [' '] })]), '/categories/0/checklist/0: there is nothing'],
    ['a target that is none', text([category('a', { mapsTo: 'toString' })]), '/categories/0/mapsTo: '],
    [
      'a huge description',
      text([category('a', { description: 'x'.repeat(3_000) })]),
      '/categories/0/description: longer',
    ],
    ['too many', text(Array.from({ length: 201 }, (_, at) => category(`c${at}`))), '/categories: more than 200'],
    ['another kind', text([category('a')], { kind: 'label' }), '/kind: '],
    ['a huge file', ' '.repeat(1_000_001), 'longer than 1000000 characters'],
    ['deep nesting', `${'['.repeat(500)}${']'.repeat(500)}`, 'nested more than'],
  ])('%s', (_what, given, message) => {
    const read = () => readTaxonomy(given);
    expect(read).toThrow(AppError);
    expect(read).toThrow(message);
  });
});

it('warns of what cannot tell two categories apart, or says nothing', () => {
  const { warnings } = readTaxonomy(
    text([
      category('a', { checklist: ['Did it stop?', 'It stopped.'] }),
      category('b', { title: 'title of A', checklist: ['did it  stop'], description: 'Title of a.' }),
      category('invalid-invocation'),
      category('c', { mapsTo: 'inconclusive' }),
    ]),
  );
  expect(warnings.map(({ pointer, message }) => `${pointer} ${message.split(':')[0]}`)).toEqual([
    '/categories/0/checklist/1 is no question',
    '/categories/1/title a has the same title',
    '/categories/1/description says no more than the title',
    '/categories/1/checklist/0 is no question',
    '/categories/1/checklist/0 is asked for a too, so it does not tell the two apart',
    '/categories/2/mapsTo invalid-invocation is a category here too, and this one maps to system-failure',
    '/categories/3/mapsTo is compared with nothing',
  ]);
});
