import { describe, expect, it } from 'vitest';
import { baseRun } from '../../../test/base-run.ts';
import { carefulAnswer } from '../../../test/careful-model.ts';
import { readingInput } from '../../../test/reading-input.ts';
import { scriptedClient } from '../../../test/scripted-client.ts';
import { AppError } from '../../base/errors.ts';
import { estimateTokens } from '../../base/estimate-tokens.ts';
import type { Trajectory } from '../../contracts/trajectory.ts';
import { LLM_JUDGES } from './index.ts';
import { LLM_JUDGE_IDS, type ReadingContext, type ReadingInput } from './llm-judge.ts';

const NOTHING: ReadingContext = {
  violations: false,
  checklist: false,
  examples: false,
  policy: false,
  tools: false,
  instruction: false,
  reference: false,
};
const judge = LLM_JUDGES['llm-all-at-once'];

async function request(more: Partial<ReadingInput> = {}, run = baseRun(), contextTokens: number | null = null) {
  const client = scriptedClient(carefulAnswer, { contextTokens });
  const opinion = await judge.read(readingInput(run, client, more));
  const [only] = client.requests;
  if (only === undefined) throw new Error('nothing was asked');
  return { ...only, opinion };
}

describe('each part is an option of its own', () => {
  const signs: Record<keyof ReadingContext, { readonly in: 'system' | 'prompt'; readonly words: string }> = {
    violations: { in: 'prompt', words: '<<DATA findings' },
    checklist: { in: 'system', words: '? Does the step call a tool with malformed' },
    examples: { in: 'system', words: 'Worked examples' },
    policy: { in: 'prompt', words: '<<DATA policy' },
    tools: { in: 'prompt', words: '<<DATA tools' },
    instruction: { in: 'prompt', words: '<<DATA task' },
    reference: { in: 'prompt', words: '<<DATA reference' },
  };
  const parts = Object.keys(signs) as (keyof ReadingContext)[];

  it.each(parts)('%s', async (part) => {
    const asked = await request({ context: { ...NOTHING, [part]: true } });
    for (const [other, { in: where, words }] of Object.entries(signs)) {
      expect([other, asked[where].includes(words)]).toEqual([other, other === part]);
    }
  });

  it('the system prompt depends on the options alone', async () => {
    const context = { ...NOTHING, violations: true, checklist: true, reference: true };
    const other: Trajectory = {
      ...baseRun(),
      policy: null,
      tools: [],
      instruction: null,
      steps: baseRun().steps.slice(0, 3),
    };
    expect((await request({ context }, other)).system).toBe((await request({ context })).system);
  });
});

describe('a shortlist', () => {
  it('shows the likeliest steps with the calls and results they belong to, and a line for each other', async () => {
    const { prompt, opinion } = await request({ shortlist: 1, candidates: candidatesAt(4) });
    for (const step of [4, 5, 6]) expect(prompt).not.toMatch(new RegExp(`\\[step ${step}\\] \\(in short\\)`));
    for (const step of [1, 8, 11]) expect(prompt).toMatch(new RegExp(`\\[step ${step}\\] \\(in short\\)`));
    expect(opinion.problems.filter((problem) => problem.includes('fit'))).toEqual([]);
  });
});

describe('a run that does not fit', () => {
  const long: Trajectory = {
    ...baseRun(),
    steps: baseRun().steps.map((step) => ({
      ...step,
      events: step.events.map((event) => ({
        ...event,
        text: `${event.text}\n${'More words of this page. '.repeat(800)}`,
      })),
    })),
  };

  it('is shortened to what fits, and the opinion says so', async () => {
    const contextTokens = 30_000;
    const { prompt, system, opinion, maxOutputTokens } = await request(
      { candidates: candidatesAt(8) },
      long,
      contextTokens,
    );
    expect(estimateTokens(prompt) + estimateTokens(system) + maxOutputTokens).toBeLessThanOrEqual(contextTokens);
    expect(prompt).toMatch(/\[step 9\] says to planner: There are 3/);
    expect(prompt).toContain('(in short)');
    expect(opinion.problems.join()).toContain('the run does not fit');
  });

  it('is sent whole where nothing is known of a limit', async () => {
    const { prompt, opinion } = await request({}, long);
    expect(prompt).not.toContain('(in short)');
    expect(opinion.problems.join()).not.toContain('fit');
  });

  it('is given up where less of it does not help', async () => {
    const client = scriptedClient(() => {
      throw new AppError('MODEL_CONTEXT_OVERFLOW', 'too long');
    });
    const opinion = await judge.read(readingInput(long, client));
    expect(client.requests).toHaveLength(4);
    const lengths = client.requests.map(({ prompt }) => prompt.length);
    expect(lengths).toEqual([...lengths].sort((a, b) => b - a));
    expect(opinion.failure).toContain('MODEL_CONTEXT_OVERFLOW');
  });

  it.each(LLM_JUDGE_IDS)('is asked about again with less of it where %s finds out too late', async (id) => {
    let calls = 0;
    const client = scriptedClient((asked) => {
      const isOfRun = asked.prompt.includes('<<DATA run');
      calls += isOfRun ? 1 : 0;
      // Lengths are not known: the provider says no.
      if (isOfRun && asked.prompt.length > 60_000) throw new AppError('MODEL_CONTEXT_OVERFLOW', 'too long');
      return carefulAnswer(asked);
    });
    const opinion = await LLM_JUDGES[id].read(readingInput(long, client));
    expect(calls).toBeGreaterThan(1);
    expect(opinion).toMatchObject({ failure: null, critical: 8 });
    expect(opinion.problems.join()).toContain('the run was too long for the model');
  });

  it('keeps room for it beside a policy and tools that are too long', async () => {
    const run: Trajectory = {
      ...baseRun(),
      policy: 'Never sell a lamp. '.repeat(20_000),
      tools: Array.from({ length: 2_000 }, (_, at) => ({
        name: `tool_${at}`,
        description: 'x'.repeat(200),
        parameters: null,
      })),
    };
    const { prompt, system, opinion, maxOutputTokens } = await request({}, run, 40_000);
    expect(estimateTokens(prompt) + estimateTokens(system) + maxOutputTokens).toBeLessThanOrEqual(40_000);
    expect(prompt).toContain('There are 3 Aurora lamps in stock.');
    expect(prompt).toContain('(the rest is left out)');
    expect(opinion.problems.join()).toMatch(/tools do not fit.*the policy: \d+ characters of it do not fit/);
  });
});

it('shows a policy that is the system message once', async () => {
  const policy = 'Count only lamps that are available. '.repeat(20).trim();
  const [first, ...rest] = baseRun().steps;
  if (first === undefined) throw new Error('no step');
  const told = { ...first, role: 'system' as const, events: first.events.map((event) => ({ ...event, text: policy })) };
  const run = { ...baseRun(), policy, steps: [told, ...rest] };
  const { prompt, opinion } = await request({}, run);
  expect(prompt.split(policy)).toHaveLength(2);
  expect(opinion.problems.join()).not.toContain('fit');
  const without = await request({ context: { ...NOTHING } }, run);
  expect(without.prompt.split(policy)).toHaveLength(2);
});

function candidatesAt(position: number): ReadingInput['candidates'] {
  return [
    {
      position,
      stepId: `step-${position}`,
      score: 1,
      share: 1,
      category: 'inconclusive',
      mode: null,
      owner: null,
      reasons: [],
    },
  ];
}
