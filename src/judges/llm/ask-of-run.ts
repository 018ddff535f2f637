import { estimateTokens } from '../../base/estimate-tokens.ts';
import type { ModelClient } from '../../contracts/model.ts';
import type { StepNumbers } from '../../prompting/number-steps.ts';
import { type Asked, ask, outputTokens, type Question } from './ask.ts';
import type { ReadingInput } from './llm-judge.ts';
import { type ShowRunOptions, showRun } from './show-run.ts';

/** How often a run that turned out too long is shortened by half. */
const MAX_HALVINGS = 3;

/** What was answered, and what of the run was not shown, in words. */
export type AskedOfRun<T> = Asked<T> & { readonly problems: readonly string[] };

/**
 * Shows a run and asks about it. How much a model takes may not be known, or an estimate may be wrong: where the model finds
 * the run too long it is asked again, up to three times, with half of what was sent before.
 */
export async function askOfRun<T>(
  input: ReadingInput,
  numbers: StepNumbers,
  question: Omit<Question<T>, 'prompt'> & ShowRunOptions,
): Promise<AskedOfRun<T>> {
  const { system, schema, schemaName, length } = question;
  let shown = input;
  for (let halvings = 0; ; halvings++) {
    const { prompt, problems } = showRun(shown, numbers, question);
    const asked = await ask(shown, { system, prompt, schema, schemaName, ...(length === undefined ? {} : { length }) });
    const isTooLong = !asked.ok && asked.code === 'MODEL_CONTEXT_OVERFLOW';
    if (!isTooLong || halvings === MAX_HALVINGS) {
      const told = halvings === 0 ? [] : ['the run was too long for the model, which was asked again with less of it'];
      return { ...asked, problems: [...told, ...problems] };
    }
    const sent = estimateTokens(system) + estimateTokens(prompt) + outputTokens(shown.client, length);
    shown = { ...input, client: withContext(input.client, Math.floor(sent / 2)) };
  }
}

const withContext = (client: ModelClient, contextTokens: number): ModelClient => ({
  id: client.id,
  contextTokens,
  generate: (request) => client.generate(request),
});
