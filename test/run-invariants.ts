import { checkRules } from '../src/constraints/checking/check-rules.ts';
import type { Judgment } from '../src/contracts/judgment.ts';
import { parseTrace } from '../src/formats/read-trace.ts';
import { buildGraph } from '../src/graph/build-graph.ts';
import { INVARIANTS } from '../src/judges/invariants/index.ts';
import type { Finding, Seen } from '../src/judges/invariants/invariant.ts';
import { findAllBroken, judgeInvariants } from '../src/judges/invariants/judge.ts';
import { openModes } from '../src/judges/invariants/open-modes.ts';
import { type InvariantView, viewForInvariants } from '../src/judges/invariants/view.ts';
import type { Mode } from '../src/taxonomy/modes.ts';
import { indexTrajectory } from '../src/trajectory/index-trajectory.ts';

export interface InvariantsRun {
  readonly view: InvariantView;
  readonly findings: readonly Finding[];
  readonly judgment: Judgment;
  readonly open: ReadonlyMap<number, readonly Mode[]>;
  readonly brokenOf: (mode: Mode) => readonly Finding[];
  /** What the invariant of a mode sees by itself, whatever rules say. */
  readonly seenBy: (mode: Mode) => readonly Seen[];
}

/** Runs rules and invariants over a trace given as JSON text or as a value; every quote is looked up. @throws */
export function runInvariants(document: unknown): InvariantsRun {
  const [read] = parseTrace(typeof document === 'string' ? document : JSON.stringify(document));
  if (read === undefined) throw new Error('the sample holds no trajectory');
  if (!read.ok) throw read.error;
  const trajectory = read.value;
  const index = indexTrajectory(trajectory);
  const graph = buildGraph(index, { trajectory: '' });
  const validationLog = checkRules({ trajectory, graph, index, madeFrom: { trajectory: '', graph: '' } });
  const view = viewForInvariants(index, graph, validationLog);
  const findings = findAllBroken(view);
  for (const { evidence } of findings) {
    for (const { eventId, start, end, quote } of evidence) {
      const text = index.eventById.get(eventId)?.event.text;
      if (quote === '' || text?.slice(start, end) !== quote) throw new Error(`not verbatim: ${JSON.stringify(quote)}`);
    }
  }
  const madeFrom = { trajectory: '', graph: '', validationLog: '' };
  return {
    view,
    findings,
    judgment: judgeInvariants({ index, graph, validationLog, madeFrom }),
    open: openModes(view, findings),
    brokenOf: (mode) => findings.filter((one) => one.mode === mode && one.recoveredPosition === null),
    seenBy: (mode) => INVARIANTS[mode].find(viewForInvariants(index, graph, { ...validationLog, outcomes: [] })),
  };
}
