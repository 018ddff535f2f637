import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { RULES } from '../../src/constraints/rules/index.ts';
import { dataFolder } from '../../test/data-folder.ts';
import { measureInjections } from './injected-faults.ts';
import type { EvidenceRun } from './piece.ts';
import { renderRulePrecision } from './render-rule-precision.ts';
import { measureRules, type RuleFigures, verdictOf } from './rule-figures.ts';
import { loadChatRuns, loadGroups } from './run-groups.ts';

const PAGE = join(import.meta.dirname, '..', '..', 'docs', 'reference', 'rule-precision.md');

/**
 * Runs every rule over passing and failed runs and writes `docs/reference/rule-precision.md`; `--check` writes nothing
 * and compares instead. Missed where a shipped rule fires on passing runs as often as on failed ones, or where the page
 * is stale.
 */
export const run: EvidenceRun = async ({ args, print }) => {
  const groups = dataFolder === null ? [] : loadGroups(dataFolder);
  if (groups.length === 0) {
    return { met: null, text: 'no data: set CULPRIT_DATA to the folder of the public data sets' };
  }
  const figures = measureRules(RULES, groups);
  for (const line of figures.map(summaryLine)) print(line);
  const injections = dataFolder === null ? [] : measureInjections(loadChatRuns(dataFolder));
  for (const { rule, injected, found, elsewhere } of injections) {
    print(`${rule.padEnd(36)} injected ${found}/${injected} found at the step, ${elsewhere} elsewhere`);
  }
  const page = renderRulePrecision(figures, groups, injections);
  const stale = (existsSync(PAGE) ? readFileSync(PAGE, 'utf8') : '') !== page;
  if (!args.includes('--check')) writeFileSync(PAGE, page);
  else if (stale) print(`${PAGE} differs from what these figures give: run the command without --check`);
  const noisy = figures.filter((rule) => verdictOf(rule) === 'mend');
  const unsound = figures.filter((rule) => rule.badQuotes > 0 || rule.errors > 0);
  for (const { id, badQuotes, errors } of unsound) print(`${id}: ${badQuotes} quotes not verbatim, ${errors} crashes`);
  const runs = groups.reduce((sum, group) => sum + group.runs.length, 0);
  const fine = noisy.length === 0 && unsound.length === 0 && !(args.includes('--check') && stale);
  const named = noisy.length === 0 ? '' : `: ${noisy.map(({ id }) => id).join(', ')}`;
  return {
    met: fine,
    text: `${figures.length} rules over ${runs} runs, ${noisy.length} as frequent on passing runs as on failed${named}`,
  };
};

function summaryLine(rule: RuleFigures): string {
  const share = (value: number): string => `${(100 * value).toFixed(1)}%`;
  const { passed, failed } = rule.compared;
  return [
    rule.id.padEnd(36),
    `passing ${share(passed)}`.padEnd(15),
    `failed ${share(failed)}`.padEnd(14),
    `at critical ${rule.atCritical}/${rule.onLabelled}`.padEnd(20),
    verdictOf(rule),
  ].join(' ');
}
