import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { AppError } from '../../base/errors.ts';
import { plural } from '../../base/text.ts';
import { checkConstraints } from '../../constraints/checking/check-constraints.ts';
import { librariesOf } from '../../constraints/packs/read-pack.ts';
import { CLAUSE_STATES, type ClauseCoverage, clauseCoverage } from '../../constraints/policy/clause-coverage.ts';
import { splitClauses } from '../../constraints/policy/split-clauses.ts';
import type { CheckOutcome } from '../../contracts/validation-log.ts';
import { asStagesSeeIt } from '../../pipeline/run-pipeline.ts';
import { inertJson } from '../../reports/layout/inert-json.ts';
import { TextPage } from '../../reports/layout/text-page.ts';
import { span } from '../../reports/layout/wrap-spans.ts';
import { indexTrajectory } from '../../trajectory/index-trajectory.ts';
import type { FlagValues } from '../flags.ts';
import type { ExitCode, Host } from '../host.ts';
import { readInputs } from '../read-inputs.ts';
import { packNames } from './known-runs.ts';
import { packsOf } from './load-packs.ts';
import { cacheFolderOf, createSandboxes } from './sandboxes.ts';

const DEFAULT_WIDTH = 100;

/** Shows, clause by clause and over many runs, what the constraints of packs put to the test. */
export default async function coverage(names: readonly string[], flags: FlagValues, host: Host): Promise<ExitCode> {
  const packs = (await packsOf(packNames(flags.constraints), host.cwd)).map(({ pack }) => pack);
  const constraints = packs.flatMap((pack) => pack.constraints);
  const clauses =
    typeof flags.policy === 'string' ? await clausesOf(flags.policy, host.cwd) : packs.flatMap((pack) => pack.clauses);
  const sandboxes = createSandboxes(cacheFolderOf(host.env));
  const runs: (readonly CheckOutcome[])[] = [];
  let worst: ExitCode = 0;
  try {
    worst = await readInputs(names, host, {
      trajectory: async (trajectory) => {
        const index = indexTrajectory(asStagesSeeIt(trajectory, {}));
        const libraries = librariesOf(packs);
        runs.push((await checkConstraints({ index, constraints, libraries, sandbox: sandboxes.get })).outcomes);
      },
    });
  } finally {
    await sandboxes.close();
  }
  const covered = clauseCoverage({ clauses, constraints }, runs);
  const loose = constraints.filter(({ clause }) => clause === null).length;
  if (flags.json === true) await host.stdout.write(`${inertJson({ runs: runs.length, clauses: covered }, 2)}\n`);
  else await host.stdout.write(`${pageOf(covered, runs.length, loose, host.stdout.columns ?? DEFAULT_WIDTH)}\n`);
  return worst;
}

async function clausesOf(name: string, cwd: string) {
  try {
    return splitClauses((await readFile(resolve(cwd, name), 'utf8')).slice(0, 1_000_000));
  } catch (cause) {
    throw new AppError('POLICY_INVALID', `${name}: cannot be read`, { cause });
  }
}

function pageOf(covered: readonly ClauseCoverage[], runs: number, loose: number, width: number): string {
  const page = new TextPage({ width: Math.max(40, width), color: false });
  for (const { clause, text, state, violated, satisfied, undecided, errors, constraints } of covered) {
    const counts = [
      violated > 0 ? `violated in ${plural(violated, 'run')}` : null,
      satisfied > 0 ? `held in ${satisfied}` : null,
      undecided > 0 ? `could not tell in ${undecided}` : null,
      errors > 0 ? `errors in ${errors}` : null,
    ].filter((part) => part !== null);
    page.block(
      [
        span(counts.length === 0 ? state : counts.join(', ')),
        span(` ${constraints.length === 0 ? '' : `[${constraints.join(', ')}]`}`, 'dim'),
      ],
      {
        indent: 10,
        label: [span(`  ${clause}`)],
      },
    );
    if (text !== '') page.block([span(text, 'dim')], { indent: 10, maxLines: 1 });
  }
  const count = (state: ClauseCoverage['state']) => covered.filter((one) => one.state === state).length;
  const parts = CLAUSE_STATES.flatMap((state) => (count(state) > 0 ? [`${count(state)} ${state}`] : []));
  page.blank();
  page.block([span(`${plural(covered.length, 'clause')} over ${plural(runs, 'run')}: ${parts.join(', ')}`)], {
    indent: 2,
  });
  if (loose > 0) page.block([span(`${plural(loose, 'constraint')} with no clause`)], { indent: 2 });
  return page.toString();
}
