import type { Step } from '../../../contracts/trajectory.ts';
import { type FeatureFamily, type FeatureRow, grown, put } from './feature.ts';

/** Where a step stands and who takes it: turns, firsts, lasts, and how its length compares within the run. */
export const structureFeatures: FeatureFamily = (view) => {
  const { steps, coordinators } = view;
  const lengths = steps.map(textLength);
  const longest = lengths.reduce((most, length) => Math.max(most, length), 1);
  const sorted = [...lengths].sort((a, b) => a - b);
  const ranks = new Map(sorted.map((length, rank) => [length, rank / Math.max(1, sorted.length - 1)]));
  const lastAgent = steps.findLast((step) => step.role === 'agent')?.position;
  const seenAgents = new Set<string>();
  const firstTurns = new Set<number>();
  const agentTurn = turnCounter();
  const workerTurn = turnCounter();
  const userTurn = turnCounter();
  const codeTurn = turnCounter();
  const callTurn = turnCounter();
  steps.forEach((step, position) => {
    const calls = view.callsByStep.get(position) ?? [];
    agentTurn.note(step.role === 'agent');
    workerTurn.note(step.role === 'agent' && !coordinators.has(step.agent));
    userTurn.note(step.role === 'user');
    codeTurn.note(calls.some((record) => record.call.inferred));
    callTurn.note(calls.some((record) => !record.call.inferred));
    if (!seenAgents.has(step.agent)) firstTurns.add(position);
    seenAgents.add(step.agent);
  });
  return (row, step, position) => {
    const calls = view.callsByStep.get(position) ?? [];
    const coordinator = coordinators.has(step.agent);
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
    putTurn(row, 'agent turn', agentTurn.at(position), 6);
    putTurn(row, 'worker turn', workerTurn.at(position), 6);
    putTurn(row, 'user turn', userTurn.at(position), 4);
    putTurn(row, 'code turn', codeTurn.at(position), 3);
    putTurn(row, 'call turn', callTurn.at(position), 3);
    put(row, 'first turn of its agent', firstTurns.has(position));
    put(row, 'same agent as before', steps[position - 1]?.agent === step.agent);
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
  };
};

/** Numbers the steps of a kind: 1 for the first, 0 for a step of another kind. */
function turnCounter(): { note(is: boolean): void; at(position: number): number } {
  const numbers: number[] = [];
  let last = 0;
  return { note: (is) => numbers.push(is ? ++last : 0), at: (position) => numbers[position] ?? 0 };
}

/** Marks the k-th turn of a kind; later ones share a mark that says so. */
function putTurn(row: FeatureRow, name: string, turn: number, most: number): void {
  if (turn > 0) put(row, `${name} ${turn <= most ? turn : 'later'}`, 1);
}

const textLength = (step: Step): number => step.events.reduce((sum, event) => sum + event.text.length, 0);
