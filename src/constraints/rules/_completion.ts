import type { Step, ToolCall } from '../../contracts/trajectory.ts';
import { findSaidAloud, type Said } from './_speech.ts';

/** Names of tools by which a run ends, or is handed to someone outside it. */
const TERMINAL_TOOL =
  /(?:^|[_\-.])(?:finish|submit|final|complete|terminate|end|exit|done|stop|transfer|escalate|handoff|hand_off|answer)(?:$|[_\-.])|^(?:final_?answer|finish|submit|terminate|attempt_completion|task_complete|mark_task_complete)/i;

/** A word in a command by which agents that have a shell alone hand in their work. */
const TERMINAL_COMMAND = /\b(?:complete_task|task_complete|submit)\w*/i;

/** Whether a call closes the run: by the name of its tool, or by what it tells a shell. */
export function isTerminalCall({ name, text }: ToolCall): boolean {
  return TERMINAL_TOOL.test(name.replace(/([a-z])([A-Z])/g, '$1_$2')) || TERMINAL_COMMAND.test(text.slice(0, 300));
}

/** The words by which an agent closes a run: a marker on a line of its own, or an answer announced as final. */
const COMPLETION =
  /(?:^|\n)[ \t]*(?:TERMINATE\b|#{0,3}[ \t]*\**FINAL ANSWER\b|<final_answer>|TASK (?:IS )?(?:COMPLETED?|DONE)\b)/;

/** Where a step announces that the run is complete; null where it does not. */
export const completionIn = (step: Step): Said | null => findSaidAloud(step, COMPLETION);
