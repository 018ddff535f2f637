import type { Mode } from '../../taxonomy/modes.ts';
import actionMismatch from './action-mismatch.ts';
import contextMiss from './context-miss.ts';
import executionFailure from './execution-failure.ts';
import instructionUnfollowing from './instruction-unfollowing.ts';
import insufficientContext from './insufficient-context.ts';
import type { Invariant } from './invariant.ts';
import invocationIssue from './invocation-issue.ts';
import prematureTermination from './premature-termination.ts';
import stepLoop from './step-loop.ts';
import terminationMiss from './termination-miss.ts';
import wrongContext from './wrong-context.ts';

/** AgentScope's ten invariants, by the mode of failure that each rules out. */
export const INVARIANTS: Readonly<Record<Mode, Invariant>> = {
  'wrong-context': wrongContext,
  'instruction-unfollowing': instructionUnfollowing,
  'insufficient-context': insufficientContext,
  'context-miss': contextMiss,
  'termination-miss': terminationMiss,
  'premature-termination': prematureTermination,
  'step-loop': stepLoop,
  'action-mismatch': actionMismatch,
  'invocation-issue': invocationIssue,
  'execution-failure': executionFailure,
};
