import { own } from '../../base/json.ts';

/** An id as text: sources write numbers or strings. */
export const idText = (id: unknown): string => (typeof id === 'string' ? id : JSON.stringify(id));

/** Ids of the runs of one file: the task's where it occurs once, with the trial and, if need be, a count where it does not. */
export function runIds(runs: readonly unknown[]): readonly string[] {
  const byTask = runs.map((run) => idText(own(run, 'task_id') ?? 'run'));
  const withTrial = runs.map((run, index) => {
    const trial = own(run, 'trial');
    return trial === undefined || trial === null ? (byTask[index] ?? '') : `${byTask[index]}-trial-${idText(trial)}`;
  });
  const counts = new Map<string, number>();
  for (const id of byTask) counts.set(id, (counts.get(id) ?? 0) + 1);
  const taken = new Set<string>();
  const next = new Map<string, number>();
  return runs.map((_run, index) => {
    const task = byTask[index] ?? 'run';
    const base = (counts.get(task) ?? 0) > 1 ? (withTrial[index] ?? task) : task;
    let id = base;
    for (let count = next.get(base) ?? 2; taken.has(id); count++) {
      id = `${base}-${count}`;
      next.set(base, count + 1);
    }
    taken.add(id);
    return id;
  });
}
