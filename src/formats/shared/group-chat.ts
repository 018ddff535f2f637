import type { StepRole } from '../../contracts/trajectory.ts';
import { type ExecutionOutput, executionOutput } from './execution-output.ts';
import { pageAction } from './page-action.ts';
import { codeAction, eventsWithAction, type Speak, speakMessage, type TextAction } from './text-actions.ts';
import { type EventInput, toolResultEvent } from './trajectory-builder.ts';

/** Who speaks, as the logs of group chats name them: "Orchestrator (-> WebSurfer)" is an agent with an aside. */
export interface Speaker {
  readonly agent: string;
  /** The words in brackets; null where there are none. */
  readonly aside: string | null;
}

/** One turn of a group chat, as the source has it. */
export interface Utterance {
  readonly label: string;
  readonly text: string;
}

/** What a step takes from a turn. */
export interface ReadTurn {
  readonly role: StepRole;
  readonly agent: string;
  readonly events: readonly EventInput[];
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
 * Reads the turns of a group chat of agents (AutoGen, Magentic-One), one for each utterance. Code in a turn becomes a
 * call only where an executor's output follows it.
 */
export function readGroupChat(utterances: readonly Utterance[]): readonly ReadTurn[] {
  const turns = utterances.map(({ label, text }): Turn => {
    return { speaker: speakerOf(label), text, output: executionOutput(text), code: null, answers: null };
  });
  pairCode(turns);
  return turns.map((turn) => {
    const role = roleOf(turn);
    return { role, agent: turn.speaker.agent, events: eventsOf(turn, role) };
  });
}

/** An executor runs the latest code that was sent since it last answered. */
function pairCode(turns: readonly Turn[]): void {
  let latest: { readonly turn: Turn; readonly action: TextAction } | null = null;
  turns.forEach((turn, index) => {
    if (turn.output === null) {
      const action = turn.text.includes('```') ? codeAction(turn.text) : null;
      if (action !== null) latest = { turn, action };
      return;
    }
    if (latest !== null && latest.turn.speaker.agent !== turn.speaker.agent) {
      turn.answers = `call-${index}`;
      latest.turn.code = { action: latest.action, callId: turn.answers };
    }
    latest = null;
  });
}

function roleOf(turn: Turn): StepRole {
  const name = turn.speaker.agent.toLowerCase();
  if (TERMINALS.has(name)) return turn.output === null ? 'environment' : 'tool';
  if (turn.answers !== null) return 'tool';
  return HUMANS.has(name) ? 'user' : 'agent';
}

function eventsOf(turn: Turn, role: StepRole): readonly EventInput[] {
  const { speaker, text, output, code } = turn;
  if (role === 'tool') return [toolResultEvent(turn.answers, null, text, output?.isError ?? null)];
  const speak = speakOf(speaker, text);
  if (code !== null) return eventsWithAction(text, code.action, code.callId, speak);
  const page = role === 'agent' && speaker.aside === null ? pageAction(text) : null;
  return page ?? speak(text);
}

/** How a turn's text, or a part of it, is to be taken: a part of a plan is plan. */
function speakOf({ agent, aside }: Speaker, whole: string): Speak {
  if (aside === null) return speakMessage;
  if (aside.startsWith('-> ')) return (text) => [{ kind: 'handoff', from: agent, to: aside.slice(3), text }];
  if (aside !== 'thought') return speakMessage;
  const kind = PLAN.test(whole) ? 'plan' : 'reasoning';
  return (text) => [{ kind, text }];
}
