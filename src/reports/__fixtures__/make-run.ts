import type { Constraint } from '../../contracts/constraint.ts';
import type { Diagnosis, Marker } from '../../contracts/diagnosis.ts';
import type { Evidence } from '../../contracts/evidence.ts';
import type { GraphEdge, ReasoningActionGraph } from '../../contracts/graph.ts';
import { MARKERS, type MarkerName } from '../../contracts/judgment.ts';
import { type Run, runSchema } from '../../contracts/run.ts';
import type { Coverage, Step, StepRole, TraceEvent, Trajectory } from '../../contracts/trajectory.ts';
import type { CheckOutcome, ValidationLog } from '../../contracts/validation-log.ts';
import type { JsonValue } from '../../base/json.ts';

// Runs made by hand, each artifact whole, so that golden files change when a report changes and at no other time.

type WithoutBase<E> = E extends unknown ? Omit<E, 'id' | 'rawRef'> : never;
export type EventDraft = WithoutBase<TraceEvent>;
export interface StepDraft {
  readonly role: StepRole;
  readonly agent: string;
  readonly events: readonly EventDraft[];
  readonly extra?: Partial<Step>;
}

export const user = (text: string): StepDraft => ({
  role: 'user',
  agent: 'user',
  events: [{ kind: 'message', text, to: null }],
});

export const says = (text: string, agent = 'assistant'): StepDraft => ({
  role: 'agent',
  agent,
  events: [{ kind: 'message', text, to: null }],
});

export const calls = (callId: string, name: string, args: JsonValue, thought = '', agent = 'assistant'): StepDraft => ({
  role: 'agent',
  agent,
  events: [
    ...(thought === '' ? [] : [{ kind: 'message' as const, text: thought, to: null }]),
    {
      kind: 'tool-call',
      callId,
      name,
      arguments: args,
      text: JSON.stringify(args),
      argumentsValid: true,
      inferred: false,
    },
  ],
});

export const gives = (callId: string, name: string, result: JsonValue, isError: boolean | null = null): StepDraft => ({
  role: 'tool',
  agent: name,
  events: [
    {
      kind: 'tool-result',
      callId,
      name,
      text: typeof result === 'string' ? result : JSON.stringify(result),
      data: typeof result === 'string' ? null : result,
      isError,
      errorType: null,
    },
  ],
});

export function makeTrajectory(
  id: string,
  drafts: readonly StepDraft[],
  fields: Partial<Trajectory> & { readonly uri?: string | null; readonly coverageFields?: Partial<Coverage> } = {},
): Trajectory {
  const { uri = 'run.json', coverageFields, ...rest } = fields;
  let events = 0;
  const steps = drafts.map(
    ({ role, agent, events: inner, extra }, position): Step => ({
      id: `step-${position + 1}`,
      position,
      nativeIndex: null,
      rawRef: `/traj/${position}`,
      role,
      agent,
      parentId: null,
      events: inner.map((event) => ({ ...event, id: `e${events++}`, rawRef: null }) as TraceEvent),
      startedAt: null,
      endedAt: null,
      model: null,
      usage: null,
      ...extra,
    }),
  );
  const agents = new Map(steps.map((step) => [step.agent, step.role]));
  return {
    kind: 'trajectory',
    schemaVersion: 1,
    id,
    source: { uri, format: 'tau-bench', recordRef: '' },
    instruction: null,
    policy: null,
    outcome: { status: 'failed', reward: 0, reason: 'reward 0' },
    agents: [...agents].map(([name, role]) => ({ name, role })),
    tools: [],
    steps,
    startedAt: null,
    endedAt: null,
    usage: null,
    metadata: {},
    coverage: {
      recordsRead: steps.length,
      recordsMapped: steps.length,
      recordsOther: 0,
      elided: [],
      redacted: 0,
      assumed: [],
      warnings: [],
      complete: true,
      ...coverageFields,
    },
    gold: null,
    ...rest,
  };
}

/** The first place of `needle` in a step, as evidence; fails loudly where it does not stand there. */
export function evidenceAt(trajectory: Trajectory, position: number, needle: string, note = ''): Evidence {
  const step = trajectory.steps[position];
  for (const event of step?.events ?? []) {
    const start = event.text.indexOf(needle);
    if (start === -1 || step === undefined) continue;
    return {
      stepId: step.id,
      position,
      eventId: event.id,
      start,
      end: start + needle.length,
      quote: needle,
      note,
    };
  }
  throw new Error(`step at position ${position} does not hold "${needle}"`);
}

export const constraint = (id: string, description: string, fields: Partial<Constraint> = {}): Constraint => ({
  kind: 'constraint',
  schemaVersion: 1,
  id,
  description,
  scope: 'global',
  checkedBy: 'programmatic',
  appliesTo: 'step',
  origin: 'rule',
  type: 'ANY',
  category: 'inconclusive',
  mode: null,
  severity: 'medium',
  clause: null,
  guard: null,
  check: { language: 'builtin', ref: id },
  ...fields,
});

export function violation(
  trajectory: Trajectory,
  constraintId: string,
  position: number,
  message: string,
  evidence: readonly Evidence[],
  recoveredPosition: number | null = null,
): CheckOutcome {
  return {
    constraintId,
    status: 'violated',
    stepId: trajectory.steps[position]?.id ?? null,
    position,
    message,
    evidence: [...evidence],
    recoveredPosition,
    checked: 1,
  };
}

export const outcome = (
  constraintId: string,
  status: CheckOutcome['status'],
  message: string,
  checked: number,
): CheckOutcome => ({
  constraintId,
  status,
  stepId: null,
  position: null,
  message,
  evidence: [],
  recoveredPosition: null,
  checked,
});

const HASHES = {
  trajectory: '5f1c0d2ab94e7781c3f0a6d2e1b84c90',
  graph: '0b7a1e3d5c9f2468ace013579bdf8642',
  validationLog: 'c4d5e6f708192a3b4c5d6e7f80912a3b',
  judgment: '9e8d7c6b5a4f3e2d1c0b9a8f7e6d5c4b',
};

export interface RunDraft {
  readonly trajectory: Trajectory;
  readonly edges?: readonly GraphEdge[];
  readonly ungrounded?: ReasoningActionGraph['ungrounded'];
  readonly recoveries?: ReasoningActionGraph['recoveries'];
  readonly constraints?: readonly Constraint[];
  readonly outcomes?: readonly CheckOutcome[];
  readonly markers?: Partial<Record<MarkerName, readonly [position: number, reason: string]>>;
  readonly diagnosis?: Partial<Diagnosis>;
}

/** A whole Run from what a sample is about; every artifact is checked against its schema. */
export function makeRun(draft: RunDraft): Run {
  const { trajectory, outcomes = [], constraints = [] } = draft;
  const log = makeLog(trajectory, constraints, outcomes);
  const markers = Object.fromEntries(
    MARKERS.map((name) => [name, markerOf(trajectory, draft.markers?.[name])]),
  ) as Record<MarkerName, Marker | null>;
  const target = draft.diagnosis?.target ?? 'critical';
  const lead = markers[target] ?? markers.critical;
  const onPath = new Set([lead?.position, ...(draft.diagnosis?.causalPath ?? []).map((place) => place.position)]);
  const violated = outcomes.filter((one) => one.status === 'violated');
  const diagnosis: Diagnosis = {
    kind: 'diagnosis',
    schemaVersion: 1,
    trajectoryId: trajectory.id,
    source: trajectory.source,
    outcome: trajectory.outcome.status,
    outcomeReason: trajectory.outcome.reason,
    stepCount: trajectory.steps.length,
    target,
    markers,
    category: null,
    mode: null,
    owner: null,
    score: null,
    probability: null,
    headline: 'No step singled out.',
    reasons: [],
    evidence: violated
      .filter((one) => lead !== null && onPath.has(one.position ?? -1))
      .flatMap((one) => one.evidence.map((quoted) => ({ ...quoted, constraintId: one.constraintId, verified: true }))),
    alternatives: [],
    abstained: null,
    causalPath: [],
    violations: violated.map(({ constraintId, position, message, recoveredPosition }) => ({
      constraintId,
      position,
      message,
      recoveredPosition,
    })),
    fixes: [],
    coverage: trajectory.coverage,
    checks: {
      constraints: log.summary.constraints,
      violated: log.summary.violated,
      undecided: log.summary.undecided,
      errors: log.summary.errors,
    },
    cost: { modelCalls: 0, usd: 0, durationMs: 18 },
    judge: { id: 'embedded', version: '1.0.0' },
    usedReference: false,
    madeFrom: HASHES,
    ...draft.diagnosis,
  };
  const { judgment: _, ...judgedFrom } = HASHES;
  return runSchema.parse({
    kind: 'run',
    schemaVersion: 1,
    trajectory,
    graph: makeGraph(draft),
    validationLog: log,
    judgments: [
      {
        kind: 'judgment',
        schemaVersion: 1,
        trajectoryId: trajectory.id,
        judge: diagnosis.judge.id,
        judgeVersion: diagnosis.judge.version,
        madeFrom: judgedFrom,
        candidates: [],
        markers: Object.fromEntries(
          MARKERS.map((name) => {
            const marker = markers[name];
            return [name, marker === null ? null : { position: marker.position, reason: marker.reason }];
          }),
        ),
        probability: diagnosis.probability,
        abstained: diagnosis.abstained,
      },
    ],
    diagnosis,
  });
}

function makeLog(
  trajectory: Trajectory,
  constraints: readonly Constraint[],
  outcomes: readonly CheckOutcome[],
): ValidationLog {
  const count = (status: CheckOutcome['status']) => outcomes.filter((one) => one.status === status).length;
  return {
    kind: 'validation-log',
    schemaVersion: 1,
    trajectoryId: trajectory.id,
    madeFrom: { trajectory: HASHES.trajectory, graph: HASHES.graph },
    constraints: [...constraints],
    outcomes: [...outcomes],
    summary: {
      constraints: constraints.length,
      satisfied: count('satisfied'),
      violated: count('violated'),
      notApplicable: count('not-applicable'),
      undecided: count('undecided'),
      errors: count('error'),
    },
  };
}

function makeGraph({ trajectory, edges = [], ungrounded = [], recoveries = [] }: RunDraft): ReasoningActionGraph {
  const roles = {
    user: 'user',
    tool: 'observation',
    agent: 'reasoning',
    system: 'control',
    environment: 'environment',
  };
  return {
    kind: 'reasoning-action-graph',
    schemaVersion: 1,
    trajectoryId: trajectory.id,
    madeFrom: { trajectory: HASHES.trajectory },
    nodes: trajectory.steps.map((step) => ({
      stepId: step.id,
      position: step.position,
      role: roles[step.role] as ReasoningActionGraph['nodes'][number]['role'],
      action: null,
      isr: { intent: '', action: '', signal: '' },
    })),
    edges: [...edges],
    ungrounded: [...ungrounded],
    recoveries: [...recoveries],
  };
}

function markerOf(trajectory: Trajectory, place: readonly [number, string] | undefined): Marker | null {
  const step = place === undefined ? undefined : trajectory.steps[place[0]];
  if (place === undefined || step === undefined) return null;
  const { id, position, nativeIndex, rawRef, agent } = step;
  return { stepId: id, position, nativeIndex, rawRef, agent, reason: place[1] };
}
