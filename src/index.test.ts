import { describe, expect, it } from 'vitest';
import { AppError, diagnose, diagnosisSchema, parseTrace, renderTerminal, runPipeline, runSchema } from './index.ts';

const run = (task: number) => ({
  task_id: task,
  reward: 0,
  traj: [
    { role: 'user', content: 'Where is my order?' },
    { role: 'assistant', content: 'On its way.' },
  ],
});

describe('diagnose', () => {
  it('takes text, parsed JSON and a Trajectory, and gives the same Runs', () => {
    const fromText = diagnose(JSON.stringify([run(1), run(2)]));
    expect(fromText.map(({ diagnosis }) => diagnosis.trajectoryId)).toEqual(['1', '2']);
    expect(diagnose([run(1), run(2)])).toEqual(fromText);
    expect(fromText.flatMap(({ trajectory }) => diagnose(trajectory))).toEqual(fromText);
    for (const one of fromText) runSchema.parse(one);
  });

  it('takes JSON lines, the name of the source and the marker that leads', () => {
    const text = `${JSON.stringify(run(1))}\n${JSON.stringify(run(2))}\n`;
    const [, second] = diagnose(text, { uri: 'runs.jsonl', target: 'symptom' });
    expect(second?.diagnosis).toMatchObject({
      source: { uri: 'runs.jsonl', recordRef: 'line:2' },
      target: 'symptom',
      cost: { durationMs: null },
    });
  });

  it('throws for what it cannot read, unless someone hears of it', () => {
    const text = `${JSON.stringify(run(1))}\noops\n${JSON.stringify(run(2))}\n`;
    expect(() => diagnose(text)).toThrow('line 2: not valid JSON (column 1)');
    const errors: AppError[] = [];
    const runs = diagnose(text, { onError: (error) => errors.push(error) });
    expect(runs.map(({ diagnosis }) => diagnosis.trajectoryId)).toEqual(['1', '2']);
    expect(errors.map(({ code }) => code)).toEqual(['TRACE_JSON_INVALID']);
    expect(errors.every(AppError.isInstance)).toBe(true);
  });

  it.each([[{ kind: 'trajectory', schemaVersion: 1 }], [42], [null], [{}], ['']])(
    'refuses %j with an AppError',
    (input) => {
      let thrown: unknown = null;
      try {
        diagnose(input);
      } catch (error) {
        thrown = error;
      }
      expect(AppError.isInstance(thrown)).toBe(true);
    },
  );

  it('is what the parts do one by one', () => {
    const [read] = parseTrace(JSON.stringify(run(1)));
    if (read?.ok !== true) throw new Error('not read');
    const made = runPipeline(read.value);
    expect(diagnose(run(1))).toEqual([made]);
    expect(diagnosisSchema.parse(made.diagnosis)).toEqual(made.diagnosis);
    expect(renderTerminal(made)).toContain('2 steps');
  });
});
