import type { Step, TraceEvent, Trajectory } from '../../contracts/trajectory.ts';

/** What a guard looks at in a step. */
export interface StepFacts {
  readonly position: number;
  /** What the steps of a guard are compared with; left out = the position. */
  readonly order?: number;
  /** Names its role goes by. */
  readonly roles: readonly string[];
  /** Names its actor goes by. */
  readonly agents: readonly string[];
  /** Tools that it calls. */
  readonly tools: readonly string[];
  readonly text: string;
}

/** The steps of a trajectory as guards see them. */
export const stepFacts = (trajectory: Trajectory): readonly StepFacts[] =>
  trajectory.steps.map((step) => ({
    position: step.position,
    roles: [step.role],
    agents: [step.agent],
    tools: step.events.flatMap((event) => (event.kind === 'tool-call' ? [event.name] : [])),
    text: textOf(step),
  }));

/** What stands in a step, a line an event; calls as `name(arguments)`. */
const textOf = (step: Step): string => step.events.map(lineOf).join('\n');

const lineOf = (event: TraceEvent): string =>
  event.kind === 'tool-call' ? `${event.name}(${event.text})` : event.text;
