import { plural } from '../base/text.ts';
import type { Diagnosis, DiagnosisEvidence, Marker, Readings } from '../contracts/diagnosis.ts';
import type { ReasoningActionGraph } from '../contracts/graph.ts';
import { type Judgment, MARKERS, type MarkerName, type MarkerPlace } from '../contracts/judgment.ts';
import type { CheckOutcome, ValidationLog } from '../contracts/validation-log.ts';
import { CATEGORIES } from '../taxonomy/categories.ts';
import type { TrajectoryIndex } from '../trajectory/index-trajectory.ts';
import { stepNumber } from '../trajectory/step-number.ts';
import { blastRadius } from './blast-radius.ts';
import { causalPath } from './causal-path.ts';
import { fixText } from './fix-text.ts';
import { givenChecks } from './given-checks.ts';
import { explainSelection } from './selection.ts';

export interface DiagnosisInput {
  readonly index: TrajectoryIndex;
  readonly graph: ReasoningActionGraph;
  readonly validationLog: ValidationLog;
  readonly judgment: Judgment;
  readonly target: MarkerName;
  readonly usedReference: boolean;
  readonly durationMs: number | null;
  /** What models were asked; null = none. */
  readonly cost: { readonly modelCalls: number; readonly usd: number | null } | null;
  readonly notes: readonly string[];
  readonly madeFrom: Diagnosis['madeFrom'];
}

const MAX_EVIDENCE = 8;

/** What is said of the step that leads, by the marker that it carries. */
const VERBS: Readonly<Record<MarkerName, string>> = {
  firstAnomaly: 'It first went wrong',
  critical: 'It broke',
  decisive: 'It was decided',
  lastRecoverable: 'It could last be saved',
  pointOfNoReturn: 'It was sealed',
  symptom: 'It showed',
};

/** Merges what the stages found into the one answer that reports show. Pure. */
export function buildDiagnosis(input: DiagnosisInput): Diagnosis {
  const { index, graph, validationLog, judgment, target } = input;
  const { trajectory } = index;
  const violated = validationLog.outcomes.filter((outcome) => outcome.status === 'violated');
  const succeeded = trajectory.outcome.status === 'succeeded';
  const blamed = !succeeded && judgment.abstained === null;
  const markers = Object.fromEntries(
    MARKERS.map((name) => [name, blamed ? markerAt(index, judgment.markers[name]) : null]),
  ) as Record<MarkerName, Marker | null>;
  const lead = markers[target] ?? markers.critical;
  const candidate = lead === null ? undefined : judgment.candidates.find((one) => one.position === lead.position);
  const selection = explainSelection({ index, graph, markers, target, violated });
  const symptom = markers.symptom;
  const path = lead === null || symptom === null ? [] : causalPath(graph, lead.position, symptom.position);
  const evidence =
    lead === null
      ? []
      : evidenceFor(
          index,
          violated,
          lead.position,
          path.map((one) => one.position),
        )
          .concat(citedAt(judgment, lead.position))
          .slice(0, MAX_EVIDENCE);
  // A marker such as the symptom can lead, yet kind and owner are those of what broke the run.
  const root = candidate ?? judgment.candidates.find((one) => one.position === markers.critical?.position);
  const category = lead === null ? null : (root?.category ?? 'inconclusive');
  const owner = lead === null ? null : (root?.owner ?? null);
  const position = root?.position ?? lead?.position ?? 0;
  const clauses = new Map(
    validationLog.constraints.flatMap(({ id, clause }) => (clause === null ? [] : [[id, clause]])),
  );
  return {
    kind: 'diagnosis',
    schemaVersion: 1,
    trajectoryId: trajectory.id,
    source: trajectory.source,
    outcome: trajectory.outcome.status,
    outcomeReason: trajectory.outcome.reason,
    stepCount: trajectory.steps.length,
    target,
    markers,
    category,
    mode: lead === null ? null : (root?.mode ?? null),
    owner,
    score: candidate?.score ?? null,
    probability: lead === null ? null : judgment.probability,
    headline: headlineOf(input, lead, category, violated),
    reasons: candidate?.reasons ?? [],
    evidence,
    alternatives: succeeded ? [] : alternativesOf(input, lead?.position ?? null),
    abstained: succeeded ? null : judgment.abstained,
    causalPath: path,
    blastRadius: lead === null ? null : blastRadius(graph, lead.position, violated),
    ...(selection.length === 0 ? {} : { selection }),
    violations: violated.map(({ constraintId, position, message, recoveredPosition }) => ({
      constraintId,
      position,
      message,
      recoveredPosition,
      ...clauseOf(clauses.get(constraintId)),
    })),
    fixes:
      owner === null || category === null
        ? []
        : [{ owner, text: fixText(index, { owner, category, position }, evidence) }],
    coverage: trajectory.coverage,
    checks: {
      constraints: validationLog.summary.constraints,
      applied: validationLog.summary.constraints - validationLog.summary.notApplicable,
      violated: validationLog.summary.violated,
      undecided: validationLog.summary.undecided,
      errors: validationLog.summary.errors,
      given: givenChecks(validationLog),
    },
    ...readingsOf(judgment, lead?.position ?? null),
    ...notesOf(input),
    cost: { ...(input.cost ?? { modelCalls: 0, usd: 0 }), durationMs: input.durationMs },
    judge: { id: judgment.judge, version: judgment.judgeVersion },
    usedReference: input.usedReference,
    madeFrom: input.madeFrom,
  };
}

/** Quotes of models that name the leading step, where they were found. */
function citedAt({ opinions = [] }: Judgment, lead: number): DiagnosisEvidence[] {
  const seen = new Set<string>();
  return opinions
    .filter(({ critical }) => critical === lead)
    .flatMap(({ evidence }) => evidence)
    .flatMap(({ found }) => {
      const key = found === null ? '' : `${found.eventId} ${found.start} ${found.end}`;
      if (found === null || seen.has(key)) return [];
      seen.add(key);
      return [{ ...found, constraintId: null, verified: true }];
    });
}

function readingsOf({ opinions = [] }: Judgment, lead: number | null): { readonly readings?: Readings } {
  if (opinions.length === 0) return {};
  const answered = opinions.filter(({ failure }) => failure === null);
  const quotes = answered.flatMap(({ evidence }) => evidence);
  const agreeing = answered.filter(({ critical }) => critical !== null && critical === lead);
  return {
    readings: {
      models: [...new Set(opinions.map(({ modelId }) => modelId))],
      asked: opinions.length,
      answered: answered.length,
      agreeing: agreeing.length,
      positions: [...new Set(answered.flatMap(({ critical }) => critical ?? []))],
      quotes: { given: quotes.length, found: quotes.filter(({ found }) => found !== null).length },
      rationale: agreeing[0]?.rationale ?? null,
      correction: agreeing[0]?.correction || null,
    },
  };
}

function notesOf({ judgment, notes }: DiagnosisInput): { readonly notes?: string[] } {
  const { opinions = [] } = judgment;
  const said = [
    ...notes,
    ...(judgment.notes ?? []),
    ...opinions.flatMap(({ judge, failure, problems }) =>
      [...(failure === null ? [] : [`no answer: ${failure}`]), ...problems].map((text) => `${judge}: ${text}`),
    ),
  ];
  return said.length === 0 ? {} : { notes: [...new Set(said)] };
}

const clauseOf = (clause: string | undefined) => (clause === undefined ? {} : { clause });

function markerAt(index: TrajectoryIndex, place: MarkerPlace | null): Marker | null {
  const step = place === null ? undefined : index.trajectory.steps[place.position];
  if (place === null || step === undefined) return null;
  return {
    stepId: step.id,
    position: step.position,
    nativeIndex: step.nativeIndex,
    rawRef: step.rawRef,
    agent: step.agent,
    reason: place.reason,
  };
}

function alternativesOf({ index, judgment }: DiagnosisInput, lead: number | null): Diagnosis['alternatives'] {
  return judgment.candidates
    .filter((candidate) => candidate.position !== lead)
    .slice(0, 3)
    .flatMap((candidate) => {
      const step = index.trajectory.steps[candidate.position];
      if (step === undefined) return [];
      const { stepId, position, category, score, reasons } = candidate;
      return [
        {
          stepId,
          position,
          nativeIndex: step.nativeIndex,
          rawRef: step.rawRef,
          agent: step.agent,
          category,
          score,
          reasons,
        },
      ];
    });
}

/** Quotes of the violations at the step first, then of those on the way to the symptom; each looked up word for word. */
function evidenceFor(
  index: TrajectoryIndex,
  violated: readonly CheckOutcome[],
  lead: number,
  path: readonly number[],
): DiagnosisEvidence[] {
  const onPath = new Set(path);
  const rank = (outcome: CheckOutcome) => (outcome.position === lead ? 0 : onPath.has(outcome.position ?? -1) ? 1 : 2);
  return violated
    .filter((outcome) => rank(outcome) < 2)
    .sort((a, b) => rank(a) - rank(b))
    .flatMap((outcome) => outcome.evidence.map((quoted) => ({ ...quoted, constraintId: outcome.constraintId })))
    .slice(0, MAX_EVIDENCE)
    .map((quoted) => {
      const text = index.eventById.get(quoted.eventId)?.event.text;
      return { ...quoted, verified: text !== undefined && text.slice(quoted.start, quoted.end) === quoted.quote };
    });
}

function headlineOf(
  { index, judgment, target }: DiagnosisInput,
  lead: Marker | null,
  category: Diagnosis['category'],
  violated: readonly CheckOutcome[],
): string {
  const { outcome } = index.trajectory;
  if (outcome.status === 'succeeded') {
    return violated.length === 0
      ? 'The run succeeded.'
      : `The run succeeded, with ${plural(violated.length, 'near miss').replace('misss', 'misses')}.`;
  }
  if (judgment.abstained !== null) return `No step singled out: ${judgment.abstained.reason}.`;
  if (lead === null) return 'No step singled out.';
  const kind = category === null ? '' : `: ${CATEGORIES[category].title.toLowerCase()}`;
  const hasFailedCheck = violated.some((one) => one.position === lead.position && one.recoveredPosition === null);
  const verb = outcome.status === 'failed' ? VERBS[target] : `If it failed, ${VERBS[target].toLowerCase()}`;
  // A step that only looks like the ones that broke other runs is named as what it is: a likelihood.
  if (!hasFailedCheck && target === 'critical') {
    const step = `step ${stepNumber(lead)}, ${lead.agent}${kind}`;
    return violated.some((one) => one.position === lead.position)
      ? `Most likely ${step}; what a check found there was made good later.`
      : `No check found what broke it; most likely ${step}.`;
  }
  return `${verb} at step ${stepNumber(lead)}, ${lead.agent}${kind}.`;
}
