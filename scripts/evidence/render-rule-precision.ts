import type { InjectionFigures } from './injected-faults.ts';
import { LEAST_SUPPORT, type RuleFigures, verdictOf } from './rule-figures.ts';
import type { RunGroup } from './run-groups.ts';

const WORDS = {
  separates: 'separates',
  'rare on passing': 'rare on passing',
  silent: 'silent: never fires here',
  'not on passing': 'no passing run to check it on',
  mend: '**fires as often on passing as on failed: mend or remove**',
} as const;

/** The page with the figures of every rule. The same figures give the same text. */
export function renderRulePrecision(
  figures: readonly RuleFigures[],
  groups: readonly RunGroup[],
  injections: readonly InjectionFigures[],
): string {
  const lines = [
    '# How precise the rules are',
    '',
    'Written by `npm run evidence -- rule-precision` from public runs; do not edit. A rule that fires on passing runs is',
    'noise there, so each is run over passing and failed runs of the same tasks.',
    '',
    '| Group | Source | Runs |',
    '|---|---|---|',
    ...groups.map(({ id, source, runs }) => `| ${id} | ${source} | ${runs.length} |`),
    '',
    'The Magentic-One runs and most hand-crafted Who&When runs are the same runs, labelled by different people: never add',
    'their figures. The rules read neither labels nor outcomes.',
    '',
    '## Passing against failed',
    '',
    '*Passing* and *failed*: share of runs with at least one violation, over the sources that have both kinds, each source',
    'weighed by its runs (Mantel-Haenszel). *Verdict*: `separates` = more often on failed runs; `rare on passing` = fires on',
    `fewer than ${LEAST_SUPPORT} passing runs, too few to tell. A rule that fires on at least ${LEAST_SUPPORT} passing runs and at no lower a rate there fails the`,
    'command.',
    '',
    '| Rule | Passing | Failed | Passing runs it applies to | Verdict |',
    '|---|---:|---:|---:|---|',
    ...figures.map((rule) => {
      const { passed, failed } = rule.compared;
      return `| [${rule.id}](../rules/${rule.id}.md) | ${share(passed)} | ${share(failed)} | ${rule.appliedToPassing} | ${WORDS[verdictOf(rule)]} |`;
    }),
    '',
    '## At the labelled step',
    '',
    'Over the failed runs that are labelled, by people or (MAS-SIM) by where a fault was injected. *Critical*: the violation blames the very step that is labelled as the',
    'one that broke the run. *Chance*: what steps picked at random in the same runs would give. *Any failure*: it blames a',
    'step that is labelled as a failure of any kind (only AgentRx labels more than one).',
    '',
    '| Rule | Violations | Critical | Chance | Any failure |',
    '|---|---:|---:|---:|---:|',
    ...figures
      .filter(({ onLabelled }) => onLabelled > 0)
      .map(
        ({ id, onLabelled, atCritical, atFailure, byChance }) =>
          `| ${id} | ${onLabelled} | ${atCritical} (${share(atCritical / onLabelled)}) | ${share(byChance / onLabelled)} | ${atFailure} (${share(atFailure / onLabelled)}) |`,
      ),
    '',
    '## Injected faults',
    '',
    'Many rules stay silent on these runs, because models of today rarely make their mistake. So each fault is put into every',
    'passing tau-retail run that has a place for it, one at a time, at a call in its middle. *Found*: the rule blames the',
    'very step. *Elsewhere*: other steps that it blames only then. Injected faults are plainer than natural ones: the figures',
    'show that a rule works, not how often it finds what goes wrong by itself.',
    '',
    '| Rule | Fault | Runs | Found | Elsewhere |',
    '|---|---|---:|---:|---:|',
    ...injections.map(
      ({ rule, fault, injected, found, elsewhere }) =>
        `| ${rule} | ${fault} | ${injected} | ${found} (${share(injected === 0 ? 0 : found / injected)}) | ${elsewhere} |`,
    ),
    '',
    '## By group',
    '',
    'Share of runs with a violation / with one that nothing later made good, and violations a run.',
    '',
    `| Rule | ${groups.map(({ id }) => id).join(' | ')} |`,
    `|---|${groups.map(() => '---:').join('|')}|`,
    ...figures.map(
      (rule) =>
        `| ${rule.id} | ${rule.groups
          .map(({ runs, applied, fired, firedOpen, violations }) =>
            applied === 0
              ? 'n/a'
              : `${share(fired / runs)} / ${share(firedOpen / runs)}, ${(violations / runs).toFixed(2)}`,
          )
          .join(' | ')} |`,
    ),
    '',
  ];
  return lines.join('\n');
}

const share = (value: number): string => `${(100 * value).toFixed(value > 0 && value < 0.1 ? 1 : 0)}%`;
