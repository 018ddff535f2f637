import { MODE_IDS, type Mode } from '../../taxonomy/modes.ts';
import { INVARIANTS } from './index.ts';
import type { Finding } from './invariant.ts';
import type { InvariantView } from './view.ts';

/**
 * Which modes are left open for a model, by position of the step; steps with none are left out. A mode is closed where
 * the step cannot break it (no call, no act after it, …), where what it does is seen without a model, and where it was
 * found broken for good already. So a model is asked a part of what AgentScope asks at every node.
 */
export function openModes(view: InvariantView, findings: readonly Finding[]): ReadonlyMap<number, readonly Mode[]> {
  const found = new Map<number, Set<Mode>>();
  for (const { position, mode, severity, recoveredPosition } of findings) {
    if (severity === 'low' || recoveredPosition !== null) continue;
    const here = found.get(position);
    if (here === undefined) found.set(position, new Set([mode]));
    else here.add(mode);
  }
  const open = new Map<number, readonly Mode[]>();
  for (const step of view.steps) {
    const modes = MODE_IDS.filter(
      (mode) => found.get(step.position)?.has(mode) !== true && INVARIANTS[mode].isOpen(view, step),
    );
    if (modes.length > 0) open.set(step.position, modes);
  }
  return open;
}
