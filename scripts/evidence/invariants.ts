import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DATASETS } from '../../src/bench/datasets/index.ts';
import { KIND_DATASETS } from '../../src/bench/kind-labels/index.ts';
import { MODE_IDS } from '../../src/taxonomy/modes.ts';
import { dataFolder } from '../../test/data-folder.ts';
import { type Checked, checkRun, type LabelledRun } from './invariants/measure.ts';
import { renderFigures, type StepFigures, share } from './invariants/render-figures.ts';
import type { EvidenceRun } from './piece.ts';
import { loadGroups } from './run-groups.ts';

const PAGE = join(import.meta.dirname, '..', '..', 'docs', 'reference', 'invariant-figures.md');

/**
 * Recall and precision of the invariants by mode and category over public labels, without a model; writes the page about
 * it, or compares it with `--check`. Missed where findings agree with labels no better than chance, or the page is stale.
 */
export const run: EvidenceRun = async ({ args, print }) => {
  if (dataFolder === null) {
    return { met: null, text: 'no data: set CULPRIT_DATA to the folder of the public data sets' };
  }
  const labelled: LabelledRun[] = [];
  for (const dataset of Object.values(KIND_DATASETS)) {
    const { runs, skipped } = dataset.load(dataFolder);
    for (const one of runs) labelled.push({ ...one, checked: checkRun(one.trajectory) });
    print(`${dataset.id}: ${runs.length} runs, ${skipped.length} labels or runs left out`);
  }
  const onRoot: StepFigures[] = [];
  const checked: Checked[] = labelled.map((one) => one.checked);
  for (const dataset of Object.values(DATASETS)) {
    const { runs } = dataset.load(dataFolder);
    const found = runs.map((one) => ({ truth: one.label.position, checked: checkRun(one.trajectory) }));
    const at = (marker: 'critical' | 'decisive') =>
      found.filter((one) => one.checked.judgment.markers[marker]?.position === one.truth).length;
    const abstained = found.filter((one) => one.checked.judgment.abstained !== null).length;
    onRoot.push({
      title: dataset.title,
      runs: runs.length,
      critical: at('critical'),
      decisive: at('decisive'),
      abstained,
    });
    print(
      `${dataset.id}: critical ${share(at('critical'), runs.length)}, decisive ${share(at('decisive'), runs.length)}`,
    );
  }
  const passed = loadGroups(dataFolder)
    .filter(({ outcome }) => outcome === 'passed')
    .flatMap(({ runs }) => runs.map((one) => checkRun(one.trajectory)));
  const brokenIn = (one: Checked, mode?: string) =>
    one.findings.some((finding) => finding.recoveredPosition === null && (mode === undefined || finding.mode === mode));
  const page = renderFigures({
    labelled,
    titles: new Map(Object.values(KIND_DATASETS).map(({ id, title }) => [id, title])),
    onRoot,
    passing: {
      runs: passed.length,
      broken: passed.filter((one) => brokenIn(one)).length,
      byMode: new Map(MODE_IDS.map((mode) => [mode, passed.filter((one) => brokenIn(one, mode)).length])),
    },
    asked: {
      open: [...checked, ...passed].reduce((sum, one) => sum + one.open, 0),
      all: [...checked, ...passed].reduce((sum, one) => sum + one.all, 0),
    },
  });
  for (const line of page.split('\n').filter((one) => /^\| `|^- `/.test(one))) print(line);
  const stale = (existsSync(PAGE) ? readFileSync(PAGE, 'utf8') : '') !== page;
  if (!args.includes('--check')) writeFileSync(PAGE, page);
  const isStale = args.includes('--check') && stale;
  return {
    met: !isStale,
    text: isStale
      ? 'docs/reference/invariant-figures.md differs from these figures: run the command without --check'
      : `${labelled.length} runs with labelled kinds; the page says what is weak. No target is stated`,
  };
};
