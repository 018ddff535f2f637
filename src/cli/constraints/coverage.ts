import { plural } from '../../base/text.ts';
import { checkConstraints } from '../../constraints/checking/check-constraints.ts';
import { librariesOf } from '../../constraints/packs/read-pack.ts';
import { CLAUSE_STATES, type ClauseCoverage, createClauseTally } from '../../constraints/policy/clause-coverage.ts';
import { toolConstraints } from '../../constraints/tools/tool-constraints.ts';
import { asStagesSeeIt } from '../../pipeline/run-pipeline.ts';
import { inertJson } from '../../reports/layout/inert-json.ts';
import { TextPage } from '../../reports/layout/text-page.ts';
import { span } from '../../reports/layout/wrap-spans.ts';
import { indexTrajectory } from '../../trajectory/index-trajectory.ts';
import { loadPolicy, loadTools } from '../diagnose/extra-checks.ts';
import type { FlagValues } from '../flags.ts';
import type { ExitCode, Host } from '../host.ts';
import { readInputs } from '../read-inputs.ts';
import { packNames } from './known-runs.ts';
import { packsOf } from './load-packs.ts';
import { cacheFolderOf, createSandboxes } from './sandboxes.ts';

const DEFAULT_WIDTH = 100;
/** Where what is said of a clause starts. */
const INDENT = 10;

/** Clauses of one pack, or the tools, with what was found of each. */
interface Section {
  readonly pack: string;
  readonly tally: ReturnType<typeof createClauseTally>;
}

type CoveredClause = ClauseCoverage & { readonly pack: string };

/** Shows, clause by clause and over many runs, what the constraints of packs and tools put to the test. */
export default async function coverage(names: readonly string[], flags: FlagValues, host: Host): Promise<ExitCode> {
  const { cwd } = host;
  const tools = await loadTools(packNames(flags.tools), cwd, () => {});
  const policy = typeof flags.policy === 'string' ? (await loadPolicy(flags.policy, cwd)).clauses : null;
  const named = packNames(flags.constraints);
  // Tools alone are enough to ask for.
  const packs = named.length === 0 && tools.length > 0 ? [] : (await packsOf(named, cwd)).map(({ pack }) => pack);
  const ofTools = tools.length === 0 ? [] : toolConstraints(tools);
  const sections: Section[] = packs.map((pack) => ({
    pack: pack.name,
    tally: createClauseTally({ ...pack, clauses: policy ?? pack.clauses }),
  }));
  if (ofTools.length > 0)
    sections.push({ pack: 'tools', tally: createClauseTally({ clauses: [], constraints: ofTools }) });
  const constraints = [...packs.flatMap((pack) => pack.constraints), ...ofTools];
  const libraries = librariesOf(packs);
  const sandboxes = createSandboxes(cacheFolderOf(host.env));
  let runs = 0;
  let worst: ExitCode = 0;
  try {
    worst = await readInputs(names, host, {
      trajectory: async (trajectory) => {
        runs++;
        const index = indexTrajectory(asStagesSeeIt(trajectory, {}));
        const { outcomes } = await checkConstraints({ index, constraints, libraries, sandbox: sandboxes.get });
        for (const { tally } of sections) tally.add(outcomes);
      },
    });
  } finally {
    await sandboxes.close();
  }
  const clauses = sections.flatMap(({ pack, tally }) => tally.covered().map((one) => ({ pack, ...one })));
  if (flags.json === true) await host.stdout.write(`${inertJson({ runs, clauses }, 2)}\n`);
  else await host.stdout.write(`${pageOf(clauses, runs, host.stdout.columns ?? DEFAULT_WIDTH)}\n`);
  return worst;
}

function pageOf(covered: readonly CoveredClause[], runs: number, width: number): string {
  const page = new TextPage({ width: Math.max(40, width), color: false });
  const packs = new Set(covered.map(({ pack }) => pack));
  for (const pack of packs) {
    const own = covered.filter((one) => one.pack === pack);
    if (packs.size > 1) {
      page.blank();
      page.block([span(pack, 'strong')], { indent: 0 });
    }
    for (const one of own) writeClause(page, one);
  }
  page.blank();
  const clauses = covered.filter(({ clause }) => clause !== null);
  const loose = covered.filter(({ clause }) => clause === null);
  if (clauses.length > 0) page.block([span(counted(clauses, 'clause', runs))], { indent: 2 });
  if (loose.length > 0) page.block([span(counted(loose, 'constraint', runs, ' with no clause'))], { indent: 2 });
  return page.toString();
}

function writeClause(page: TextPage, one: ClauseCoverage): void {
  const { clause, text, state, violated, satisfied, undecided, errors, constraints } = one;
  const counts = [
    errors > 0 ? `errors in ${plural(errors, 'run')}` : null,
    violated > 0 ? `violated in ${plural(violated, 'run')}` : null,
    satisfied > 0 ? `held in ${satisfied}` : null,
    undecided > 0 ? `could not tell in ${undecided}` : null,
  ].filter((part) => part !== null);
  const ids = constraints.length === 0 ? '' : ` [${constraints.join(', ')}]`;
  page.block([span(counts.length === 0 ? state : counts.join(', ')), span(ids, 'dim')], {
    indent: INDENT,
    label: [span(`  ${clause ?? '-'}`)],
  });
  if (text !== '') page.block([span(text, 'dim')], { indent: INDENT, maxLines: 1 });
}

function counted(covered: readonly ClauseCoverage[], noun: string, runs: number, more = ''): string {
  const count = (state: ClauseCoverage['state']) => covered.filter((one) => one.state === state).length;
  const parts = CLAUSE_STATES.flatMap((state) => (count(state) > 0 ? [`${count(state)} ${state}`] : []));
  const crashed = covered.filter(({ errors, state }) => errors > 0 && state !== 'errors').length;
  if (crashed > 0) parts.push(`${crashed} with errors in some runs`);
  return `${plural(covered.length, noun)}${more} over ${plural(runs, 'run')}: ${parts.join(', ')}`;
}
