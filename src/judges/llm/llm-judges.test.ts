import { describe, expect, it } from 'vitest';
import { baseRun } from '../../../test/base-run.ts';
import { CAREFUL_READING, carefulAnswer } from '../../../test/careful-model.ts';
import { readingInput } from '../../../test/reading-input.ts';
import { scriptedClient } from '../../../test/scripted-client.ts';
import { AppError } from '../../base/errors.ts';
import { judgmentSchema } from '../../contracts/judgment.ts';
import { opinionSchema } from '../../contracts/opinion.ts';
import { askedOf, FENCE_RULE, partsOfPrompt } from '../../prompting/fence.ts';
import { LLM_JUDGES } from './index.ts';
import { FULL_CONTEXT, LLM_JUDGE_IDS, type ReadingInput } from './llm-judge.ts';
import { judgmentOf } from './to-judgment.ts';

const judges = LLM_JUDGE_IDS.map((id) => [id, LLM_JUDGES[id]] as const);

describe.each(judges)('%s', (id, judge) => {
  const read = async (answer = carefulAnswer, more: Partial<ReadingInput> = {}) => {
    const client = scriptedClient(answer);
    const opinion = await judge.read(readingInput(baseRun(), client, more));
    return { opinion, requests: client.requests };
  };

  it('has the id it is listed under', () => {
    expect(judge.id).toBe(id);
  });

  it('finds the step and says so in an opinion of the contract', async () => {
    const { opinion, requests } = await read();
    expect(opinionSchema.parse(opinion)).toEqual(opinion);
    expect(opinion).toMatchObject({
      judge: id,
      modelId: 'test:scripted',
      model: 'scripted-1',
      failure: null,
      critical: 8,
    });
    expect(opinion.agent).toBe('browser');
    expect(requests.length).toBeGreaterThan(0);
    expect(requests.length).toBeLessThanOrEqual(judge.calls(baseRun().steps.length));
  });

  it('sends the rule of fences, numbers its steps and fences all of the run', async () => {
    const { requests } = await read();
    for (const { system, prompt } of requests) {
      expect(system).toContain(FENCE_RULE);
      expect(partsOfPrompt(system)).toHaveLength(1);
      for (const words of ['Aurora', 'browser', 'search_shop', 'stock.txt', 'A2']) {
        expect(askedOf(prompt)).not.toContain(words);
        expect(system).not.toContain(words);
      }
    }
    expect(requests.at(-1)?.prompt).toMatch(/the first is step \d+, the last step \d+/);
  });

  it('asks the same for the same input, byte for byte', async () => {
    const once = await read();
    const again = await read();
    expect(again.requests).toEqual(once.requests);
    expect(again.opinion).toEqual(once.opinion);
  });

  it('shows no gold unless it may, and never a label', async () => {
    const without = await read();
    expect(JSON.stringify(without.requests)).not.toContain('GOLD-');
    const withIt = await read(carefulAnswer, { context: { ...FULL_CONTEXT, reference: true } });
    expect(JSON.stringify(withIt.requests)).toContain('GOLD-ANSWER');
    expect(JSON.stringify(withIt.requests)).not.toContain('GOLD-LABEL');
    for (const { prompt, system } of withIt.requests) expect(askedOf(prompt) + system).not.toContain('GOLD-');
  });

  it('takes what a model may not answer as no answer', async () => {
    for (const code of ['MODEL_UNAVAILABLE', 'MODEL_ANSWER_INVALID', 'MODEL_BUDGET_SPENT'] as const) {
      const { opinion } = await read(() => {
        throw new AppError(code, 'it is down');
      });
      expect(opinion.failure).toContain(code);
      expect(opinion.critical).toBeNull();
    }
  });

  it('lets anything else through', async () => {
    const failing = read(() => {
      throw new TypeError('a bug');
    });
    await expect(failing).rejects.toThrow('a bug');
    const controller = new AbortController();
    controller.abort(new Error('stop'));
    await expect(read(carefulAnswer, { signal: controller.signal })).rejects.toThrow('stop');
  });

  it('gives a judgment whose markers are in order', async () => {
    const input = readingInput(baseRun(), scriptedClient(carefulAnswer));
    const opinion = await judge.read(input);
    const judgment = judgmentOf({ ...input, opinions: [opinion], judge: id });
    expect(judgmentSchema.parse(judgment)).toEqual(judgment);
    const { firstAnomaly, critical, pointOfNoReturn, lastRecoverable, symptom } = judgment.markers;
    expect(critical?.position).toBe(8);
    expect(judgment.candidates[0]?.position).toBe(8);
    expect(judgment.abstained).toBeNull();
    expect(firstAnomaly?.position).toBeLessThanOrEqual(8);
    expect(pointOfNoReturn?.position).toBeGreaterThanOrEqual(8);
    expect(lastRecoverable?.position ?? -1).toBeLessThan(pointOfNoReturn?.position ?? 99);
    expect(symptom?.position).toBeGreaterThanOrEqual(8);
    for (const candidate of judgment.candidates) {
      const sum = candidate.reasons.reduce((total, { contribution }) => total + contribution, 0);
      expect(sum).toBeCloseTo(candidate.score, 3);
    }
  });
});

it('looks quotes up where they are cited, without the label that is ours', async () => {
  const opinion = await LLM_JUDGES['llm-all-at-once'].read(readingInput(baseRun(), scriptedClient(carefulAnswer)));
  expect(opinion.evidence.map(({ found }) => found?.quote ?? null)).toEqual([
    '{"id":"A2","available":false}',
    'There are 3 Aurora lamps in stock.',
    null,
  ]);
  expect(opinion.problems.some((problem) => problem.includes('There are 4 lamps'))).toBe(true);
  expect(opinion).toMatchObject({ firstMistake: 2, decisive: 8, mode: 'context-miss', confidence: 0.9 });
  expect(opinion.alternatives).toEqual([{ position: 9, category: 'system-failure', why: 'It writes the number.' }]);
});

it('keeps steps, categories and agents that do not exist as problems', async () => {
  const strange = {
    ...CAREFUL_READING,
    critical: 99,
    category: 'bad luck',
    agent: 'Alexander',
    firstMistake: 'all of them',
  };
  const opinion = await LLM_JUDGES['llm-all-at-once'].read(
    readingInput(
      baseRun(),
      scriptedClient(() => strange),
    ),
  );
  expect(opinion).toMatchObject({ critical: null, category: null, agent: null, firstMistake: null, failure: null });
  for (const words of ['no step 99', 'bad luck', 'Alexander', 'all of them']) {
    expect(opinion.problems.filter((problem) => problem.includes(words))).toHaveLength(1);
  }
});
