import type { Constraint } from '../../contracts/constraint.ts';
import type { CheckOutcome } from '../../contracts/validation-log.ts';
import type { TrajectoryIndex } from '../../trajectory/index-trajectory.ts';
import { unansweredCalls } from '../rules/_unanswered-calls.ts';
import { unknownTools } from '../rules/_unknown-tools.ts';
import type { RuleResult } from '../rules/rule.ts';
import { unplaced } from './outcome.ts';
import { outcomesOfResult } from './result-outcomes.ts';

/** What a check that is built in looks at. */
interface BuiltinInput {
  readonly index: TrajectoryIndex;
  /** Tools that the constraints made of definitions speak of. */
  readonly tools: ReadonlySet<string>;
}

/** Checks that a constraint can name as `{ language: 'builtin', ref }`. */
export const BUILTIN_CHECKS: Readonly<Record<string, (input: BuiltinInput) => RuleResult>> = {
  'tools-known': ({ index, tools }) => unknownTools(index, tools),
  'calls-answered': ({ index }) => unansweredCalls(index),
};

/** Runs the built-in check that a constraint names, over the whole trajectory. */
export function checkBuiltin(
  constraint: Constraint,
  ref: string,
  index: TrajectoryIndex,
  constraints: readonly Constraint[],
): readonly CheckOutcome[] {
  const check = Object.hasOwn(BUILTIN_CHECKS, ref) ? BUILTIN_CHECKS[ref] : undefined;
  if (check === undefined) {
    const known = Object.keys(BUILTIN_CHECKS).join(', ');
    return [unplaced(constraint, 'error', `no built-in check is called ${ref}; there are ${known}`)];
  }
  const tools = new Set(
    constraints.flatMap(({ origin, guard }) => (origin === 'tool-schema' && guard !== null ? toolsOf(guard.tool) : [])),
  );
  return outcomesOfResult(constraint.id, check({ index, tools }));
}

const toolsOf = (tool: string | readonly string[] | null): readonly string[] =>
  tool === null ? [] : typeof tool === 'string' ? [tool] : tool;
