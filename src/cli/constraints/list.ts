import { plural } from '../../base/text.ts';
import type { Constraint } from '../../contracts/constraint.ts';
import { inertJson } from '../../reports/layout/inert-json.ts';
import { TextPage } from '../../reports/layout/text-page.ts';
import { span } from '../../reports/layout/wrap-spans.ts';
import type { FlagValues } from '../flags.ts';
import type { ExitCode, Host } from '../host.ts';
import { calibrationWords } from './calibration-words.ts';
import { constraintsOf } from './find-constraint.ts';
import { type LoadedPack, packsOf } from './load-packs.ts';

const DEFAULT_WIDTH = 100;

/** Lists the constraints of packs. */
export default async function list(names: readonly string[], flags: FlagValues, host: Host): Promise<ExitCode> {
  const packs = await packsOf(names, host.cwd);
  if (flags.json === true) await host.stdout.write(`${inertJson(packs.flatMap(factsOf), 2)}\n`);
  else await host.stdout.write(`${pageOf(packs, host.stdout.columns ?? DEFAULT_WIDTH)}\n`);
  return 0;
}

const factsOf = ({ pack }: LoadedPack) =>
  pack.constraints.map((constraint) => ({
    id: constraint.id,
    pack: pack.name,
    clause: constraint.clause,
    language: constraint.check.language,
    severity: constraint.severity,
    category: constraint.category,
    description: constraint.description,
    examples: constraint.examples?.length ?? 0,
    calibration: constraint.calibration ?? null,
  }));

function pageOf(packs: readonly LoadedPack[], width: number): string {
  const page = new TextPage({ width: Math.max(40, width), color: false });
  for (const { name, pack } of packs) {
    page.blank();
    const counts = [plural(pack.constraints.length, 'constraint'), plural(pack.clauses.length, 'clause')].join(', ');
    page.block([span(`${pack.name} (${name}): ${counts}`)], { indent: 2, label: [] });
    if (pack.description !== '') page.block([span(pack.description)], { indent: 2 });
    page.blank();
    for (const constraint of pack.constraints) {
      page.block([span(constraint.id, 'strong')], { indent: 2 });
      page.block([span(constraint.description)], { indent: 6, maxLines: 3 });
      page.block([span(traitsOf(constraint), 'dim')], { indent: 6 });
    }
  }
  const all = constraintsOf(packs).length;
  if (packs.length > 1) {
    page.blank();
    page.block([span(`${plural(all, 'constraint')} in ${plural(packs.length, 'pack')}`)], { indent: 0 });
  }
  return page.toString();
}

const traitsOf = ({ clause, check, severity, examples = [], calibration }: Constraint): string =>
  [
    clause === null ? 'no clause' : `clause ${clause}`,
    check.language,
    severity,
    examples.length === 0 ? 'no examples' : plural(examples.length, 'example'),
    calibrationWords(calibration ?? null),
  ].join(' · ');
