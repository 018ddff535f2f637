import type { CallRecord, TrajectoryIndex } from '../../trajectory/index-trajectory.ts';
import { laterSuccess } from './_later-success.ts';
import { quote, quoteHead, type RuleResult, type Violation } from './rule.ts';

/** What dispatchers answer to the name of a tool they do not have. */
const UNKNOWN_TOOL =
  /\b(?:unknown|unrecogni[sz]ed|invalid|no such|unsupported) (?:tool|function)(?: name)?\b|\b(?:tool|function) .{0,80}(?:not found|does not exist|doesn't exist|is not (?:a valid tool|available|defined|registered|known))|\bis not a (?:valid|known) (?:tool|function)\b/i;

/** Calls of tools that are not among the declared ones, or that the dispatcher does not know. No declared ones = all are. */
export function unknownTools(index: TrajectoryIndex, declared: ReadonlySet<string>): RuleResult {
  const violations: Violation[] = [];
  let undecided = 0;
  for (const record of index.calls) {
    const { call, step } = record;
    const said = unknownTool(record);
    const listed = declared.size === 0 || declared.has(call.name) || call.inferred;
    if (said === null && listed) continue;
    // A tool that is not on the list but answered: the trace's list is not the whole of it.
    if (said === null && record.result !== null && record.failure === null) {
      undecided++;
      continue;
    }
    const evidence = said === null ? [quoteHead(step, call, 'arguments of the call')] : [said];
    violations.push({
      step,
      message: `${call.name || 'a tool without a name'} is called, but ${said === null ? 'is not among the declared tools' : 'there is no such tool'}`,
      evidence,
      recoveredPosition: laterSuccess(index, record),
    });
  }
  const reason = 'the tool is not declared in the trace, but it answered';
  return {
    checked: index.calls.length,
    violations,
    ...(undecided > 0 ? { undecided: { count: undecided, reason } } : {}),
  };
}

function unknownTool({ result, resultStep, failure }: CallRecord): Violation['evidence'][number] | null {
  // An executor of code reports functions that the code misses: that is the code's fault, not an unknown tool.
  if (result === null || resultStep === null || failure === null || failure.kind === 'execution') return null;
  const match = UNKNOWN_TOOL.exec(result.text.slice(0, 400));
  return match === null
    ? null
    : quote(resultStep, result, match.index, match.index + match[0].length, 'what the dispatcher said');
}
