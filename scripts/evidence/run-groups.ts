import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { own, ownArray, parseJson } from '../../src/base/json.ts';
import type { Tool, Trajectory } from '../../src/contracts/trajectory.ts';
import { parseTrace } from '../../src/formats/read-trace.ts';
import type { ChatRun } from './injected-faults.ts';

/** One run with what people say of it. Positions are 0-based. */
export interface GroupRun {
  readonly trajectory: Trajectory;
  /** Step that broke the run; null where nobody says. */
  readonly critical: number | null;
  /** Every step that is labelled as a failure. */
  readonly failures: readonly number[];
}

/** Runs of one source with one outcome. */
export interface RunGroup {
  readonly id: string;
  /** Groups of one source are compared with each other, and with no other. */
  readonly source: string;
  readonly outcome: 'passed' | 'failed';
  readonly runs: readonly GroupRun[];
}

/** The groups that the data folder holds; a set that is not there is left out. */
export function loadGroups(folder: string): readonly RunGroup[] {
  const path = (...parts: readonly string[]): string => join(folder, ...parts);
  const groups: RunGroup[] = [];
  const add = (id: string, source: string, outcome: RunGroup['outcome'], runs: readonly GroupRun[]): void => {
    if (runs.length > 0) groups.push({ id, source, outcome, runs });
  };
  const retail = path('agentrx', 'tau_retail');
  const tauLabels = agentRxLabels(path('agentrx', 'ground_truth', 'tau_ground_truth.json'));
  const retailTools = toolsIn(path('tau-bench', 'retail_tools.json'));
  const readRetail = (file: string): readonly Trajectory[] =>
    read(join(retail, file)).map((run) => ({ ...run, tools: [...retailTools] }));
  add('tau-retail passed', 'tau-retail', 'passed', readRetail('tau_dataset_passed.json').map(unlabelled));
  add(
    'tau-retail failed',
    'tau-retail',
    'failed',
    readRetail('tau_dataset_failed.json').map((run) => labelled(run, tauLabels.get(run.id), 1)),
  );
  const airlineTools = toolsIn(path('tau-bench', 'airline_tools.json'));
  const airline = read(path('tau-bench', 'gpt-4o-airline.json')).map((run) => ({ ...run, tools: [...airlineTools] }));
  for (const [outcome, status] of [
    ['passed', 'succeeded'],
    ['failed', 'failed'],
  ] as const) {
    add(
      `tau-airline ${outcome}`,
      'tau-airline',
      outcome,
      airline.filter((run) => run.outcome.status === status).map(unlabelled),
    );
  }
  const resolved = resolvedInstances(path('mini-swe-agent-gemini3', 'results_summary.json'));
  const swe = readFolder(path('mini-swe-agent-gemini3', 'trajs'));
  add(
    'mini-swe passed',
    'mini-swe',
    'passed',
    swe.filter(({ run }) => resolved.get(run.id) === true).map(({ run }) => unlabelled(run)),
  );
  add(
    'mini-swe failed',
    'mini-swe',
    'failed',
    swe.filter(({ run }) => resolved.get(run.id) === false).map(({ run }) => unlabelled(run)),
  );
  const magenticLabels = agentRxLabels(path('agentrx', 'ground_truth', 'magentic_one_ground_truth.json'));
  add(
    'magentic-one failed',
    'magentic-one',
    'failed',
    readFolder(path('agentrx', 'magentic_dataset')).map(({ run, name }) => labelled(run, magenticLabels.get(name), 1)),
  );
  add(
    'mas-sim failed (faults injected)',
    'mas-sim',
    'failed',
    readFolder(path('mas-sim', 'trajectory_agentrx')).map(({ run, name }) => {
      return labelled(run, injectedStep(path('mas-sim', 'ground_truth', `${name}.ground_truth.json`)), 1);
    }),
  );
  for (const part of ['Algorithm-Generated', 'Hand-Crafted']) {
    const runs = readFolder(path('whowhen', 'Who&When', part)).map(({ run }) => {
      const step = Number(own(run.gold, 'mistake_step'));
      return labelled(run, { critical: step, failures: [step] }, 0);
    });
    add(`who-and-when ${part.toLowerCase()}`, `who-and-when ${part}`, 'failed', runs);
  }
  return groups;
}

/** The passing tau-retail runs as they were recorded, with the tools they had. */
export function loadChatRuns(folder: string): readonly ChatRun[] {
  const file = join(folder, 'agentrx', 'tau_retail', 'tau_dataset_passed.json');
  const tools = join(folder, 'tau-bench', 'retail_tools.json');
  if (!existsSync(file) || !existsSync(tools)) return [];
  const declared = parseJson(readFileSync(tools, 'utf8'));
  const runs = parseJson(readFileSync(file, 'utf8'));
  return (Array.isArray(runs) ? runs : []).map((run) => ({
    messages: ownArray(run, 'traj') ?? [],
    tools: Array.isArray(declared) ? declared : [],
  }));
}

interface StepLabels {
  readonly critical: number;
  readonly failures: readonly number[];
}

const unlabelled = (trajectory: Trajectory): GroupRun => ({ trajectory, critical: null, failures: [] });

/** `base`: number of the first step in the labels' count. */
function labelled(trajectory: Trajectory, labels: StepLabels | undefined, base: number): GroupRun {
  if (labels === undefined) return unlabelled(trajectory);
  return { trajectory, critical: labels.critical - base, failures: labels.failures.map((step) => step - base) };
}

function read(file: string): readonly Trajectory[] {
  if (!existsSync(file)) return [];
  return parseTrace(readFileSync(file, 'utf8'), file).flatMap((result) => (result.ok ? [result.value] : []));
}

function readFolder(folder: string): readonly { readonly name: string; readonly run: Trajectory }[] {
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
  return files.sort().flatMap((file) => {
    return read(join(folder, file)).map((run) => ({ name: file.replace(/\.json$/, ''), run }));
  });
}

/** tau-bench keeps its tools beside the runs: the runs are checked with them, as if the trace declared them. */
function toolsIn(file: string): readonly Tool[] {
  if (!existsSync(file)) return [];
  const [document] = parseTrace(
    JSON.stringify({
      messages: [{ role: 'user', content: 'tools' }],
      tools: parseJson(readFileSync(file, 'utf8')),
    }),
  );
  return document?.ok === true ? document.value.tools : [];
}

/** AgentRx's ground truth: for each trajectory its failures, one of them the root cause. */
function agentRxLabels(file: string): ReadonlyMap<string, StepLabels> {
  const labels = new Map<string, StepLabels>();
  if (!existsSync(file)) return labels;
  const entries = parseJson(readFileSync(file, 'utf8'));
  for (const entry of Array.isArray(entries) ? entries : []) {
    const failures = ownArray(entry, 'failures') ?? [];
    const root = String(own(own(entry, 'root_cause'), 'failure_id'));
    const critical = failures.find((failure) => String(own(failure, 'failure_id')) === root);
    if (critical === undefined) continue;
    labels.set(String(own(entry, 'trajectory_id')), {
      critical: Number(own(critical, 'step_number')),
      failures: failures.map((failure) => Number(own(failure, 'step_number'))),
    });
  }
  return labels;
}

/** The step that a fault was put into, as MAS-SIM's ground truth names it. */
function injectedStep(file: string): StepLabels | undefined {
  if (!existsSync(file)) return undefined;
  const step = own(parseJson(readFileSync(file, 'utf8')), 'critical_failure_step');
  return typeof step === 'number' ? { critical: step, failures: [step] } : undefined;
}

function resolvedInstances(file: string): ReadonlyMap<string, boolean> {
  if (!existsSync(file)) return new Map();
  const instances = ownArray(parseJson(readFileSync(file, 'utf8')), 'instances') ?? [];
  return new Map(instances.map((one) => [String(own(one, 'instance_id')), own(one, 'resolved') === true]));
}
