import { join } from 'node:path';
import { expect, it } from 'vitest';
import { baseRun } from '../../../test/base-run.ts';
import { carefulAnswer } from '../../../test/careful-model.ts';
import { readingInput } from '../../../test/reading-input.ts';
import { scriptedClient } from '../../../test/scripted-client.ts';
import { answerShape } from '../../llm/structured/answer-shape.ts';
import { LLM_JUDGES } from './index.ts';
import { FULL_CONTEXT, LLM_JUDGE_IDS } from './llm-judge.ts';

/** What each judge sends for the base run, to be read: a change of a prompt is a change of the product. */
it.each(LLM_JUDGE_IDS)('the requests of %s', async (id) => {
  const client = scriptedClient(carefulAnswer);
  const context = { ...FULL_CONTEXT, examples: id === 'llm-all-at-once', reference: id === 'llm-step-then-category' };
  await LLM_JUDGES[id].read(readingInput(baseRun(), client, { context, shortlist: id === 'llm-compare' ? 2 : null }));
  const { requests } = client;
  // Of many alike, the first and the last say it all.
  const chosen = requests.length > 3 ? [requests[0], requests.at(-1)] : requests;
  const texts = chosen.flatMap((request) => {
    if (request?.schema == null) return [];
    const { system, prompt, schemaName, schema } = request;
    const json = JSON.stringify(answerShape(schema).json, null, 2);
    return [
      `##### ${schemaName}: system\n${system}\n\n##### ${schemaName}: prompt\n${prompt}\n\n##### ${schemaName}: answer\n${json}\n`,
    ];
  });
  await expect(texts.join('\n')).toMatchFileSnapshot(join(import.meta.dirname, '__fixtures__/prompts', `${id}.txt`));
});
