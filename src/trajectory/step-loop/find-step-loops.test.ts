import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { agent, result, user } from '../../../test/run-rule.ts';
import { createWorkCount } from '../../../test/work-count.ts';
import { parseTrace } from '../../formats/read-trace.ts';
import { indexTrajectory, type TrajectoryIndex } from '../index-trajectory.ts';
import { findStepLoops } from './find-step-loops.ts';

function indexOf(messages: readonly unknown[]): TrajectoryIndex {
  const [read] = parseTrace(JSON.stringify(messages));
  if (read?.ok !== true) throw new Error('the sample does not parse');
  return indexTrajectory(read.value);
}

const loopsIn = (messages: readonly unknown[]) =>
  findStepLoops(indexOf([user('Do it, please'), ...messages])).map(({ kind, period, times, first, start, last }) => ({
    loop: `${kind} ${period} x${times}`,
    steps: [first, start, last].map(({ step }) => step.position),
  }));

const act = (args: unknown, gave: string) => [agent('', ['look', args]), result('look', gave)];
const many = <T>(count: number, make: (at: number) => readonly T[]): T[] =>
  Array.from({ length: count }, (_, at) => make(at)).flat();
const PAGE = Array.from({ length: 30 }, (_, at) => `word${at}`).join(' ');

describe('findStepLoops', () => {
  it('names what is repeated, the step that started to repeat it, and the last', () => {
    expect(loopsIn([...act({ at: 0 }, 'a'), ...many(3, () => act({ at: 1 }, 'the same')), agent('Done.')])).toEqual([
      { loop: 'exact 1 x3', steps: [3, 5, 7] },
    ]);
  });

  it.each([1, 2, 3, 4, 7, 20])('finds rounds of %i acts', (period) => {
    const round = many(period, (at) => act({ at }, `result of ${'abcdefghijklmnopqrstu'[at]}`));
    const times = period <= 3 ? 3 : 2;
    const found = loopsIn([...many(times, () => round), ...act({ at: 'other' }, 'else'), agent('Done.')]);
    expect(found).toEqual([{ loop: `exact ${period} x${times}`, steps: [1, 1 + 2 * period, 2 * period * times - 1] }]);
    expect(loopsIn([...many(times - 1, () => round), agent('Done.')])).toEqual([]);
  });

  it('does not look for rounds longer than 20 acts', () => {
    const round = many(21, (at) => act({ at }, `result of ${'abcdefghijklmnopqrstu'[at]}`));
    expect(loopsIn([...round, ...round])).toEqual([]);
  });

  it('finds tries that differ in a word, and tries that differ in all, where all fail alike', () => {
    const near = (at: number) => act({ query: `a b c d e f g h i j k l ${'xyz'[at]}` }, 'Error: no such order 17');
    expect(loopsIn([...many(3, near), agent('Done.')])[0]?.loop).toBe('near 1 x3');
    const varied = (at: number) => act({ query: `${'wxyz'[at]}${at}` }, `Error: no such order ${at}`);
    expect(loopsIn([...many(4, varied), agent('Done.')])[0]?.loop).toBe('varied 1 x4');
    expect(loopsIn([...many(3, varied), agent('Done.')])).toEqual([]);
  });

  it('finds other questions that get the same page, and leaves work with short answers alone', () => {
    expect(loopsIn([...many(4, (at) => act({ query: `q${at}` }, PAGE)), agent('Done.')])[0]?.loop).toBe('varied 1 x4');
    expect(loopsIn([...many(9, (at) => act({ item: `i${at}` }, 'saved')), agent('Done.')])).toEqual([]);
  });

  it('leaves a poll alone that is answered, and a retry that gets through; one that is given up is a loop', () => {
    const pending = many(4, () => act({ job: 7 }, 'status: pending'));
    expect(loopsIn([...pending, ...act({ job: 7 }, 'status: done, the file is out.csv'), agent('It is.')])).toEqual([]);
    expect(loopsIn([...pending, agent('I give up.')])).toHaveLength(1);
    const refused = many(3, () => act({ job: 7 }, 'Error: connection timed out'));
    expect(loopsIn([...refused, ...act({ job: 7 }, '{"rows": 3}')])).toEqual([]);
  });

  it('leaves pages alone where each call takes up what the one before it brought', () => {
    const page = (at: number) => act({ cursor: at === 0 ? 'start' : `c${at}` }, `${PAGE} next cursor: c${at + 1}`);
    expect(loopsIn([...many(6, page), agent('Done.')])).toEqual([]);
  });

  it('compares an instruction with what came back for it', () => {
    const ask = (answer: string) => [agent('Which of the two orders do you mean, please?'), user(answer)];
    expect(loopsIn([...ask('the lamp'), ...ask('no, the desk'), ...ask('both of them')])).toEqual([]);
    expect(loopsIn([...ask('I said both'), ...ask('I said both'), ...ask('I said both')])).toHaveLength(1);
  });

  it('sees a loop of one agent through what others say in between', () => {
    const say = (name: string, content: string) => ({ role: 'assistant', name, content });
    const round = (at: number) => [say('Anna', 'I shall check the order now.'), say('Bert', `Word ${'abc'[at]}${at}.`)];
    expect(loopsIn(many(3, round)).map(({ loop }) => loop)).toEqual(['exact 1 x3']);
  });

  it('says the same of a run whose agents and calls have other names', () => {
    const run = [...many(3, () => act({ at: 1 }, 'the same')), agent('Done.')];
    const renamed = JSON.parse(JSON.stringify(run).replaceAll('"look"', '"peek"')) as unknown[];
    expect(loopsIn(renamed)).toEqual(loopsIn(run));
  });

  it('works in proportion to the number of steps', () => {
    const countWork = createWorkCount();
    const run = (steps: number) => indexOf(many(steps, (at) => act({ at: at % 5 }, `${PAGE} ${at % 3}`)));
    const [small, large] = [run(200), run(800)];
    findStepLoops(small);
    const [one, four] = [countWork(() => findStepLoops(small)), countWork(() => findStepLoops(large))];
    expect(four / one).toBeLessThan(4.6);
  });
});

it('finds no loop in the examples that passed', () => {
  const folder = join(import.meta.dirname, '../../../examples');
  const files = readdirSync(folder).filter((file) => file.endsWith('passing.json'));
  expect(files.length).toBeGreaterThan(0);
  for (const file of files) {
    for (const read of parseTrace(readFileSync(join(folder, file), 'utf8'))) {
      if (!read.ok) throw read.error;
      expect(findStepLoops(indexTrajectory(read.value))).toEqual([]);
    }
  }
});
