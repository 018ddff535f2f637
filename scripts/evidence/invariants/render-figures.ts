import { CATEGORY_IDS } from '../../../src/taxonomy/categories.ts';
import { CROSSWALK_VERSION } from '../../../src/taxonomy/crosswalk.ts';
import { MODE_IDS } from '../../../src/taxonomy/modes.ts';
import { code, markdownTable } from '../../docs/page.ts';
import { type Agreement, agreementOfCategory, agreementOfMode, agreementOnStep, type LabelledRun } from './measure.ts';

export interface StepFigures {
  readonly title: string;
  readonly runs: number;
  readonly critical: number;
  readonly decisive: number;
  readonly abstained: number;
}

export interface Figures {
  readonly labelled: readonly LabelledRun[];
  readonly titles: ReadonlyMap<string, string>;
  readonly onRoot: readonly StepFigures[];
  /** Passing runs, and how many of them have a live finding of each mode. */
  readonly passing: { readonly runs: number; readonly broken: number; readonly byMode: ReadonlyMap<string, number> };
  readonly asked: { readonly open: number; readonly all: number };
}

export const share = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${part}/${whole} (${Math.round((100 * part) / whole)}%)`;

const row = (name: string, { labels, recalled, findings, right, chance }: Agreement): string[] => [
  name,
  share(recalled, labels),
  share(right, findings),
  `${(100 * chance).toFixed(1)}%`,
];

const HEAD = ['', 'Labels recalled', 'Findings that agree', 'Chance'];

/** Kinds whose figures are too low or too few to rest anything on, said in words. */
function weak(kinds: readonly (readonly [string, Agreement])[]): string[] {
  return kinds.flatMap(([name, { labels, recalled, findings, right, chance }]) => {
    const said: string[] = [];
    if (labels > 0 && recalled === 0) said.push(`none of ${labels} labels is recalled`);
    else if (labels > 0 && recalled / labels < 0.2) said.push(`${recalled} of ${labels} labels are recalled`);
    if (findings > 0 && right / findings <= chance) said.push(`its ${findings} findings agree no better than chance`);
    if (labels === 0 && findings === 0) said.push('nothing here is labelled so or found, so nothing is known of it');
    else if (findings === 0) said.push('it finds nothing here');
    else if (findings < 10) said.push(`it makes ${findings} findings here, too few to tell`);
    return said.length === 0 ? [] : [`- ${code(name)}: ${said.join('; ')}.`];
  });
}

export function renderFigures({ labelled, titles, onRoot, passing, asked }: Figures): string {
  const sets = [...titles].map(([id, title]) => ({ id, title, runs: labelled.filter((one) => one.dataset === id) }));
  const modes = MODE_IDS.map((mode) => [mode, agreementOfMode(labelled, mode)] as const);
  const categories = CATEGORY_IDS.filter((id) => id !== 'inconclusive').map(
    (category) => [category, agreementOfCategory(labelled, category)] as const,
  );
  return `# How the invariants agree with labels

Written by \`npm run evidence -- invariants\` from public runs; do not edit. What is measured is what is seen **without a
model**: the violations of rules that point to a mode, and what each invariant looks at by itself. Names are translated
by version ${CROSSWALK_VERSION} of the [crosswalk](crosswalk.md). Nothing here was learned from these labels.

*Labels recalled*: of the labels that are best called so, those at whose step something was found that the label accepts.
*Findings that agree*: of the steps found so, those with a label that accepts it; what people left unlabelled counts as
wrong. *Chance*: the share of agent steps with such a label, which findings thrown at random would reach.

## By set, whatever it is called

${markdownTable(
  ['Set', 'Runs', ...HEAD.slice(1)],
  sets.map(({ title, runs }) => {
    const [, ...cells] = row('', agreementOnStep(runs));
    return [title, String(runs.length), ...cells];
  }),
)}

## By mode

Over TRAIL and AgentErrorBench, whose labels speak of modes once translated.

${markdownTable(
  [...HEAD, 'Passing runs found broken'],
  modes.map(([mode, agreement]) => [...row(code(mode), agreement), share(passing.byMode.get(mode) ?? 0, passing.runs)]),
)}

## By category

Over all sets above.

${markdownTable(
  HEAD,
  categories.map(([category, agreement]) => row(code(category), agreement)),
)}

## The step that broke the run

Exact step of the judge's markers against the label; a run it abstains on counts as a miss.

${markdownTable(
  ['Set', 'Runs', 'Critical', 'Decisive', 'Abstained'],
  onRoot.map(({ title, runs, critical, decisive, abstained }) => [
    title,
    String(runs),
    share(critical, runs),
    share(decisive, runs),
    share(abstained, runs),
  ]),
)}

## Passing runs, and what is left for a model

Something is found broken for good in ${share(passing.broken, passing.runs)} passing runs. Of all modes at all steps,
${share(asked.open, asked.all)} stay open for a model.

## What is weak

${weak(modes).join('\n')}

By category:

${weak(categories).join('\n')}

Modes of reasoning are mostly a matter of meaning. What is seen of them here are values and claims without a source,
and words that contradict a result; the rest waits for the model's part.
`;
}
