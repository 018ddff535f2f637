import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isRecord, own, ownString } from '../src/base/json.ts';
import type { Trajectory } from '../src/contracts/trajectory.ts';
import { parseTrace } from '../src/formats/read-trace.ts';
import { LLM_JUDGES } from '../src/judges/llm/index.ts';
import { numberSteps } from '../src/prompting/number-steps.ts';
import { dataFolder, dataPath } from './data-folder.ts';
import { readingInput } from './reading-input.ts';
import { scriptedClient } from './scripted-client.ts';

const read = (path: string): readonly Trajectory[] =>
  parseTrace(readFileSync(path, 'utf8')).flatMap((one) => (one.ok ? [one.value] : []));
const lines = (name: string): readonly unknown[] =>
  readFileSync(dataPath('model-judgments', name), 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line): unknown => JSON.parse(line));

/** The run that a recorded answer is about; undefined where it is not here. */
const SETS: Readonly<Record<string, (answer: unknown) => Trajectory | undefined>> = {
  'whowhen-algorithm-generated.jsonl': (answer) => whoWhen('Algorithm-Generated', answer),
  'whowhen-hand-crafted.jsonl': (answer) => whoWhen('Hand-Crafted', answer),
  'agentrx-tau.jsonl': (answer) => {
    const id = String(own(answer, 'task_id'));
    return tau().find((run) => run.id === id || run.metadata.task_id === own(answer, 'task_id'));
  },
};
const whoWhen = (part: string, answer: unknown): Trajectory | undefined => {
  const path = dataPath('whowhen', 'Who&When', part, ownString(answer, 'source_file') ?? '');
  return existsSync(path) ? read(path)[0] : undefined;
};
let tauRuns: readonly Trajectory[] | null = null;
function tau(): readonly Trajectory[] {
  tauRuns ??= read(dataPath('agentrx', 'tau_retail', 'tau_dataset_failed.json'));
  return tauRuns;
}

/** Answers that a frontier model gave for public runs: steps are 0-based positions there. */
describe.skipIf(dataFolder === null || !existsSync(join(dataFolder, 'model-judgments')))('recorded answers', () => {
  it.each(Object.keys(SETS))('of %s become opinions with steps, categories and quotes', async (name) => {
    let opinions = 0;
    let cited = 0;
    let found = 0;
    for (const answer of lines(name)) {
      const run = SETS[name]?.(answer);
      if (run === undefined || !isRecord(answer)) continue;
      const numbers = numberSteps(run);
      const renumbered = Object.fromEntries(
        Object.entries(answer).map(([key, value]) => [
          key,
          typeof value === 'number' && key.endsWith('_step')
            ? numbers.numberOf(value)
            : key === 'alternatives' && Array.isArray(value)
              ? value.map((one) => numbers.numberOf(Number(one)))
              : value,
        ]),
      );
      const opinion = await LLM_JUDGES['llm-all-at-once'].read(
        readingInput(
          run,
          scriptedClient(() => renumbered),
        ),
      );
      opinions++;
      expect([name, own(answer, 'source_file'), opinion.critical]).toEqual([
        name,
        own(answer, 'source_file'),
        own(answer, 'critical_step'),
      ]);
      expect(opinion).toMatchObject({
        failure: null,
        firstMistake: own(answer, 'first_mistake_step'),
        decisive: own(answer, 'decisive_step'),
        category: own(answer, 'category'),
        mode: own(answer, 'mode') ?? null,
        confidence: own(answer, 'confidence'),
      });
      cited += opinion.evidence.length;
      found += opinion.evidence.filter((one) => one.found !== null).length;
    }
    expect(opinions).toBeGreaterThan(15);
    expect(found / cited).toBeGreaterThan(0.9);
  });
});
