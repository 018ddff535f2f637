import { MARKER_MEANING, MARKERS } from '../../src/contracts/judgment.ts';
import { CATEGORIES } from '../../src/taxonomy/categories.ts';
import { MODES } from '../../src/taxonomy/modes.ts';
import { OWNERS } from '../../src/taxonomy/owners.ts';
import { code, definePage, markdownTable } from './page.ts';

export default definePage({
  path: 'docs/reference/categories.md',
  render: () => `# Markers, categories, modes, owners

A diagnosis names steps (markers), says what kind of failure it was (category and mode) and who can mend it (owner).

## Markers

They answer different questions, so all are given. ${code('--target')} chooses the one that leads.

${markdownTable(
  ['Marker', 'Names'],
  MARKERS.map((name) => [code(name), MARKER_MEANING[name]]),
)}

## Categories

AgentRx's nine root causes (arXiv 2602.02475), and ${code('inconclusive')}.

${markdownTable(
  ['Category', 'Title', 'Means'],
  Object.entries(CATEGORIES).map(([id, { title, description }]) => [code(id), title, description]),
)}

## Modes

AgentScope's ten failure modes, a second view of the same failure.

${markdownTable(
  ['Mode', 'Of', 'Means'],
  Object.entries(MODES).map(([id, { bucket, description }]) => [code(id), bucket, description]),
)}

## Owners

Who can mend it.

${markdownTable(
  ['Owner', 'Advice'],
  Object.entries(OWNERS).map(([id, { advice }]) => [code(id), advice]),
)}`,
});
