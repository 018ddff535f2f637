import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { contentHash } from '../src/base/hash.ts';
import { recordedOpinions } from '../src/bench/datasets/recorded-opinions.ts';
import { loadPrepared } from '../src/learning/load-prepared.ts';
import { TRAIN_OPTIONS, trainModel } from '../src/learning/train.ts';
import { type FusionRun, outOfFold, trainFusion } from '../src/learning/train-fusion.ts';

// Writes how much a model's readings count beside the embedded judge: trained on every recorded reading, each beside a
// judge that did not see its run. The figures come from nested folds (`fused-judge`).
const folder = resolve(process.env.CULPRIT_DATA ?? join(import.meta.dirname, '../../shared/data'));
const { prepared } = loadPrepared(folder);
const recorded = recordedOpinions(folder);
const train = (runs: typeof prepared) => trainModel(runs, 'fold', TRAIN_OPTIONS);
const runs = outOfFold(prepared, 10, 0, train, (held, model) =>
  held.flatMap((run): FusionRun[] => {
    const opinion = recorded(run.run);
    return opinion === null ? [] : [{ run, opinions: [opinion], model }];
  }),
);
const version = `1-${contentHash(runs.map(({ run }) => run.run.trajectory.id).join()).slice(0, 8)}`;
const path = join(import.meta.dirname, '../src/judges/embedded/fusion-weights.json');
writeFileSync(path, `${JSON.stringify(trainFusion(runs, version), null, 1)}\n`);
process.stdout.write(`${runs.length} runs with a recorded reading -> ${path}\n`);
