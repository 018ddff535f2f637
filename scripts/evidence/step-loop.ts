import { parseTrace } from '../../src/formats/read-trace.ts';
import { indexTrajectory, type TrajectoryIndex } from '../../src/trajectory/index-trajectory.ts';
import { findStepLoops, leastTimes } from '../../src/trajectory/step-loop/find-step-loops.ts';
import { LOOP_KINDS } from '../../src/trajectory/step-loop/same-act.ts';
import { dataFolder } from '../../test/data-folder.ts';
import type { EvidenceRun } from './piece.ts';
import { loadGroups } from './run-groups.ts';
import { PROGRESS, plantLoop } from './step-loop/plant.ts';

const PERIODS = [1, 2, 3, 4, 5, 8, 12, 16, 20] as const;
const LONG = 10_000;
const CPU_TARGET_SECONDS = 1;

/**
 * Loops of every kind and several lengths put into real passing runs, found at the step that starts them; the runs as
 * they are, and with what only looks like a loop, not accused; processor time of a long run.
 */
export const run: EvidenceRun = async ({ print }) => {
  const slow = cpuFigures(print);
  if (dataFolder === null) {
    return { met: slow ? false : null, text: 'no data: set CULPRIT_DATA to the folder of the public data sets' };
  }
  const runs = loadGroups(dataFolder)
    .filter(({ outcome }) => outcome === 'passed')
    .flatMap((group) => group.runs.map(({ trajectory }) => trajectory));
  const clean = runs.filter((trajectory) => findStepLoops(indexTrajectory(trajectory)).length === 0);
  print(`${runs.length - clean.length}/${runs.length} passing runs accused of a loop as they are`);
  let planted = 0;
  let found = 0;
  for (const kind of LOOP_KINDS) {
    for (const period of PERIODS) {
      const made = clean.flatMap((trajectory) => plantLoop(trajectory, kind, period, leastTimes(kind, period)) ?? []);
      const atStart = made.filter((one) => {
        const loops = findStepLoops(indexTrajectory(one.trajectory));
        return loops.some(({ start }) => start.step.position === one.position);
      }).length;
      planted += made.length;
      found += atStart;
      const times = leastTimes(kind, period);
      print(
        `${kind.padEnd(7)} period ${String(period).padStart(2)} x${times}: ${atStart}/${made.length} found at the start`,
      );
    }
  }
  let accused = 0;
  let innocent = 0;
  for (const [what, plant] of Object.entries(PROGRESS)) {
    const made = clean.flatMap((trajectory) => plant(trajectory) ?? []);
    const wrongly = made.filter((one) => findStepLoops(indexTrajectory(one.trajectory)).length > 0).length;
    innocent += made.length;
    accused += wrongly;
    print(`${what}: ${wrongly}/${made.length} accused`);
  }
  const share = planted === 0 ? 0 : found / planted;
  const met = !slow && share >= 0.95 && runs.length - clean.length === 0 && accused / Math.max(1, innocent) <= 0.02;
  return {
    met,
    text:
      `${found}/${planted} planted loops found at their start (target 95 %), ${runs.length - clean.length}/${runs.length} ` +
      `passing runs accused (target 0), ${accused}/${innocent} kinds of progress accused (target 2 %), ` +
      `${LONG} steps ${slow ? 'not ' : ''}under ${CPU_TARGET_SECONDS} s of processor time`,
  };
};

/** Prints the processor time of runs that are hard in different ways; true where one takes longer than the target. */
function cpuFigures(print: (line: string) => void): boolean {
  const shapes: Readonly<Record<string, (at: number) => { readonly call: string; readonly result: string }>> = {
    'all different': (at) => ({ call: `look at thing ${at * 7919}`, result: `found ${at * 104_729} things` }),
    'one endless loop of long results': () => ({ call: 'look', result: 'the very same words again '.repeat(200) }),
    'same calls, long results that always differ a little': (at) => ({
      call: 'look',
      result: `${Array.from({ length: 500 }, (_word, n) => `word${n % 97 === at % 97 ? at : n}`).join(' ')}`,
    }),
    'other arguments each time, always the same failure': (at) => ({ call: `try ${at * 31}`, result: 'Error: denied' }),
    'loops of 17 acts that break off and start anew': (at) => ({
      call: `act ${at % 17} of ${Math.floor(at / 50)}`,
      result: `gives ${at % 17} `.repeat(30),
    }),
  };
  let slow = false;
  for (const [what, shape] of Object.entries(shapes)) {
    const index = longRun(shape);
    const before = process.cpuUsage();
    const loops = findStepLoops(index).length;
    const spent = process.cpuUsage(before);
    const seconds = (spent.user + spent.system) / 1e6;
    slow ||= seconds >= CPU_TARGET_SECONDS;
    print(`${index.trajectory.steps.length} steps, ${what}: ${loops} loops, ${seconds.toFixed(2)} s of processor time`);
  }
  return slow;
}

function longRun(shape: (at: number) => { readonly call: string; readonly result: string }): TrajectoryIndex {
  const messages = Array.from({ length: LONG / 2 }, (_step, at) => {
    const { call, result } = shape(at);
    const made = { name: 'tool', arguments: JSON.stringify({ call }) };
    return [
      { role: 'assistant', content: '', tool_calls: [{ id: `c${at}`, type: 'function', function: made }] },
      { role: 'tool', tool_call_id: `c${at}`, content: result },
    ];
  }).flat();
  const [read] = parseTrace(JSON.stringify(messages));
  if (read?.ok !== true) throw new Error('the long run cannot be read');
  return indexTrajectory(read.value);
}
