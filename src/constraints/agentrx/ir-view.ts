import type { JsonValue } from '../../base/json.ts';
import type { Step, TraceEvent, Trajectory } from '../../contracts/trajectory.ts';
import type { StepFacts } from '../guards/step-facts.ts';
import { pythonPretty } from './python-json.ts';

/**
 * The trajectory in the shape in which AgentRx's checks see it: steps with a 1-based index, and text alone. It is what
 * AgentRx's own converters make of tau-bench and Magentic-One files, and of its own representation what that holds; other
 * chats are converted as those of tau-bench. The instruction is the user's first message: the one AgentRx takes from a
 * tau-bench file is what the simulated user was told, which no agent saw.
 */
export const agentrxIr = (trajectory: Trajectory): JsonValue => ({
  trajectory_id: trajectory.id,
  instruction: trajectory.instruction ?? '',
  steps: trajectory.steps.map((step) => ({
    index: numberOf(step, trajectory),
    substeps: substepsOf(step, trajectory).map(({ role, content }, at) => ({ sub_index: at + 1, role, content })),
  })),
});

/** The steps as AgentRx's triggers see them. A role goes by its whole name, and by what stands before a bracket. */
export const agentrxStepFacts = (trajectory: Trajectory): readonly StepFacts[] =>
  trajectory.steps.map((step) => {
    const substeps = substepsOf(step, trajectory);
    const names = substeps.flatMap(({ role }) => [role, role.split('(')[0]?.trim() ?? role]);
    return {
      position: step.position,
      order: numberOf(step, trajectory) - 1,
      roles: [...new Set(names)],
      agents: [...new Set(names)],
      tools: [],
      text: substeps.map(({ content }) => content).join('\n\n'),
    };
  });

interface Substep {
  readonly role: string;
  readonly content: string;
}

/** Formats whose speakers are named as in "Orchestrator (-> WebSurfer)", and whose text is kept as it is. */
const GROUP_CHATS = new Set(['magentic-one', 'whowhen', 'agentrx-ir']);
const OWN_FORMAT = 'agentrx-ir';

const numberOf = (step: Step, { source }: Trajectory): number =>
  source.format === OWN_FORMAT ? (step.nativeIndex ?? step.position + 1) : step.position + 1;

function substepsOf(step: Step, { source }: Trajectory): readonly Substep[] {
  if (!GROUP_CHATS.has(source.format)) return [{ role: chatRole(step), content: chatContent(step.events) }];
  if (source.format !== OWN_FORMAT)
    return [{ role: speakerOf(step, step.events), content: spokenContent(step.events) }];
  const parts = new Map<string | null, TraceEvent[]>();
  for (const event of step.events) {
    const known = parts.get(event.rawRef);
    if (known === undefined) parts.set(event.rawRef, [event]);
    else known.push(event);
  }
  return [...parts.values()].map((events, at) => ({
    role: at > 0 && events.every(({ kind }) => kind === 'tool-result') ? 'tool' : speakerOf(step, events),
    content: isTelemetry(events) ? telemetryContent(step.agent, events) : spokenContent(events),
  }));
}

const isTelemetry = (events: readonly TraceEvent[]): boolean =>
  events.some((event) => event.kind === 'other' && event.nativeKind === 'input');

/**
 * Telemetry in lines of `Key: value`. What our reader leaves out of it (operation, role, status, the tool's parameters) is
 * not there to be written.
 */
function telemetryContent(agent: string, events: readonly TraceEvent[]): string {
  const lines = new Map<string, string>([['Agent', agent]]);
  const plans = ['Plan', 'Plan query'];
  for (const event of events) {
    if (event.kind === 'plan') {
      const both = events.filter(({ kind }) => kind === 'plan').length > 1;
      lines.set((both ? plans.pop() : plans[0]) ?? 'Plan', event.text);
    } else if (event.kind === 'tool-call') {
      lines.set('Tool', event.name).set('Tool args', event.text);
    } else if (event.kind === 'tool-result') {
      lines.set('Tool', event.name ?? '').set('Tool result', event.text);
    } else {
      const key = event.kind === 'error' ? 'Error' : event.kind === 'other' ? event.nativeKind : 'Output';
      lines.set(key.charAt(0).toUpperCase() + key.slice(1), event.text);
    }
  }
  return TELEMETRY_ORDER.flatMap((key) => (lines.has(key) ? [`${key}: ${lines.get(key)}`] : [])).join('\n');
}

const TELEMETRY_ORDER = [
  ...['Agent', 'Plan query', 'Plan', 'Tool', 'Tool args', 'Tool result', 'Error'],
  ...['Input', 'Output', 'Validation', 'Constraints'],
] as const;

const chatRole = (step: Step): string =>
  step.role === 'agent' || step.role === 'environment' ? step.agent : step.role;

/** The name of a speaker with its aside, which our readers turn into what the events are. */
function speakerOf(step: Step, events: readonly TraceEvent[]): string {
  if (/[()]/.test(step.agent)) return step.agent;
  const to = events.find((event) => event.kind === 'handoff' && event.from === step.agent);
  if (to?.kind === 'handoff') return `${step.agent} (-> ${to.to})`;
  const isThought = events.length > 0 && events.every(({ kind }) => THOUGHTS.has(kind));
  return isThought && events.some(({ kind }) => kind !== 'tool-call') ? `${step.agent} (thought)` : step.agent;
}

/** What an aside to itself is read into; code in it becomes a call. */
const THOUGHTS = new Set(['reasoning', 'plan', 'tool-call']);

/** Text first, then the calls as `json.dumps(tool_calls, indent=2, sort_keys=True, ensure_ascii=False)`; JSON of a tool is laid out. */
function chatContent(events: readonly TraceEvent[]): string {
  const texts = events.flatMap((event) => {
    if (event.kind === 'tool-call') return event.inferred ? [asWritten(event)] : [];
    return [event.kind === 'tool-result' ? payload(event.text) : strip(event.text)];
  });
  return strip([...texts, ...callsOf(events)].filter((text) => text !== '').join('\n\n'));
}

function payload(text: string): string {
  const bare = strip(text);
  const isJson = (bare.startsWith('{') && bare.endsWith('}')) || (bare.startsWith('[') && bare.endsWith(']'));
  return isJson ? (pythonPretty(bare) ?? bare) : bare;
}

/** A turn as it stood: our readers cut it at its action, and at nothing else. */
const spokenContent = (events: readonly TraceEvent[]): string =>
  [
    ...events.flatMap((event) => {
      if (event.kind === 'tool-call') return event.inferred ? [asWritten(event)] : [];
      return event.text === '' ? [] : [event.text];
    }),
    ...callsOf(events),
  ].join('\n\n');

type Call = Extract<TraceEvent, { kind: 'tool-call' }>;

function callsOf(events: readonly TraceEvent[]): readonly string[] {
  const calls = events.filter((event) => event.kind === 'tool-call' && !event.inferred) as readonly Call[];
  if (calls.length === 0) return [];
  const listed = calls.map(({ id, callId, name, text }) => ({
    function: { arguments: text, name },
    // An id that the source gives to several calls is made the only one of its kind by a mark behind it.
    id: callId.endsWith(`#${id}`) ? callId.slice(0, callId.indexOf(`#${id}`)) : callId,
    type: 'function',
  }));
  return [JSON.stringify(listed, null, 2)];
}

/** Languages of code blocks by the tool that runs them. */
const FENCES: Readonly<Record<string, string>> = { python: 'python', bash: 'sh', execute_code: '' };

/** A call that was read out of text, as the text had it: code in its fence. */
function asWritten({ name, text }: Call): string {
  const language = FENCES[name];
  return language === undefined || /^\s*(?:```|~~~)/.test(text) ? text : `\`\`\`${language}\n${text}\n\`\`\``;
}

/** What Python's `str.strip` takes away. */
const strip = (text: string): string =>
  text.replace(/^[\s\u001c-\u001f\u0085]+/, '').replace(/[\s\u001c-\u001f\u0085]+$/, '');
