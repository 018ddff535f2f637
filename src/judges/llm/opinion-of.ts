import { excerpt, plural } from '../../base/text.ts';
import type { ModelAnswer } from '../../contracts/model.ts';
import type { Opinion } from '../../contracts/opinion.ts';
import type { StepNumbers } from '../../prompting/number-steps.ts';
import type { TrajectoryIndex } from '../../trajectory/index-trajectory.ts';
import type { ReadingInput } from './llm-judge.ts';
import { locateCited } from './locate-cited.ts';
import { readCategory, readMode } from './read-category.ts';
import type { ReadingAnswer } from './reading-answer.ts';

const MAX_CITED = 12;
const MAX_ALTERNATIVES = 5;
const MAX_QUOTE = 2_000;

/** An opinion that says nothing yet: what a failed call leaves, and what an answer is written into. */
export const emptyOpinion = (
  judge: string,
  { client, sampleIndex }: Pick<ReadingInput, 'client' | 'sampleIndex'>,
): Opinion => ({
  judge,
  modelId: client.id,
  model: null,
  sampleIndex,
  failure: null,
  firstMistake: null,
  critical: null,
  decisive: null,
  agent: null,
  category: null,
  mode: null,
  confidence: null,
  alternatives: [],
  evidence: [],
  rationale: '',
  correction: '',
  problems: [],
});

/** An answer with its steps as positions and its quotes looked up; what cannot be used is told in `problems`. */
export function opinionOf(
  empty: Opinion,
  answer: ReadingAnswer,
  { model }: Pick<ModelAnswer, 'model'>,
  index: TrajectoryIndex,
  numbers: StepNumbers,
): Opinion {
  const problems: string[] = [...empty.problems];
  const place = (name: string, step: ReadingAnswer['critical']): number | null => {
    const position = numbers.positionOf(step);
    if (position === null && step !== null) problems.push(`${name}: there is no step ${shown(step)}`);
    return position;
  };
  const critical = place('critical step', answer.critical);
  if (answer.critical === null) problems.push('the answer names no critical step');
  const category = readCategory(answer.category);
  if (category === null && answer.category !== null) problems.push(`category: ${shown(answer.category)} is none`);
  const mode = readMode(answer.mode);
  if (mode === null && answer.mode !== null) problems.push(`mode: ${shown(answer.mode)} is none`);
  const cited = answer.evidence.filter(({ quote }) => quote.trim() !== '');
  if (cited.length > MAX_CITED) problems.push(`${plural(cited.length - MAX_CITED, 'further quote')} not looked up`);
  const evidence = cited
    .slice(0, MAX_CITED)
    .map(({ step, quote }) => cite(place('quote', step), quote, index, problems));
  return {
    ...empty,
    model,
    firstMistake: place('first mistake', answer.firstMistake),
    critical,
    decisive: place('decisive step', answer.decisive),
    agent: agentOf(answer.agent, index, problems),
    category,
    mode,
    confidence: answer.confidence,
    alternatives: alternativesOf(answer, critical, place),
    evidence,
    rationale: answer.rationale,
    correction: answer.correction,
    problems,
  };
}

const shown = (words: string | number): string =>
  JSON.stringify(typeof words === 'number' ? words : excerpt(words, 60));

function alternativesOf(
  { alternatives }: ReadingAnswer,
  critical: number | null,
  place: (name: string, step: ReadingAnswer['critical']) => number | null,
): Opinion['alternatives'] {
  const seen = new Set([critical]);
  return alternatives
    .flatMap(({ step, category, why }) => {
      const position = place('alternative', step);
      if (position === null || seen.has(position)) return [];
      seen.add(position);
      return [{ position, category: readCategory(category), why }];
    })
    .slice(0, MAX_ALTERNATIVES);
}

function cite(
  position: number | null,
  given: string,
  index: TrajectoryIndex,
  problems: string[],
): Opinion['evidence'][number] {
  const quote = given.slice(0, MAX_QUOTE);
  const step = position === null ? undefined : index.trajectory.steps[position];
  if (position === null || step === undefined) return { position: null, quote, found: null };
  const found = locateCited(step, quote);
  if (found === null) problems.push(`these words do not stand in the step that is cited: ${shown(quote)}`);
  return { position, quote, found };
}

/** The name as the run has it. */
function agentOf(name: string | null, { trajectory }: TrajectoryIndex, problems: string[]): string | null {
  if (name === null) return null;
  const fold = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  const bare = fold(name.replace(/\([^()]{0,80}\)\s*$/, ''));
  const names = [...trajectory.agents.map((one) => one.name), ...trajectory.agents.map((one) => one.role)];
  const known =
    names.find((one) => one === name) ??
    names.find((one) => [fold(name), bare].includes(fold(one)) && fold(one) !== '');
  if (known === undefined) problems.push(`agent: nobody in the run is called ${shown(name)}`);
  return known ?? null;
}
