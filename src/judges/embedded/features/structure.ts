import type { Step } from '../../../contracts/trajectory.ts';
import { type FeatureRow, grown, put } from './feature.ts';
import type { RunView } from './run-view.ts';

/** Where a step stands and who takes it: turns, firsts, lasts, and how its length compares within the run. */
export function structureFeatures(view: RunView): readonly FeatureRow[] {
  const { steps, coordinators } = view;
  const lengths = steps.map(textLength);
  const longest = lengths.reduce((most, length) => Math.max(most, length), 1);
  const sorted = [...lengths].sort((a, b) => a - b);
  const ranks = new Map(sorted.map((length, rank) => [length, rank / Math.max(1, sorted.length - 1)]));
  const lastAgent = steps.findLast((step) => step.role === 'agent')?.position;
  const seenAgents = new Set<string>();
  let agentTurn = 0;
  let workerTurn = 0;
  let userTurn = 0;
  let callTurn = 0;
  let codeTurn = 0;
  return steps.map((step, position) => {
    const row: FeatureRow = new Map();
    const calls = view.callsByStep.get(position) ?? [];
    const coordinator = coordinators.has(step.agent);
    const worker = step.role === 'agent' && !coordinator;
    const kinds = new Set(step.events.map((event) => event.kind));
    put(row, `role ${step.role}`, 1);
    put(row, 'coordinator', coordinator);
    put(row, 'coordinator thinks', coordinator && (kinds.has('reasoning') || kinds.has('plan')));
    put(row, 'hands off', kinds.has('handoff'));
    put(row, 'plans', kinds.has('plan'));
    put(
      row,
      'calls a tool',
      calls.some((record) => !record.call.inferred),
    );
    put(
      row,
      'runs code',
      calls.some((record) => record.call.inferred),
    );
    put(row, 'answers only', step.role === 'agent' && calls.length === 0 && !kinds.has('handoff'));
    put(row, 'error event', kinds.has('error'));
    if (step.role === 'agent') agentTurn = turn(row, 'agent turn', agentTurn, 6);
    if (worker) workerTurn = turn(row, 'worker turn', workerTurn, 6);
    if (step.role === 'user') userTurn = turn(row, 'user turn', userTurn, 4);
    if (calls.some((record) => record.call.inferred)) codeTurn = turn(row, 'code turn', codeTurn, 3);
    if (calls.some((record) => !record.call.inferred)) callTurn = turn(row, 'call turn', callTurn, 3);
    put(row, 'first turn of its agent', !seenAgents.has(step.agent));
    put(row, 'same agent as before', steps[position - 1]?.agent === step.agent);
    seenAgents.add(step.agent);
    const relative = steps.length === 1 ? 1 : position / (steps.length - 1);
    put(row, 'relative position', relative);
    put(row, 'relative position squared', relative * relative);
    put(row, 'steps before', grown(position));
    for (const at of [0, 1, 2, 3]) put(row, `step ${at} from the start`, position === at);
    put(row, 'last step', position === steps.length - 1);
    put(row, 'second last step', position === steps.length - 2);
    put(row, 'third last step', position === steps.length - 3);
    put(row, 'last step of an agent', position === lastAgent);
    put(row, 'relative length', (lengths[position] ?? 0) / longest);
    put(row, 'length rank', ranks.get(lengths[position] ?? 0) ?? 0);
    return row;
  });
}

/** Marks the k-th turn of a kind; later ones share a mark that says so. */
function turn(row: FeatureRow, name: string, before: number, most: number): number {
  put(row, `${name} ${before < most ? before + 1 : 'later'}`, 1);
  return before + 1;
}

const textLength = (step: Step): number => step.events.reduce((sum, event) => sum + event.text.length, 0);
