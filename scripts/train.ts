import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { contentHash } from '../src/base/hash.ts';
import { loadPrepared } from '../src/learning/load-prepared.ts';
import { TRAIN_OPTIONS, trainModel } from '../src/learning/train.ts';

// Writes the weights that ship: trained on every labelled run, since the figures come from folds (`judge-accuracy`).
const folder = resolve(process.env.CULPRIT_DATA ?? join(import.meta.dirname, '../../shared/data'));
const { prepared, skipped } = loadPrepared(folder);
const version = `1-${contentHash(prepared.map((run) => run.run.trajectory.id).join()).slice(0, 8)}`;
const model = trainModel(prepared, version, TRAIN_OPTIONS);
const path = join(import.meta.dirname, '../src/judges/embedded/weights.json');
writeFileSync(path, `${JSON.stringify(model, null, 1)}\n`);
process.stdout.write(
  `${prepared.length} runs (${skipped.length} without a usable label), ${Object.keys(model.step).length} step weights -> ${path}\n`,
);
