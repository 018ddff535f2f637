import { excerpt } from '../../base/text.ts';
import type { StepNumbers } from '../../prompting/number-steps.ts';
import { viewRun } from '../embedded/features/run-view.ts';
import type { ReadingInput } from './llm-judge.ts';
import { violationsByWeight } from './violations-block.ts';

/** A single call has the right step among its first three in 60 to 75 % of runs and first in 33 to 45 % (CatchBench). */
const MAX_COMPARED = 5;
const MAX_QUOTE = 160;
const MAX_LINES = 6;

type Source = { readonly name: string; readonly positions: readonly number[] };

/**
 * Steps to lay side by side: in turn the next one that earlier readings name, that the embedded judge ranks, that a check
 * speaks against, that the answer rests on. In the order of the run.
 */
export function comparedSteps(
  input: Pick<ReadingInput, 'index' | 'graph' | 'validationLog' | 'candidates' | 'opinions'>,
): readonly number[] {
  const chosen = new Set<number>();
  const sources = sourcesOf(input);
  const longest = sources.reduce((most, { positions }) => Math.max(most, positions.length), 0);
  for (let rank = 0; rank < longest && chosen.size < MAX_COMPARED; rank++) {
    for (const { positions } of sources) {
      const position = positions[rank];
      if (position !== undefined && chosen.size < MAX_COMPARED) chosen.add(position);
    }
  }
  return [...chosen].sort((a, b) => a - b);
}

function sourcesOf(
  input: Pick<ReadingInput, 'index' | 'graph' | 'validationLog' | 'candidates' | 'opinions'>,
): readonly Source[] {
  const { index, graph, validationLog, candidates, opinions = [] } = input;
  const behind = viewRun(index, graph, validationLog).behindAnswer;
  const ungrounded = graph.ungrounded.map(({ position }) => position).filter((position) => behind.has(position));
  const origins = [...behind].sort(([a, far], [b, near]) => near - far || a - b).map(([position]) => position);
  const known = (positions: readonly (number | null)[]) => [
    ...new Set(positions.flatMap((one) => (one === null || index.trajectory.steps[one] === undefined ? [] : [one]))),
  ];
  return [
    {
      name: 'an earlier reading',
      positions: known([
        ...opinions.map(({ critical }) => critical),
        ...opinions.flatMap(({ alternatives }) => alternatives.map(({ position }) => position)),
      ]),
    },
    { name: 'a ranking of the steps', positions: known(candidates.map(({ position }) => position)) },
    {
      name: 'a check',
      positions: known(
        violationsByWeight(validationLog).flatMap((one) => (one.recoveredPosition === null ? [one.position] : [])),
      ),
    },
    {
      name: 'the origin of what the run ended with',
      positions: known([...ungrounded, ...origins.filter((one) => index.trajectory.steps[one]?.role === 'agent')]),
    },
  ];
}

/** The candidates with what is known of each, to be fenced. */
export function candidatesText(positions: readonly number[], input: ReadingInput, numbers: StepNumbers): string {
  const sources = sourcesOf(input);
  return positions.map((position) => candidateText(position, sources, input, numbers)).join('\n');
}

function candidateText(
  position: number,
  sources: readonly Source[],
  { index, graph, validationLog, context }: ReadingInput,
  numbers: StepNumbers,
): string {
  const step = index.trajectory.steps[position];
  const names = sources.filter(({ positions }) => positions.includes(position)).map(({ name }) => name);
  const checks = context.violations
    ? validationLog.outcomes
        .filter((one) => one.status === 'violated' && one.position === position)
        .map((one) => {
          const repaired =
            one.recoveredPosition === null ? '' : `, made good in step ${numbers.numberOf(one.recoveredPosition)}`;
          const quote = one.evidence[0]?.quote;
          const words = quote === undefined ? '' : `, words: ${JSON.stringify(excerpt(quote, MAX_QUOTE))}`;
          return `check${repaired}: ${one.constraintId}: ${excerpt(one.message, 2 * MAX_QUOTE)}${words}`;
        })
    : [];
  const values = graph.edges.flatMap(({ from, to, carrier }) =>
    from === position && carrier.type === 'value'
      ? [`its value ${JSON.stringify(excerpt(carrier.value, 60))} is used in step ${numbers.numberOf(to)}`]
      : [],
  );
  const ungrounded = graph.ungrounded.flatMap((one) =>
    one.position === position ? [`no earlier step holds its value ${JSON.stringify(excerpt(one.value, 60))}`] : [],
  );
  const repairs = graph.recoveries.flatMap((one) =>
    one.actedPosition === position
      ? [
          one.recoveredPosition === null
            ? `its failure in step ${numbers.numberOf(one.failedPosition)} was not made good: ${excerpt(one.how, MAX_QUOTE)}`
            : `its failure was made good in step ${numbers.numberOf(one.recoveredPosition)}: ${excerpt(one.how, MAX_QUOTE)}`,
        ]
      : [],
  );
  const facts = [checks, repairs, ungrounded, values].flatMap((list) => list.slice(0, MAX_LINES));
  return [
    `Candidate: step ${numbers.numberOf(position)} (${excerpt(step?.agent ?? '', 60)}, ${step?.role ?? ''}), named by ${names.join(', ')}`,
    ...facts.map((fact) => `  - ${fact}`),
  ].join('\n');
}
