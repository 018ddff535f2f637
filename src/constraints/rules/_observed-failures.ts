import type { Evidence } from '../../contracts/evidence.ts';
import type { Step } from '../../contracts/trajectory.ts';
import { errorPageOf } from '../../trajectory/error-page.ts';
import type { CallRecord, TrajectoryIndex } from '../../trajectory/index-trajectory.ts';
import { type FailureKind, failureOf } from '../../trajectory/tool-failure.ts';
import { quote } from './rule.ts';

/** A failure at the place where it was seen. */
export interface ObservedFailure {
  readonly step: Step;
  readonly evidence: Evidence;
  /** The call it answers; null where the trace does not show one. */
  readonly record: CallRecord | null;
}

/** How the reports of browsing agents begin: with the address and the title of the page they see. */
const PAGE_REPORT = /^\s*(?:Address: \S+\s+Title:|URL: \S+)/;

/** Every failure of one kind that the run met: in results of calls, in error events, in reports on a page. */
export function observedFailures(index: TrajectoryIndex, kind: FailureKind): readonly ObservedFailure[] {
  return index.events.flatMap(({ step, event }): ObservedFailure[] => {
    const { start, end } = placeOf() ?? { start: 0, end: 0 };
    if (end <= start) return [];
    const record =
      event.kind === 'tool-result' && event.callId !== null ? (index.callById.get(event.callId) ?? null) : null;
    return [{ step, evidence: quote(step, event, start, end, 'what was seen'), record }];

    function placeOf(): { start: number; end: number } | null {
      if (event.kind === 'tool-result') {
        const known = event.callId === null ? undefined : index.callById.get(event.callId);
        const failure = known === undefined ? failureOf(event) : known.failure;
        return failure?.kind === kind ? failure : null;
      }
      if (event.kind === 'message' && step.role !== 'user' && PAGE_REPORT.test(event.text.slice(0, 400))) {
        const page = errorPageOf(event.text);
        return page?.kind === kind ? page : null;
      }
      if (event.kind !== 'error') return null;
      const failure = failureOf({
        ...event,
        kind: 'tool-result',
        callId: null,
        name: null,
        data: null,
        isError: true,
      });
      return failure?.kind === kind ? failure : null;
    }
  });
}
