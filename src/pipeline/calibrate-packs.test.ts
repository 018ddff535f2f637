import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSandbox } from '../compose.ts';
import type { RunGroup } from '../constraints/calibration/firing-tally.ts';
import { readPack } from '../constraints/packs/read-pack.ts';
import type { Sandbox } from '../contracts/sandbox.ts';
import type { Trajectory } from '../contracts/trajectory.ts';
import { parseTrace } from '../formats/read-trace.ts';
import { calibratePacks } from './calibrate-packs.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await createSandbox({ language: 'javascript' });
});
afterAll(async () => {
  await sandbox.close();
});

/** A run that says what it is asked to say. */
function runSaying(text: string, reward: number): Trajectory {
  const messages = [
    { role: 'user', content: 'Hello.' },
    { role: 'assistant', content: text },
  ];
  const [parsed] = parseTrace(JSON.stringify([{ task_id: 1, reward, traj: messages }]));
  if (!parsed?.ok) throw new Error('the sample cannot be read');
  return parsed.value;
}

const says = (words: string) => ({
  language: 'javascript' as const,
  source: `const check = (_, step) => !step.events.some(({ text }) => text.includes(${JSON.stringify(words)}));`,
});
const one = (id: string, source: ReturnType<typeof says>, more: Record<string, unknown> = {}) => ({
  id,
  description: id,
  category: 'instruction-plan-adherence',
  guard: { role: 'agent' },
  check: source,
  ...more,
});
const outcomeTold = {
  language: 'javascript' as const,
  source: 'const check = (trajectory) => trajectory.outcome.status !== "failed";',
};
const PACK = readPack(
  {
    name: 'words',
    constraints: [
      one('no-guess', says('I guess')),
      // Written off before: calibrating anew runs it again. It has the name of a rule, which is counted apart.
      one('no-cycle', says('sorry'), {
        calibration: { passing: { runs: 9, fired: 9 }, failing: null, precision: null, weight: 0 },
      }),
      one('told-the-outcome', outcomeTold),
      one('never-asked', says('x'), { guard: { role: 'tool' } }),
      one('broken', { language: 'javascript', source: 'const check = () => 7;' }),
    ],
  },
  'words.json',
  () => '',
);

function* known() {
  const runs: [RunGroup, string, number][] = [];
  for (let at = 0; at < 12; at++) runs.push(['passing', at < 8 ? 'I am sorry, it is done.' : 'It is done.', 1]);
  for (let at = 0; at < 8; at++)
    runs.push(['failing', at < 6 ? 'I guess it is done.' : 'It is done.', at === 0 ? 1 : 0]);
  for (const [group, text, reward] of runs) yield { group, trajectory: runSaying(text, reward) };
}

it('weighs the constraints of a pack by what they did, without telling them how a run ended', async () => {
  let seen = 0;
  const result = await calibratePacks({
    packs: [PACK],
    runs: known(),
    sandbox: async () => sandbox,
    spectrum: true,
    onRun: () => seen++,
  });
  expect(seen).toBe(20);
  expect(result.runs).toEqual({ passing: 12, failing: 8 });
  expect(result.contradicted).toEqual({ passing: 0, failing: 1 });
  const of = (id: string) => result.calibrated.find(({ constraintId }) => constraintId === id);
  expect(of('no-guess')).toMatchObject({
    decision: 'keep',
    calibration: { passing: { runs: 12, fired: 0 }, failing: { runs: 8, fired: 6 }, precision: { value: 1 } },
  });
  expect(of('no-cycle')).toMatchObject({
    decision: 'prune',
    calibration: { passing: { runs: 12, fired: 8 }, failing: { runs: 8, fired: 0 }, weight: 0 },
  });
  expect(of('told-the-outcome')?.calibration.failing).toEqual({ runs: 8, fired: 0 });
  expect(of('never-asked')).toMatchObject({ decision: 'keep', calibration: { passing: { runs: 0, fired: 0 } } });
  expect(of('broken')).toMatchObject({ errors: 20, calibration: { passing: { runs: 0 } } });
  expect(result.spectrum?.ranked[0]).toMatchObject({ text: 'no-guess is violated', failing: 6, passing: 0 });
});
