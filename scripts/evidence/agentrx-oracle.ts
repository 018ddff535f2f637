import { tmpdir } from 'node:os';
import { ownArray, ownString } from '../../src/base/json.ts';
import { createSandbox } from '../../src/compose.ts';
import { importAgentrx } from '../../src/constraints/agentrx/import.ts';
import { agentrxIr } from '../../src/constraints/agentrx/ir-view.ts';
import type { Sandbox } from '../../src/contracts/sandbox.ts';
import type { Trajectory } from '../../src/contracts/trajectory.ts';
import { checkVerdicts, type StepVerdict } from './agentrx/check-verdicts.ts';
import { dataFile, filesIn, readJsonFile, runsIn } from './agentrx/data.ts';
import { runPython3 } from './agentrx/python3.ts';
import type { EvidenceRun } from './piece.ts';

/** A set of constraints, and the folder of what AgentRx's own checker said of it. */
const SETS = [
  { file: ['agentrx-oracle', 'variants', 'B_static_index_fixed.json'], oracle: 'B_static_index_fixed' },
  { file: ['agentrx-oracle', 'variants', 'D_static_tau_wild_docfixed.json'], oracle: 'D_static_tau_wild_docfixed' },
  // As AgentRx ships them, where they find nothing: the import repairs what was repaired by hand in the sets above.
  { file: ['agentrx', 'invariants', 'static.json'], oracle: 'B_static_index_fixed' },
  { file: ['agentrx', 'invariants', 'static_tau.json'], oracle: 'D_static_tau_wild_docfixed' },
] as const;

/** Ways to differ from AgentRx that we mean to; what differs in any other way is a fault. */
const MEANT = {
  'ours is an error, AgentRx says nothing is wrong': ({ ours, theirs }) =>
    ours !== null && theirs !== null && ours.error !== null && theirs.error !== null,
  'ours is undecided: the check answered by neither True nor False': ({ ours }) =>
    ours !== null && ours.error === null && ours.holds === null,
} as const satisfies Record<string, (difference: Difference) => boolean>;

interface Oracle {
  readonly holds: boolean | null;
  readonly error: string | null;
}

interface Difference {
  readonly place: string;
  readonly ours: StepVerdict | null;
  readonly theirs: Oracle | null;
}

/**
 * Runs the constraint sets that AgentRx's model wrote with our importer, guards and Python sandbox, and compares each
 * verdict with what AgentRx's own checker said. Missed where one differs for another reason than those in `MEANT`.
 */
export const run: EvidenceRun = async ({ print }) => {
  const failed = dataFile('agentrx', 'tau_retail', 'tau_dataset_failed.json');
  if (failed === null || dataFile('agentrx-oracle') === null) {
    return { met: null, text: 'no data: set CULPRIT_DATA to the folder of the public data sets' };
  }
  printFidelity(print);
  const runs = runsIn(failed);
  const sandbox = await createSandbox({ language: 'python', cacheFolder: `${tmpdir()}/culprit-evidence` });
  let compared = 0;
  let meant = 0;
  let unexplained = 0;
  try {
    for (const { file, oracle } of SETS) {
      const sums = await compareSet(sandbox, runs, file, oracle, print);
      compared += sums.compared;
      meant += sums.meant;
      unexplained += sums.unexplained;
    }
  } finally {
    await sandbox.close();
  }
  return {
    met: unexplained === 0 && compared > 0,
    text: `${compared} verdicts compared over ${runs.length} runs: ${compared - meant - unexplained} agree, ${meant} differ as we mean to, ${unexplained} unexplained`,
  };
};

async function compareSet(
  sandbox: Sandbox,
  runs: readonly Trajectory[],
  file: readonly string[],
  oracle: string,
  print: (line: string) => void,
) {
  const path = dataFile(...file);
  const verdicts = dataFile('agentrx-oracle', oracle, 'verdicts_index.json');
  if (path === null || verdicts === null) throw new Error(`${file.join('/')} is missing from the data`);
  const { pack, findings } = importAgentrx(readJsonFile(path), file.at(-1)?.replace('.json', '') ?? '');
  const expected = readJsonFile(verdicts);
  const differences: Difference[] = [];
  let compared = 0;
  let violations = 0;
  let theirViolations = 0;
  for (const trajectory of runs) {
    const theirs = new Map((ownArray(expected, trajectory.id) ?? []).map(oracleOf));
    const ours = new Map(
      (await checkVerdicts(sandbox, pack.constraints, trajectory)).map((one) => [`${one.position} ${one.id}`, one]),
    );
    for (const place of new Set([...theirs.keys(), ...ours.keys()])) {
      const [mine, other] = [ours.get(place) ?? null, theirs.get(place) ?? null];
      compared++;
      if (mine?.holds === false) violations++;
      if (other?.holds === false) theirViolations++;
      const same =
        mine !== null &&
        other !== null &&
        mine.holds === other.holds &&
        (mine.error === null) === (other.error === null);
      if (!same) differences.push({ place: `task ${trajectory.id}, position ${place}`, ours: mine, theirs: other });
    }
  }
  const repairs = findings.filter(({ kind }) => kind === 'repair').length;
  print(
    `${file.join('/')}: ${pack.constraints.length} constraints, ${repairs} repairs; ${compared} verdicts, ` +
      `${compared - differences.length} agree; violations: ours ${violations}, AgentRx's ${theirViolations}`,
  );
  let meant = 0;
  for (const difference of differences) {
    const reason = Object.entries(MEANT).find(([, applies]) => applies(difference))?.[0] ?? null;
    if (reason !== null) meant++;
    print(
      `  ${difference.place}: ours ${shown(difference.ours)}, AgentRx's ${shown(difference.theirs)}: ${reason ?? 'UNEXPLAINED'}`,
    );
  }
  return { compared, meant, unexplained: differences.length - meant };
}

const shown = (verdict: Oracle | null): string =>
  verdict === null
    ? 'not triggered'
    : verdict.error !== null
      ? `error (${verdict.error.slice(0, 80)})`
      : String(verdict.holds);

/** `[position, name, true | false | null, error | null]` */
function oracleOf(entry: unknown): [string, Oracle] {
  const [position, name, holds, error] = Array.isArray(entry) ? entry : [];
  return [
    `${position} ${name}`,
    { holds: typeof holds === 'boolean' ? holds : null, error: typeof error === 'string' ? error : null },
  ];
}

/** How much of the text that checks search is the same as after AgentRx's own conversion. */
function printFidelity(print: (line: string) => void): void {
  const tau = [
    dataFile('agentrx', 'tau_retail', 'tau_dataset_failed.json'),
    dataFile('agentrx', 'tau_retail', 'tau_dataset_passed.json'),
    dataFile('tau-bench', 'gpt-4o-airline.json'),
  ].filter((path) => path !== null);
  const magentic = dataFile('agentrx', 'magentic_dataset');
  const plain = magentic === null ? [] : filesIn(magentic, '.json');
  const converted = runPython3('convert.py', [JSON.stringify({ tau, plain })]);
  if (converted === null)
    print('no python3 here: the text that checks see is not compared with a conversion in Python');
  const expected: unknown = converted === null ? {} : JSON.parse(converted);
  const groups = { 'tau-bench': tau, 'Magentic-One': plain };
  for (const [name, paths] of Object.entries(converted === null ? {} : groups)) {
    const turns = paths.flatMap((path) =>
      runsIn(path).flatMap((trajectory, at) => pairs(agentrxIr(trajectory), ownArray(expected, path)?.[at])),
    );
    printAgreement(name, turns, print);
  }
  const native = dataFile('mas-sim', 'trajectory_agentrx');
  if (native === null) return;
  const turns = filesIn(native, '.json').flatMap((path) =>
    runsIn(path).flatMap((trajectory) => pairs(agentrxIr(trajectory), turnsOf(readJsonFile(path)))),
  );
  printAgreement("AgentRx's own representation (telemetry)", turns, print);
}

type Turn = readonly [role: string, content: string];

const turnsOf = (ir: unknown): readonly Turn[] =>
  (ownArray(ir, 'steps') ?? []).flatMap((step) =>
    (ownArray(step, 'substeps') ?? []).map(
      (substep): Turn => [ownString(substep, 'role') ?? '', ownString(substep, 'content') ?? ''],
    ),
  );

function pairs(ir: unknown, expected: unknown) {
  const theirs = Array.isArray(expected) ? expected : [];
  const ours = turnsOf(ir);
  return Array.from({ length: Math.max(ours.length, theirs.length) }, (_, at) => ({
    ours: ours[at],
    theirs: theirs[at],
  }));
}

function printAgreement(
  name: string,
  turns: readonly ReturnType<typeof pairs>[number][],
  print: (line: string) => void,
) {
  const role = turns.filter(({ ours, theirs }) => ours?.[0] === theirs?.[0]).length;
  const content = turns.filter(({ ours, theirs }) => ours?.[1] === theirs?.[1]).length;
  print(`text that checks see, ${name}: ${turns.length} turns, role the same in ${role}, text the same in ${content}`);
}
