import { accuracyOf, type Scored } from '../../src/bench/accuracy.ts';
import { crossValidate, type Prediction } from '../../src/learning/cross-validate.ts';
import { loadPrepared } from '../../src/learning/load-prepared.ts';
import { TRAIN_OPTIONS, trainModel } from '../../src/learning/train.ts';
import { dataFolder } from '../../test/data-folder.ts';
import type { EvidenceRun } from './piece.ts';

const DRAWS = 3;

/** Out-of-fold accuracy of the embedded judge on the public labels: ten folds grouped by question, mean of three draws. */
export const run: EvidenceRun = async ({ print }) => {
  if (dataFolder === null)
    return { met: null, text: 'no data: set CULPRIT_DATA to the folder of the public data sets' };
  const { prepared, skipped } = loadPrepared(dataFolder);
  const draws = Array.from({ length: DRAWS }, (_, seed) =>
    crossValidate(prepared, 10, (runs) => trainModel(runs, 'fold', TRAIN_OPTIONS), seed).map(asScored),
  );
  const ids = [...new Set(prepared.map((run) => run.run.dataset))];
  const lines = ['data set            runs  exact   ±1    ±3    ±5   top-3  category'];
  for (const id of ids) {
    const found = draws.map((draw) => accuracyOf(draw.filter((one) => one.dataset === id)));
    const mean = (pick: (one: (typeof found)[number]) => number | null) => {
      const values = found.map(pick).filter((value) => value !== null);
      return values.length === 0
        ? '    -'
        : `${((100 * values.reduce((a, b) => a + b, 0)) / values.length).toFixed(1).padStart(5)}`;
    };
    lines.push(
      `${id.padEnd(18)} ${String(found[0]?.runs ?? 0).padStart(5)}  ${mean((a) => a.exact)} ${mean((a) => a.within1)} ${mean((a) => a.within3)} ${mean((a) => a.within5)}  ${mean((a) => a.top3)}   ${mean((a) => a.category)}`,
    );
  }
  for (const line of lines) print(line);
  print(`${skipped.length} runs without a usable label left out`);
  return { met: true, text: 'figures only; no target is stated yet' };
};

function asScored({ run, ranked, category }: Prediction): Scored {
  const { label, dataset } = run.run;
  return { dataset, truth: label.position, ranked, category, trueCategory: label.category };
}
