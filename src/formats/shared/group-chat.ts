import { isRecord, own, ownString } from '../../base/json.ts';
import type { StepRole } from '../../contracts/trajectory.ts';
import { contentText } from './chat-content.ts';
import { type ExecutionOutput, executionOutput } from './execution-output.ts';
import { pageAction } from './page-action.ts';
import { codeAction, eventsWithAction, type Speak, speakMessage, type TextAction } from './text-actions.ts';
import { type EventInput, type TrajectoryBuilder, toolResultEvent } from './trajectory-builder.ts';

/** Who speaks, as the logs of group chats name them: "Orchestrator (-> WebSurfer)" is an agent with an aside. */
export interface Speaker {
  readonly agent: string;
  /** The words in brackets; null where there are none. */
  readonly aside: string | null;
}

export function speakerOf(label: string): Speaker {
  const open = label.indexOf(' (');
  if (open <= 0 || !label.endsWith(')')) return { agent: label, aside: null };
  return { agent: label.slice(0, open), aside: label.slice(open + 2, -1) };
}

const HUMANS = new Set(['human', 'user', 'user_proxy', 'userproxy']);
const TERMINALS = new Set(['computerterminal', 'computer_terminal', 'executor', 'code_executor']);
const PLAN = /^\s*(?:initial|new) plan:/i;

interface Turn {
  readonly speaker: Speaker;
  readonly text: string;
  readonly output: ExecutionOutput | null;
  /** Code of this turn that an executor ran later, with the id of the call. */
  code: { readonly action: TextAction; readonly callId: string } | null;
  /** The call that this output answers. */
  answers: string | null;
}

/**
 * Adds the turns of a group chat of agents (AutoGen, Magentic-One) as steps, one an element. Code in a turn becomes a
 * call only where an executor's output follows it.
 */
export function addGroupChat(
  builder: TrajectoryBuilder,
  history: readonly unknown[],
  options: { readonly pointer: string; readonly firstIndex: number },
): void {
  const turns = history.map(turnOf);
  pairCode(turns);
  turns.forEach((turn, index) => {
    const rawRef = `${options.pointer}/${index}`;
    const nativeIndex = options.firstIndex + index;
    if (turn === null) {
      builder.warn('MESSAGE_NOT_AN_OBJECT', 'an element of the history is no message', rawRef);
      const events: EventInput[] = [{ kind: 'other', text: contentText(history[index]), nativeKind: 'unknown' }];
      builder.addStep({ rawRef, nativeIndex, role: 'environment', agent: 'unknown', events });
      return;
    }
    const role = roleOf(turn);
    if (role === 'user' && builder.instruction === null) builder.instruction = turn.text;
    builder.addStep({ rawRef, nativeIndex, role, agent: turn.speaker.agent, events: eventsOf(turn, role) });
  });
}

function turnOf(element: unknown): Turn | null {
  if (!isRecord(element)) return null;
  const speaker = speakerOf(ownString(element, 'name') ?? ownString(element, 'role') ?? 'unknown');
  const text = contentText(own(element, 'content'));
  return { speaker, text, output: executionOutput(text), code: null, answers: null };
}

/** An executor runs the latest code that was sent since it last answered. */
function pairCode(turns: readonly (Turn | null)[]): void {
  let latest: Turn | null = null;
  turns.forEach((turn, index) => {
    if (turn === null) return;
    if (turn.output !== null) {
      const action = latest === null || latest.speaker.agent === turn.speaker.agent ? null : codeAction(latest.text);
      if (latest !== null && action !== null) {
        const callId = `call-${index}`;
        latest.code = { action, callId };
        turn.answers = callId;
      }
      latest = null;
    } else if (turn.text.includes('```') && codeAction(turn.text) !== null) {
      latest = turn;
    }
  });
}

function roleOf(turn: Turn): StepRole {
  const name = turn.speaker.agent.toLowerCase();
  if (TERMINALS.has(name)) return turn.output === null ? 'environment' : 'tool';
  if (turn.answers !== null) return 'tool';
  return HUMANS.has(name) ? 'user' : 'agent';
}

function eventsOf(turn: Turn, role: StepRole): EventInput[] {
  const { speaker, text, output, code } = turn;
  if (role === 'tool') return [toolResultEvent(turn.answers, null, text, output?.isError ?? null)];
  const speak = speakOf(speaker);
  if (code !== null) return eventsWithAction(text, code.action, code.callId, speak);
  const page = role === 'agent' && speaker.aside === null ? pageAction(text) : null;
  return page ?? [speak(text)];
}

function speakOf({ agent, aside }: Speaker): Speak {
  if (aside === null) return speakMessage;
  if (aside.startsWith('-> ')) return (text) => ({ kind: 'handoff', from: agent, to: aside.slice(3), text });
  if (aside === 'thought') return (text) => ({ kind: PLAN.test(text) ? 'plan' : 'reasoning', text });
  return speakMessage;
}
