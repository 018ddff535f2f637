import { excerpt } from '../base/text.ts';
import type { DiagnosisEvidence } from '../contracts/diagnosis.ts';
import type { Step } from '../contracts/trajectory.ts';
import type { Category } from '../taxonomy/categories.ts';
import { OWNERS, type Owner } from '../taxonomy/owners.ts';
import type { TrajectoryIndex } from '../trajectory/index-trajectory.ts';
import { stepNumber } from '../trajectory/step-number.ts';

/** Who acted, with what, and where: what makes advice fit a run. */
interface Place {
  readonly agent: string;
  /** The tool in question; null where the step is about none. */
  readonly tool: string | null;
  readonly number: number;
}

type Advice = (place: Place) => string;

const MAX_NAME = 60;

/** `after` and the tool, where there is one. */
const withTool = (after: string, { tool }: Place): string => (tool === null ? '' : ` ${after} ${tool}`);

/** What the owner of each category by default can do about it. */
const ADVICE: Readonly<Partial<Record<Category, Advice>>> = {
  'instruction-plan-adherence': (at) =>
    `State the rule that step ${at.number} broke in the prompt of ${at.agent}, with this case as its example${at.tool === null ? '' : `; or check it in code before ${at.tool} runs`}.`,
  'invention-of-information': (at) =>
    `Let ${at.agent} use only values that a tool or the user gave${at.tool === null ? '' : `, and refuse calls of ${at.tool} with others`}; check step ${at.number} for what came from nowhere.`,
  'invalid-invocation': (at) =>
    `Describe the arguments of ${at.tool ?? 'the tool'} and their types in its schema, and return its complaint to ${at.agent} as the result.`,
  'misinterpretation-of-tool-output': (at) =>
    `Have what ${at.agent} says checked against${at.tool === null ? ' the output it rests on' : ` the output of ${at.tool}`} before it goes on; leave counting and comparing to code.`,
  'intent-plan-misalignment': (at) =>
    `Have ${at.agent} say what was asked and how it will do it before it acts${withTool('with', at)}, and compare the two.`,
  'intent-not-supported': (at) =>
    `Give ${at.agent} a tool for what was asked, or have it say that it has none${at.tool === null ? '' : ` in place of ${at.tool}`}.`,
  'guardrails-triggered': (at) =>
    `Allow what ${at.tool ?? at.agent} asked for, or have ${at.agent} stop at the refusal and say so.`,
  'system-failure': (at) =>
    `Mend ${at.tool === null ? 'what failed' : `the service behind ${at.tool}`}; until then, retry it outside the model and tell ${at.agent} what failed.`,
};

/** One line that says what the owner can do about this run; of a kind that nothing special is known of, in general. */
export function fixText(
  index: TrajectoryIndex,
  { owner, category, position }: { readonly owner: Owner; readonly category: Category; readonly position: number },
  evidence: readonly DiagnosisEvidence[],
): string {
  const step = index.trajectory.steps[position];
  const advice = ADVICE[category];
  if (step === undefined || owner === 'user' || advice === undefined) return OWNERS[owner].advice;
  const tool = toolAt(index, step, evidence);
  return advice({
    agent: excerpt(agentAt(index, step), MAX_NAME),
    tool: tool === null ? null : excerpt(tool, MAX_NAME),
    number: stepNumber(step),
  });
}

/** Who acted: a step of a tool is the doing of the agent before it. */
function agentAt({ trajectory }: TrajectoryIndex, step: Step): string {
  for (let position = step.position; position >= 0; position--) {
    const one = trajectory.steps[position];
    if (one?.role === 'agent') return one.agent;
  }
  return 'the agent';
}

/** The tool that a step calls, or answers for; else the one whose output is quoted. */
function toolAt(index: TrajectoryIndex, step: Step, evidence: readonly DiagnosisEvidence[]): string | null {
  const calls = index.calls.filter(
    (one) => one.step.position === step.position || one.resultStep?.position === step.position,
  );
  const call = calls.find((one) => one.failure !== null) ?? calls[0];
  if (call !== undefined) return call.call.name;
  for (const { eventId } of evidence) {
    const event = index.eventById.get(eventId)?.event;
    if (event?.kind === 'tool-call') return event.name;
    if (event?.kind !== 'tool-result' || event.callId === null) continue;
    const answered = index.callById.get(event.callId);
    if (answered !== undefined) return answered.call.name;
  }
  return null;
}
