import { excerpt } from '../base/text.ts';
import type { GraphNode } from '../contracts/graph.ts';
import type { Step } from '../contracts/trajectory.ts';
import type { TrajectoryIndex } from '../trajectory/index-trajectory.ts';

const LENGTH = 200;

/** One node a step, with its role and an Intermediate Semantic Representation that is extracted, not written by a model. */
export function buildNodes(index: TrajectoryIndex): GraphNode[] {
  let intent = index.trajectory.instruction ?? '';
  return index.trajectory.steps.map((step) => {
    const call = step.events.find((event) => event.kind === 'tool-call');
    const thought = step.events.find((event) => event.kind === 'reasoning' || event.kind === 'plan');
    const message = step.events.find((event) => event.kind === 'message' || event.kind === 'handoff');
    const result = step.events.find((event) => event.kind === 'tool-result' || event.kind === 'error');
    if (step.role === 'user' && message !== undefined) intent = message.text;
    const handoff = step.events.find((event) => event.kind === 'handoff');
    if (handoff !== undefined) intent = handoff.text;
    return {
      stepId: step.id,
      position: step.position,
      role: roleOf(step),
      action: call === undefined ? null : { tool: call.name, arguments: excerpt(call.text, LENGTH) },
      isr: {
        intent: excerpt(thought?.text ?? intent, LENGTH),
        action:
          call === undefined
            ? excerpt(message?.text ?? thought?.text ?? '', LENGTH)
            : excerpt(`${call.name} ${call.text}`, LENGTH),
        signal: excerpt(result?.text ?? '', LENGTH),
      },
    };
  });
}

function roleOf(step: Step): GraphNode['role'] {
  if (step.role === 'user') return 'user';
  if (step.role === 'system') return 'control';
  if (step.role === 'tool') return 'observation';
  if (step.role === 'environment') return 'environment';
  if (step.events.some((event) => event.kind === 'tool-call')) return 'action';
  if (step.events.some((event) => event.kind === 'handoff' || event.kind === 'compaction')) return 'control';
  return step.events.some((event) => event.kind === 'tool-result') ? 'observation' : 'reasoning';
}
