import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { dataFolder, dataPath } from '../../../test/data-folder.ts';
import { scriptedClient } from '../../../test/scripted-client.ts';
import type { Trajectory } from '../../contracts/trajectory.ts';
import { parseTrace } from '../../formats/read-trace.ts';
import { indexTrajectory } from '../../trajectory/index-trajectory.ts';
import { importAgentrx } from '../agentrx/import.ts';
import { checkConstraints } from '../checking/check-constraints.ts';

interface Recorded {
  readonly trajectory_id: string;
  readonly assertion_name: string;
  readonly step_index: number;
  readonly verdict: 'pass' | 'fail';
  readonly rubric_results: readonly {
    readonly criterion_index: number;
    readonly evaluation: string;
    readonly reasoning: string;
  }[];
}

/** What a frontier model answered to semantic checks of real runs, criterion by criterion. */
const recorded = (): readonly Recorded[] =>
  readFileSync(dataPath('model-constraints', 'nl_verdicts.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Recorded);

function runOf(name: string): Trajectory {
  const [set, id = ''] = name.split('-');
  const file =
    set === 'tau'
      ? dataPath('agentrx', 'tau_retail', 'tau_dataset_failed.json')
      : dataPath('whowhen', 'Who&When', 'Hand-Crafted', `${id}.json`);
  const runs = parseTrace(readFileSync(file, 'utf8')).flatMap((one) => (one.ok ? [one.value] : []));
  const run = set === 'tau' ? runs.find((one) => one.id === id) : runs[0];
  if (run === undefined) throw new Error(`no run ${name}`);
  return { ...run, gold: null };
}

/** The recorded answer in the form that is asked for. Its quotes are the words that its reasoning puts in quotation marks. */
function answerOf({ rubric_results, step_index }: Recorded) {
  return {
    answers: rubric_results.flatMap(({ criterion_index, evaluation, reasoning }) => {
      const quoted = [...reasoning.matchAll(/'([^']{8,300}(?:'[a-z]{1,2}[^']{1,200})*)'/g)].map(
        ([, words]) => words ?? null,
      );
      return (quoted.length === 0 ? [null] : quoted).map((quote) => ({
        check: 1,
        criterion: criterion_index + 1,
        reason: reasoning,
        step: step_index,
        quote,
        evaluation,
      }));
    }),
  };
}

describe.skipIf(dataFolder === null)('recorded answers to semantic checks', () => {
  it('lead to the verdict that was recorded, or to none where a fail quotes nothing that stands in the run', async () => {
    const found: Record<string, number> = {};
    for (const one of recorded()) {
      const file = `oneshot_${one.trajectory_id}.json`;
      const { pack } = importAgentrx(JSON.parse(readFileSync(dataPath('model-constraints', file), 'utf8')), file);
      const letters = (name: string) => name.replace(/[^a-z0-9]/g, '');
      const constraint = pack.constraints.find(({ id }) => letters(id) === letters(one.assertion_name));
      if (constraint === undefined) throw new Error(one.assertion_name);
      const position = one.step_index - 1;
      const guard = { steps: [{ from: position, to: position }], agent: null, role: null, tool: null, content: null };
      const { outcomes } = await checkConstraints({
        index: indexTrajectory(runOf(one.trajectory_id)),
        constraints: [{ ...constraint, view: 'culprit', guard }],
        sandbox: () => Promise.reject(new Error('no program here')),
        client: scriptedClient(() => answerOf(one)),
      });
      const [outcome] = outcomes;
      const key = `${one.verdict} -> ${outcome?.status}`;
      found[key] = (found[key] ?? 0) + 1;
      for (const { quote } of outcome?.evidence ?? []) expect(quote.length).toBeGreaterThan(7);
    }
    expect(found).toEqual({ 'pass -> satisfied': 5, 'fail -> violated': 6, 'fail -> undecided': 1 });
  });
});
