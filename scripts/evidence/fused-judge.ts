import { accuracyOf, type Scored } from '../../src/bench/accuracy.ts';
import { recordedOpinions } from '../../src/bench/datasets/recorded-opinions.ts';
import type { Prediction } from '../../src/learning/cross-validate.ts';
import { loadPrepared } from '../../src/learning/load-prepared.ts';
import { TRAIN_OPTIONS, trainModel } from '../../src/learning/train.ts';
import { crossValidateFusion, type FusionPrediction } from '../../src/learning/train-fusion.ts';
import { dataFolder } from '../../test/data-folder.ts';
import type { EvidenceRun } from './piece.ts';

const DRAWS = 3;
/** Shares of the embedded judge's best step below which the model is asked. */
const ASK_BELOW = [0, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1.01];

/** Recorded readings of one model alone, the embedded judge alone, both fused, and the cascade; nested folds by question. */
export const run: EvidenceRun = async ({ print }) => {
  if (dataFolder === null)
    return { met: null, text: 'no data: set CULPRIT_DATA to the folder of the public data sets' };
  const { prepared } = loadPrepared(dataFolder);
  const recorded = recordedOpinions(dataFolder);
  const opinions = new Map(prepared.map((one) => [one, recorded(one.run)]));
  const draws = Array.from({ length: DRAWS }, (_, seed) =>
    crossValidateFusion(prepared, {
      folds: 10,
      innerFolds: 5,
      seed,
      train: (runs) => trainModel(runs, 'fold', TRAIN_OPTIONS),
      opinionsOf: (one) => [opinions.get(one) ?? []].flat(),
    }),
  );
  const methods: readonly [string, (one: FusionPrediction) => Scored][] = [
    [
      'model alone',
      ({ embedded, opinions: [first] }) => ({
        ...labelOf(embedded),
        ranked: [first?.critical, ...(first?.alternatives ?? []).map(({ position }) => position)].filter(
          (position) => position !== null && position !== undefined,
        ),
        category: first?.category ?? null,
      }),
    ],
    ['embedded', ({ embedded }) => scored(embedded)],
    ['fused', ({ fused }) => scored(fused)],
  ];
  const ids = [...new Set(draws[0]?.map(({ embedded }) => embedded.run.run.dataset))];
  print('data set      judge         runs  exact   ±3   top-3  category');
  for (const id of ids) {
    for (const [name, scoredOf] of methods) print(`${id.padEnd(13)} ${row(name, scoredOf, id)}`);
  }
  print('');
  print('cascade, all data sets: asked below a share of the embedded judge’s best step');
  print('below   asked  exact  top-3');
  for (const below of ASK_BELOW) {
    const found = draws.map((draw) => ({
      asked: draw.filter(({ embedded }) => embedded.share < below).length / draw.length,
      accuracy: accuracyOf(draw.map((one) => scored(one.embedded.share < below ? one.fused : one.embedded))),
    }));
    print(
      `${below > 1 ? 'always' : below.toFixed(2).padEnd(6)} ${percent(mean(found.map(({ asked }) => asked)))} ${percent(mean(found.map(({ accuracy }) => accuracy.exact)))}  ${percent(mean(found.map(({ accuracy }) => accuracy.top3)))}`,
    );
  }
  return { met: true, text: 'figures only; targets are those of the benchmark' };

  function row(name: string, scoredOf: (one: FusionPrediction) => Scored, id: string): string {
    const found = draws.map((draw) =>
      accuracyOf(draw.filter(({ embedded }) => embedded.run.run.dataset === id).map(scoredOf)),
    );
    const categories = found.flatMap(({ category }) => (category === null ? [] : [category]));
    const cells = [found.map((one) => one.exact), found.map((one) => one.within3), found.map((one) => one.top3)];
    return `${name.padEnd(12)} ${String(found[0]?.runs ?? 0).padStart(5)} ${cells.map((cell) => percent(mean(cell))).join(' ')}  ${categories.length === 0 ? '    -' : percent(mean(categories))}`;
  }
};

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const percent = (share: number): string => (100 * share).toFixed(1).padStart(6);

const labelOf = ({ run: { run } }: Prediction) => ({
  dataset: run.dataset,
  truth: run.label.position,
  trueCategory: run.label.category,
});
const scored = (one: Prediction): Scored => ({ ...labelOf(one), ranked: one.ranked, category: one.category });
