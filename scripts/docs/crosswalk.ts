import { CATEGORY_IDS } from '../../src/taxonomy/categories.ts';
import { CROSSWALK, CROSSWALK_VERSION, entriesFor, SCHEME_IDS } from '../../src/taxonomy/crosswalk.ts';
import { MODE_IDS } from '../../src/taxonomy/modes.ts';
import { code, definePage, markdownTable } from './page.ts';

export default definePage({
  path: 'docs/reference/crosswalk.md',
  render: () => `# Crosswalk

What failures are called elsewhere, and here. Version ${CROSSWALK_VERSION} of the table; our own names are explained in
[categories](categories.md). Where a scheme does not tell apart what we do, several names are given, the best first.

${SCHEME_IDS.map(section).join('\n\n')}

## Back

What each of ours may be called elsewhere.

${markdownTable(
  ['Ours', ...SCHEME_IDS.filter((id) => id !== 'modes').map((id) => CROSSWALK[id].title)],
  [...CATEGORY_IDS.filter((id) => id !== 'inconclusive'), ...MODE_IDS].map((one) => [
    code(one),
    ...SCHEME_IDS.filter((id) => id !== 'modes').map((id) => entriesFor(id, one).join(', ') || '–'),
  ]),
)}

## A taxonomy of your own

A JSON file names kinds of failure of your own, each with questions that tell it from the others and the category here
that it comes nearest to. \`readTaxonomy(text)\` of the library reads it and says what is wrong with it.

\`\`\`json taxonomy
{
  "kind": "taxonomy",
  "schemaVersion": 1,
  "id": "support-desk",
  "title": "Failures of the support desk",
  "categories": [
    {
      "id": "wrong-customer",
      "title": "Wrong customer",
      "description": "The agent looked up or changed the record of someone else.",
      "checklist": ["Does the id in the call belong to the one who writes?"],
      "mapsTo": "invention-of-information"
    }
  ]
}
\`\`\``,
});

function section(id: (typeof SCHEME_IDS)[number]): string {
  const { title, source, entries, rows, without } = CROSSWALK[id];
  const names: Readonly<Record<string, { readonly title: string }>> = entries;
  const list = Object.entries(rows).map(([name, { categories, modes, reason }]) => [
    id === 'modes' ? code(name) : `${name}${id === 'trail' ? '' : ` ${names[name]?.title ?? ''}`}`,
    categories.map(code).join(', '),
    ...(id === 'modes' ? [] : [modes.map(code).join(', ')]),
    reason,
  ]);
  const head = id === 'modes' ? ['Mode', 'Categories', 'Why'] : ['There', 'Categories', 'Modes', 'Why'];
  const missing = Object.entries(without);
  return [
    `## ${title}`,
    `${source}.`,
    markdownTable(head, list),
    ...(missing.length === 0
      ? []
      : [`It has no name for: ${missing.map(([one, why]) => `${code(one)} (${why.replace(/\.$/, '')})`).join('; ')}.`]),
  ].join('\n\n');
}
