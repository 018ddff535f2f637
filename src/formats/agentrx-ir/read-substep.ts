import { own, ownString, tryParseJson } from '../../base/json.ts';
import type { StepRole, Usage } from '../../contracts/trajectory.ts';
import type { ReadTurn } from '../shared/group-chat.ts';
import { type EventInput, type TrajectoryBuilder, toolResultEvent } from '../shared/trajectory-builder.ts';
import { readTelemetry } from './telemetry.ts';
import { type PreparedCalls, telemetryEvents } from './telemetry-events.ts';
import { trailingCalls } from './trailing-calls.ts';

export interface Substep {
  readonly label: string;
  readonly text: string;
  readonly ref: string;
}

export interface ReadSubstep {
  readonly role: StepRole;
  readonly agent: string;
  readonly events: readonly EventInput[];
  readonly facts: { readonly model: string | null; readonly usage: Usage | null };
}

const NO_FACTS = { model: null, usage: null };

/** Reads a substep by what its content turns out to be: a tool's answer, telemetry, text with calls behind it, or a turn of a chat. */
export function readSubstep(
  builder: TrajectoryBuilder,
  substep: Substep,
  turn: ReadTurn | undefined,
  prepared: PreparedCalls,
): ReadSubstep {
  const { label, text } = substep;
  const native = label.toLowerCase();
  if (native === 'tool' || native === 'function') {
    return { role: 'tool', agent: label, events: [toolResultEvent(null, null, text)], facts: NO_FACTS };
  }
  if (native === 'system') {
    builder.policy ??= text;
    return { role: 'system', agent: label, events: [{ kind: 'message', text, to: null }], facts: NO_FACTS };
  }
  const telemetry = readTelemetry(text);
  if (telemetry !== null) {
    return { ...telemetryEvents(builder, telemetry, prepared), agent: label, facts: factsOf(text) };
  }
  const role = turn?.role ?? 'agent';
  if (role === 'user') builder.instruction ??= text;
  const events = trailingCalls(text) ?? turn?.events ?? [];
  return { role, agent: turn?.agent ?? label, events, facts: NO_FACTS };
}

/** Model and tokens that telemetry written as JSON holds. */
function factsOf(text: string): ReadSubstep['facts'] {
  const telemetry = own(tryParseJson(text), 'telemetry');
  const tokens = own(telemetry, 'tokens');
  const count = (key: string): number | null => {
    const value = own(tokens, key);
    return typeof value === 'number' ? value : null;
  };
  const inputTokens = count('input');
  const outputTokens = count('output');
  const known = inputTokens !== null || outputTokens !== null;
  return { model: ownString(telemetry, 'model'), usage: known ? { inputTokens, outputTokens, costUsd: null } : null };
}
