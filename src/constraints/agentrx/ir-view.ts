import type { JsonValue } from '../../base/json.ts';
import type { Step, TraceEvent, Trajectory } from '../../contracts/trajectory.ts';
import type { StepFacts } from '../guards/step-facts.ts';

/** The trajectory in the shape in which AgentRx's checks see it: steps with a 1-based index and text alone. */
export const agentrxIr = (trajectory: Trajectory): JsonValue => ({
  trajectory_id: trajectory.id,
  instruction: trajectory.instruction ?? '',
  steps: trajectory.steps.map((step) => ({
    index: step.position + 1,
    substeps: [{ sub_index: 1, role: roleOf(step), content: contentOf(step) }],
  })),
});

/** The steps as AgentRx's triggers see them. A role goes by its whole name, and by what stands before a bracket. */
export const agentrxStepFacts = (trajectory: Trajectory): readonly StepFacts[] =>
  trajectory.steps.map((step) => {
    const role = roleOf(step);
    const short = role.split('(')[0]?.trim() ?? role;
    const names = short === role ? [role] : [role, short];
    return { position: step.position, roles: names, agents: names, tools: [], text: contentOf(step) };
  });

const roleOf = (step: Step): string => (step.role === 'agent' || step.role === 'environment' ? step.agent : step.role);

function contentOf(step: Step): string {
  const calls = step.events.filter((event) => event.kind === 'tool-call');
  const texts = step.events.filter((event) => event.kind !== 'tool-call').map((event) => textOf(event));
  const json =
    calls.length === 0
      ? []
      : [
          JSON.stringify(
            calls.map((call) => ({
              function: { arguments: call.text, name: call.name },
              id: call.callId,
              type: 'function',
            })),
            null,
            2,
          ),
        ];
  return [...texts, ...json].filter((text) => text !== '').join('\n\n');
}

const textOf = (event: TraceEvent): string =>
  event.kind === 'tool-result' && event.data !== null && typeof event.data === 'object'
    ? JSON.stringify(event.data, null, 2)
    : event.text;
