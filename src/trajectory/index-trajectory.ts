import { stableStringify } from '../base/json.ts';
import type { EventOf, Step, ToolCall, ToolResult, TraceEvent, Trajectory } from '../contracts/trajectory.ts';
import { failureOf, type ToolFailure } from './tool-failure.ts';

/** A tool call with the result that answers it. */
export interface CallRecord {
  readonly call: ToolCall;
  readonly step: Step;
  readonly result: ToolResult | null;
  readonly resultStep: Step | null;
  /** What shows that the call failed; null where it succeeded, or has no result. */
  readonly failure: ToolFailure | null;
  /** Tool and arguments with sorted keys: equal for calls that ask for the same. */
  readonly signature: string;
}

export interface PlacedEvent<E extends TraceEvent = TraceEvent> {
  readonly step: Step;
  readonly event: E;
}

/** Views of a trajectory that rules, graph and judges share; made in one pass. */
export interface TrajectoryIndex {
  readonly trajectory: Trajectory;
  /** Every event in order, with its step. */
  readonly events: readonly PlacedEvent[];
  readonly eventById: ReadonlyMap<string, PlacedEvent>;
  /** Tool calls in order. */
  readonly calls: readonly CallRecord[];
  readonly callsByTool: ReadonlyMap<string, readonly CallRecord[]>;
  readonly callById: ReadonlyMap<string, CallRecord>;
  readonly orphanResults: readonly PlacedEvent<ToolResult>[];
  /** Messages by role of their step. */
  readonly userMessages: readonly PlacedEvent<EventOf<'message'>>[];
  readonly agentMessages: readonly PlacedEvent<EventOf<'message'>>[];
  /** Last message of an agent: the answer the run ended with; null where no agent wrote one. */
  readonly finalAnswer: PlacedEvent<EventOf<'message'>> | null;
}

export function indexTrajectory(trajectory: Trajectory): TrajectoryIndex {
  const events: PlacedEvent[] = [];
  const results = new Map<string, PlacedEvent<ToolResult>>();
  const orphanResults: PlacedEvent<ToolResult>[] = [];
  const userMessages: PlacedEvent<EventOf<'message'>>[] = [];
  const agentMessages: PlacedEvent<EventOf<'message'>>[] = [];
  for (const step of trajectory.steps) {
    for (const event of step.events) {
      events.push({ step, event });
      if (event.kind === 'tool-result') {
        if (event.callId === null) orphanResults.push({ step, event });
        else results.set(event.callId, { step, event });
      } else if (event.kind === 'message' && event.text.trim() !== '') {
        if (step.role === 'user') userMessages.push({ step, event });
        else if (step.role === 'agent') agentMessages.push({ step, event });
      }
    }
  }
  const calls: CallRecord[] = [];
  const callsByTool = new Map<string, CallRecord[]>();
  for (const { step, event } of events) {
    if (event.kind !== 'tool-call') continue;
    const answer = results.get(event.callId) ?? null;
    const record: CallRecord = {
      call: event,
      step,
      result: answer?.event ?? null,
      resultStep: answer?.step ?? null,
      failure: answer === null ? null : failureOf(answer.event),
      signature: signatureOf(event),
    };
    calls.push(record);
    const ofTool = callsByTool.get(event.name);
    if (ofTool === undefined) callsByTool.set(event.name, [record]);
    else ofTool.push(record);
  }
  return {
    trajectory,
    events,
    eventById: new Map(events.map((placed) => [placed.event.id, placed])),
    calls,
    callsByTool,
    callById: new Map(calls.map((record) => [record.call.callId, record])),
    orphanResults,
    userMessages,
    agentMessages,
    finalAnswer: agentMessages.at(-1) ?? null,
  };
}

function signatureOf(call: ToolCall): string {
  const text = call.arguments === null ? call.text.trim().replace(/\s+/g, ' ') : stableStringify(call.arguments);
  return `${call.name}(${text})`;
}
