import { describe, expect, it } from 'vitest';
import { baseRun } from '../../../test/base-run.ts';
import { carefulAnswer } from '../../../test/careful-model.ts';
import { readingInput } from '../../../test/reading-input.ts';
import { scriptedClient } from '../../../test/scripted-client.ts';
import { AppError } from '../../base/errors.ts';
import type { ModelRequest } from '../../contracts/model.ts';
import { partsOfPrompt } from '../../prompting/fence.ts';
import { LLM_JUDGES } from './index.ts';
import type { LlmJudgeId, ReadingInput } from './llm-judge.ts';

const down = () => {
  throw new AppError('MODEL_UNAVAILABLE', 'it is down');
};
const spent = () => {
  throw new AppError('MODEL_BUDGET_SPENT', 'the budget is spent');
};

async function read(id: LlmJudgeId, answer: (request: ModelRequest) => unknown, more: Partial<ReadingInput> = {}) {
  const client = scriptedClient(answer);
  const opinion = await LLM_JUDGES[id].read(readingInput(baseRun(), client, more));
  return { opinion, requests: client.requests, problems: opinion.problems.join('\n') };
}
const answering = (id: string, answer: () => unknown) => (request: ModelRequest) =>
  request.schemaName === id ? answer() : carefulAnswer(request);

describe('llm-step-then-category', () => {
  it('asks for the category with the surroundings in full, and the run around them', async () => {
    const { requests, opinion } = await read('llm-step-then-category', carefulAnswer);
    expect(opinion).toMatchObject({ category: 'misinterpretation-of-tool-output', mode: 'context-miss' });
    expect(opinion.rationale).toContain('It misreads the list.');
    expect(requests[0]?.system).not.toContain('invalid-invocation');
    expect(requests[1]?.prompt).toContain('The critical step is step 9.');
    expect(requests[1]?.prompt).toMatch(/\[step 1\] \(in short\)/);
    expect(requests[1]?.prompt).not.toMatch(/\[step (?:5|9|12)\] \(in short\)/);
  });

  it('keeps the step where the category is not answered', async () => {
    const { opinion, problems } = await read('llm-step-then-category', answering('category', down));
    expect(opinion).toMatchObject({ failure: null, critical: 8, category: null });
    expect(problems).toContain('category: the call failed: it is down');
  });

  it('asks for no category of no step', async () => {
    const { requests, problems } = await read('llm-step-then-category', () => ({ critical: null }));
    expect(requests).toHaveLength(1);
    expect(problems).toContain('no category was asked for');
  });
});

describe('llm-compare', () => {
  it('goes on with the candidates of code where the first reading fails', async () => {
    const { opinion, requests, problems } = await read('llm-compare', answering('reading', down));
    expect(opinion.critical).toBe(8);
    expect(requests).toHaveLength(2);
    expect(problems).toContain('the reading that finds candidates: the call failed');
  });

  it('has the cheap model find candidates and the other compare them', async () => {
    const compilerClient = scriptedClient(carefulAnswer, { id: 'test:cheap' });
    const { requests, opinion } = await read('llm-compare', carefulAnswer, { compilerClient });
    expect(compilerClient.requests.map(({ schemaName }) => schemaName)).toEqual(['reading']);
    expect(requests.map(({ schemaName }) => schemaName)).toEqual(['comparison']);
    expect(opinion.modelId).toBe('test:scripted');
  });

  it('lays at most five candidates side by side, with what is known of each', async () => {
    const { requests } = await read('llm-compare', carefulAnswer);
    const shown = partsOfPrompt(requests[1]?.prompt ?? '').find(({ name }) => name === 'candidates')?.text ?? '';
    const steps = [...shown.matchAll(/^Candidate: step (\d+)/gm)].map(([, step]) => Number(step));
    expect(steps.length).toBeGreaterThan(2);
    expect(steps.length).toBeLessThanOrEqual(5);
    expect(steps).toEqual([...steps].sort((a, b) => a - b));
    expect(steps).toContain(9);
    expect(shown).toContain('an earlier reading');
    expect(shown).toContain('a ranking of the steps');
  });

  it('says which candidates were not answered for, and that none is wrong', async () => {
    const none = {
      candidates: [
        { step: 9, wrong: 'no' },
        { step: 77, wrong: 'yes' },
      ],
    };
    const { opinion, problems } = await read(
      'llm-compare',
      answering('comparison', () => none),
    );
    expect(opinion).toMatchObject({ failure: null, critical: null });
    expect(problems).toMatch(/not answered for step/);
    expect(problems).toContain('there is no step 77');
  });

  it('has nothing to compare in a run without steps', async () => {
    const client = scriptedClient(down);
    const input = readingInput({ ...baseRun(), steps: [] }, client);
    expect((await LLM_JUDGES['llm-compare'].read(input)).failure).toBe('there is no candidate to compare');
  });
});

describe('llm-requirements', () => {
  it('writes requirements without the run, and freezes them', async () => {
    const { requests } = await read('llm-requirements', carefulAnswer);
    expect(requests.map(({ schemaName }) => schemaName)).toEqual(['requirements', 'errors']);
    expect(requests[0]?.prompt).not.toContain('There are 3');
    expect(
      partsOfPrompt(requests[0]?.prompt ?? '')
        .map(({ name }) => name)
        .filter((name) => name !== ''),
    ).toEqual(['policy', 'tools', 'task']);
    expect(requests[1]?.prompt).toContain('1. The number counts available lamps only.\n2. stock.txt holds the number.');
  });

  it('has the cheap model write them', async () => {
    const compilerClient = scriptedClient(carefulAnswer, { id: 'test:cheap' });
    const { requests } = await read('llm-requirements', carefulAnswer, { compilerClient });
    expect(compilerClient.requests.map(({ schemaName }) => schemaName)).toEqual(['requirements']);
    expect(requests.map(({ schemaName }) => schemaName)).toEqual(['errors']);
  });

  it('reads the run without them where there are none', async () => {
    const { opinion, problems } = await read('llm-requirements', answering('requirements', down));
    expect(opinion.critical).toBe(8);
    expect(problems).toContain('no requirements: the call failed');
    const bare = { ...baseRun(), policy: null, tools: [], instruction: null };
    const client = scriptedClient(carefulAnswer);
    const other = await LLM_JUDGES['llm-requirements'].read(readingInput(bare, client));
    expect(client.requests).toHaveLength(1);
    expect(other.problems.join()).toContain('neither task, policy nor tools');
  });

  it('says that all was made good', async () => {
    const errors = { errors: [{ step: 3, repairedAt: 5, changesOutcome: 'no' }] };
    const { opinion, problems } = await read(
      'llm-requirements',
      answering('errors', () => errors),
    );
    expect(opinion).toMatchObject({ failure: null, critical: null, firstMistake: 2 });
    expect(problems).toContain('made good later');
  });
});

describe('who-and-when-step-by-step', () => {
  const id = 'who-and-when-step-by-step';

  it('asks in order, shows nothing of what comes after, and stops at the first yes', async () => {
    const { requests } = await read(id, carefulAnswer);
    expect(requests).toHaveLength(9);
    requests.forEach(({ prompt }, at) => {
      expect(prompt).toContain(`Does step ${at + 1},`);
      expect(prompt).not.toContain(`[step ${at + 2}]`);
      expect(prompt).toContain(`the last step ${at + 1}.`);
    });
    expect(requests[3]?.prompt).not.toContain('3 Aurora lamps');
  });

  it('goes on after a call that failed, and says so', async () => {
    let calls = 0;
    const { opinion, problems } = await read(id, (request) => (calls++ === 2 ? down() : carefulAnswer(request)));
    expect(opinion).toMatchObject({ failure: null, critical: 8 });
    expect(problems).toContain('step 3: the call failed');
  });

  it('stops where the budget is spent, and takes silence for no answer', async () => {
    let calls = 0;
    const { opinion, requests } = await read(id, (request) => (calls++ === 2 ? spent() : carefulAnswer(request)));
    expect(requests).toHaveLength(3);
    expect(opinion.failure).toContain('step 3: not asked: the budget is spent');
  });

  it('says that no step was named, which is no failure of the call', async () => {
    const { opinion, requests, problems } = await read(id, () => ({ reason: '', mistake: 'unsure' }));
    expect(requests).toHaveLength(12);
    expect(opinion).toMatchObject({ failure: null, critical: null });
    expect(problems).toContain('no step was said to hold the mistake, of 12 steps');
  });
});

describe('who-and-when-binary-search', () => {
  const id = 'who-and-when-binary-search';

  it.each([1, 2, 3, 7, 12])('finds step %i in the calls that it says it needs', async (step) => {
    const { opinion, requests } = await read(id, ({ prompt }) => {
      const [, first = 0, half = 0] = /first half \(steps (\d+) to (\d+)\)/.exec(prompt)?.map(Number) ?? [];
      return { half: step >= first && step <= half ? 'the first half' : 2 };
    });
    expect(opinion.critical).toBe(step - 1);
    expect(requests.length).toBeLessThanOrEqual(LLM_JUDGES[id].calls(12));
  });

  it('has no answer where a half is not named', async () => {
    const { opinion } = await read(id, () => ({ half: 'both' }));
    expect(opinion).toMatchObject({ critical: null, failure: 'steps 1 to 12: the answer names no half' });
  });
});
