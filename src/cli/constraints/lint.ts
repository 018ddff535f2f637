import { plural } from '../../base/text.ts';
import { nearestWord } from '../../config/nearest-word.ts';
import { checkConstraints } from '../../constraints/checking/check-constraints.ts';
import { type LintFinding, lintConstraint } from '../../constraints/packs/lint-constraint.ts';
import { librariesOf } from '../../constraints/packs/read-pack.ts';
import type { Constraint } from '../../contracts/constraint.ts';
import type { Trajectory } from '../../contracts/trajectory.ts';
import { parseTrace } from '../../formats/read-trace.ts';
import { asStagesSeeIt } from '../../pipeline/run-pipeline.ts';
import { inertJson } from '../../reports/layout/inert-json.ts';
import { TextPage } from '../../reports/layout/text-page.ts';
import { span } from '../../reports/layout/wrap-spans.ts';
import { indexTrajectory } from '../../trajectory/index-trajectory.ts';
import type { FlagValues } from '../flags.ts';
import type { ExitCode, Host } from '../host.ts';
import { printError } from '../print-error.ts';
import { listOf, readRuns } from './known-runs.ts';
import { packsOf } from './load-packs.ts';
import { cacheFolderOf, createSandboxes, type Sandboxes } from './sandboxes.ts';

const DEFAULT_WIDTH = 100;

/** Says what is wrong with the constraints of packs; with traces, also which never trigger or crash on them. */
export default async function lint(names: readonly string[], flags: FlagValues, host: Host): Promise<ExitCode> {
  const packs = await packsOf(names, host.cwd);
  const findings: LintFinding[] = packs.flatMap(({ pack }) =>
    pack.constraints.flatMap((constraint) => lintConstraint(constraint, pack)),
  );
  const constraints = packs.flatMap(({ pack }) => pack.constraints);
  const libraries = librariesOf(packs.map(({ pack }) => pack));
  const sandboxes = createSandboxes(cacheFolderOf(host.env));
  let worst: ExitCode = 0;
  try {
    findings.push(...(await compileAll(constraints, libraries, sandboxes)));
    const traces = listOf(flags.on);
    if (traces.length > 0) {
      const runs = readRuns(traces, host, async (error) => {
        if (worst < error.exitCode) worst = error.exitCode;
        await printError(error, host);
      });
      findings.push(...(await tryAll(constraints, libraries, sandboxes, runs)));
    }
  } finally {
    await sandboxes.close();
  }
  if (flags.json === true) await host.stdout.write(`${inertJson(findings, 2)}\n`);
  else await host.stdout.write(`${pageOf(findings, constraints.length, host.stdout.columns ?? DEFAULT_WIDTH)}\n`);
  return worst !== 0 ? worst : findings.some(({ level }) => level === 'error') ? 1 : 0;
}

type Libraries = ReturnType<typeof librariesOf>;

/** Calls each program once on a run of one step, without its guard: what does not compile says so. */
async function compileAll(
  constraints: readonly Constraint[],
  libraries: Libraries,
  sandboxes: Sandboxes,
): Promise<readonly LintFinding[]> {
  const [parsed] = parseTrace('[{"role":"user","content":"x"}]');
  if (!parsed?.ok) return [];
  const unguarded = constraints.map((constraint) => ({ ...constraint, guard: null, calibration: null }));
  const { outcomes } = await checkConstraints({
    index: indexTrajectory(parsed.value),
    constraints: unguarded,
    libraries,
    sandbox: sandboxes.get,
  });
  return outcomes
    .filter(({ status, message }) => status === 'error' && /^(?:compile|unavailable):/.test(message))
    .map(({ constraintId, message }) => ({ constraintId, level: 'error', message }));
}

async function tryAll(
  constraints: readonly Constraint[],
  libraries: Libraries,
  sandboxes: Sandboxes,
  runs: AsyncIterable<Trajectory>,
): Promise<readonly LintFinding[]> {
  const triggered = new Set<string>();
  const names = { tool: new Set<string>(), agent: new Set<string>() };
  const failed = new Map<string, { message: string; count: number }>();
  let count = 0;
  for await (const trajectory of runs) {
    count++;
    const index = indexTrajectory(asStagesSeeIt(trajectory, {}));
    for (const { name } of trajectory.tools) names.tool.add(name);
    for (const name of index.callsByTool.keys()) names.tool.add(name);
    for (const { name } of trajectory.agents) names.agent.add(name);
    for (const { agent } of trajectory.steps) names.agent.add(agent);
    const { outcomes } = await checkConstraints({ index, constraints, libraries, sandbox: sandboxes.get });
    for (const { constraintId, status, message, checked } of outcomes) {
      if (status !== 'not-applicable') triggered.add(constraintId);
      if (status !== 'error') continue;
      const known = failed.get(constraintId);
      failed.set(constraintId, { message: known?.message ?? message, count: (known?.count ?? 0) + checked });
    }
  }
  const over = `over ${plural(count, 'run')}`;
  return constraints.flatMap((constraint): LintFinding[] => {
    const { id } = constraint;
    const error = failed.get(id);
    if (error !== undefined) {
      const message = `${plural(error.count, 'error')} ${over}, the first: ${error.message}`;
      return [{ constraintId: id, level: 'error', message }];
    }
    if (triggered.has(id)) return [];
    const why = strangeNames(constraint, names);
    const message = `never triggered ${over}${why.length === 0 ? '' : `: ${why.join('; ')}`}`;
    return [{ constraintId: id, level: 'note', message }];
  });
}

/** Names in a guard that no trace knows, with the one that was probably meant. */
function strangeNames(
  { guard, view }: Constraint,
  known: { readonly tool: ReadonlySet<string>; readonly agent: ReadonlySet<string> },
): readonly string[] {
  if (guard === null || view === 'agentrx-ir') return [];
  return (['tool', 'agent'] as const).flatMap((kind) =>
    [guard[kind] ?? []].flat().flatMap((name) => {
      if (known[kind].has(name)) return [];
      const near = nearestWord(name, [...known[kind]]);
      return [`no trace has the ${kind} "${name}"${near === null ? '' : `; did you mean "${near}"?`}`];
    }),
  );
}

function pageOf(findings: readonly LintFinding[], constraints: number, width: number): string {
  const page = new TextPage({ width: Math.max(40, width), color: false });
  for (const { constraintId, level, message } of findings) {
    page.block([span(`${constraintId}: ${message}`)], { indent: 9, maxLines: 4, label: [span(`  ${level}`)] });
  }
  const errors = findings.filter(({ level }) => level === 'error').length;
  if (findings.length > 0) page.blank();
  const parts = [plural(errors, 'error'), plural(findings.length - errors, 'note')];
  page.block([span(`${plural(constraints, 'constraint')}: ${parts.join(', ')}`)], { indent: 2 });
  return page.toString();
}
