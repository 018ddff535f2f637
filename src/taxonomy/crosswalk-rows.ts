import type { Category } from './categories.ts';
import type { Mode } from './modes.ts';
import type { AgentErrorType } from './schemes/agent-error.ts';
import type { MastMode } from './schemes/mast.ts';
import type { TrailKind } from './schemes/trail.ts';

/** What one entry of another scheme is called here. */
export interface CrosswalkRow {
  /** The best first; several where the other scheme does not tell them apart. */
  readonly categories: readonly Category[];
  readonly modes: readonly Mode[];
  /** Why, in one sentence. */
  readonly reason: string;
}

const row = (categories: readonly Category[], modes: readonly Mode[], reason: string): CrosswalkRow => ({
  categories,
  modes,
  reason,
});

/** Modes say how a step went wrong, categories why: so a mode fits several, those it most often has first. */
export const FROM_MODES: Readonly<Record<Mode, CrosswalkRow>> = {
  'wrong-context': row(
    ['invention-of-information', 'misinterpretation-of-tool-output'],
    ['wrong-context'],
    'What it reasons from is not so: made up, out of date, or of something else than the output says.',
  ),
  'instruction-unfollowing': row(
    ['instruction-plan-adherence', 'guardrails-triggered'],
    ['instruction-unfollowing'],
    'An instruction is left undone; one that a guardrail gave may be the one.',
  ),
  'insufficient-context': row(
    ['invention-of-information', 'underspecified-user-intent', 'intent-plan-misalignment'],
    ['insufficient-context'],
    'It goes on without what it needs: fills the gap itself, was never told, or did not see that it had to ask.',
  ),
  'context-miss': row(
    ['misinterpretation-of-tool-output', 'instruction-plan-adherence'],
    ['context-miss'],
    'What stands in front of it is overlooked: part of an output, or of what was asked.',
  ),
  'termination-miss': row(
    ['instruction-plan-adherence'],
    ['termination-miss'],
    'Going on after the end departs from what was to be done.',
  ),
  'premature-termination': row(
    ['instruction-plan-adherence', 'system-failure'],
    ['premature-termination'],
    'Part of the task is left undone, by the agent’s choice or because a limit stopped it.',
  ),
  'step-loop': row(
    ['instruction-plan-adherence', 'misinterpretation-of-tool-output', 'intent-plan-misalignment'],
    ['step-loop'],
    'Repeating without gain departs from the plan, or does not see what the results say, or follows a plan that cannot work.',
  ),
  'action-mismatch': row(
    ['intent-plan-misalignment', 'intent-not-supported', 'instruction-plan-adherence', 'invention-of-information'],
    ['action-mismatch'],
    'The action does not do what was meant: a wrong reading of it, no tool for it, another step than planned, or an action only claimed.',
  ),
  'invocation-issue': row(
    ['invalid-invocation', 'invention-of-information'],
    ['invocation-issue'],
    'The call is malformed, or filled with values that nobody gave.',
  ),
  'execution-failure': row(
    ['system-failure', 'guardrails-triggered', 'invalid-invocation'],
    ['execution-failure'],
    'The right call failed: infrastructure, an access rule, or code that ran and broke.',
  ),
};

export const FROM_MAST: Readonly<Record<MastMode, CrosswalkRow>> = {
  '1.1': row(['instruction-plan-adherence'], ['instruction-unfollowing'], 'A constraint of the task is not kept.'),
  '1.2': row(['instruction-plan-adherence'], ['instruction-unfollowing'], 'The role is part of what it was told.'),
  '1.3': row(['instruction-plan-adherence'], ['step-loop'], 'Steps that were done are done again.'),
  '1.4': row(
    ['misinterpretation-of-tool-output', 'instruction-plan-adherence'],
    ['context-miss', 'wrong-context'],
    'What was said before is gone from its view; categories do not tell by which loss it went wrong.',
  ),
  '1.5': row(['instruction-plan-adherence'], ['termination-miss'], 'It does not know when to stop, and goes on.'),
  '2.1': row(
    ['instruction-plan-adherence'],
    ['context-miss', 'step-loop'],
    'The dialogue starts anew, so that what was reached is dropped and done again.',
  ),
  '2.2': row(
    ['intent-plan-misalignment', 'underspecified-user-intent'],
    ['insufficient-context'],
    'It could have asked for what was missing and did not.',
  ),
  '2.3': row(
    ['intent-plan-misalignment', 'instruction-plan-adherence'],
    ['action-mismatch'],
    'What is done drifts away from what was meant.',
  ),
  '2.4': row(
    ['instruction-plan-adherence'],
    ['insufficient-context', 'context-miss'],
    'What one agent knew did not reach the other, who went on without it.',
  ),
  '2.5': row(
    ['misinterpretation-of-tool-output', 'instruction-plan-adherence'],
    ['context-miss'],
    'Another agent’s word is an output that was overlooked.',
  ),
  '2.6': row(['intent-plan-misalignment'], ['action-mismatch'], 'The action is not the one the reasoning arrives at.'),
  '3.1': row(['instruction-plan-adherence'], ['premature-termination'], 'It ends before the task is done.'),
  '3.2': row(
    ['instruction-plan-adherence', 'invention-of-information'],
    ['premature-termination', 'insufficient-context'],
    'It stops, or states a result, without the check that was due.',
  ),
  '3.3': row(
    ['misinterpretation-of-tool-output', 'invention-of-information'],
    ['wrong-context', 'context-miss'],
    'The check is made, and what it shows is read wrongly.',
  ),
};

export const FROM_TRAIL: Readonly<Record<TrailKind, CrosswalkRow>> = {
  'Language-only': row(
    ['invention-of-information'],
    ['wrong-context', 'insufficient-context'],
    'It states what nothing it was given says.',
  ),
  'Tool-related': row(
    ['invention-of-information'],
    ['wrong-context', 'invocation-issue'],
    'It makes up a tool, an ability of one, or its output.',
  ),
  'Poor Information Retrieval': row(
    ['intent-plan-misalignment', 'misinterpretation-of-tool-output'],
    ['insufficient-context', 'context-miss'],
    'What it fetched is not what the task needs, or not enough of it.',
  ),
  'Tool Output Misinterpretation': row(
    ['misinterpretation-of-tool-output'],
    ['context-miss', 'wrong-context'],
    'The same failure under the same name.',
  ),
  'Incorrect Problem Identification': row(
    ['intent-plan-misalignment'],
    ['wrong-context', 'action-mismatch'],
    'The task is taken for another one.',
  ),
  'Tool Selection Errors': row(
    ['intent-plan-misalignment', 'intent-not-supported', 'invalid-invocation'],
    ['action-mismatch'],
    'The tool does not serve what was meant.',
  ),
  'Formatting Errors': row(
    ['instruction-plan-adherence', 'invalid-invocation'],
    ['instruction-unfollowing', 'invocation-issue'],
    'What came out has not the form that was asked for; of a call that is an invalid invocation.',
  ),
  'Instruction Non-compliance': row(
    ['instruction-plan-adherence'],
    ['instruction-unfollowing', 'premature-termination'],
    'An instruction is left undone; of the last one that means to stop too early.',
  ),
  'Tool Definition Issues': row(
    ['invalid-invocation', 'system-failure'],
    ['invocation-issue'],
    'The call is wrong because the tool is described wrongly.',
  ),
  'Environment Setup Errors': row(['system-failure'], ['execution-failure'], 'What it ran in was not set up.'),
  'Rate Limiting': row(['system-failure'], ['execution-failure'], 'The service refuses for a time.'),
  'Authentication Errors': row(['guardrails-triggered'], ['execution-failure'], 'An access rule bars the way.'),
  'Service Errors': row(['system-failure'], ['execution-failure'], 'The service failed.'),
  'Resource Not Found': row(
    ['system-failure', 'invalid-invocation'],
    ['execution-failure', 'invocation-issue'],
    'What was asked for is not there, or never was under that name.',
  ),
  'Resource Exhaustion': row(
    ['system-failure'],
    ['execution-failure', 'premature-termination'],
    'Memory or another resource ran out.',
  ),
  'Timeout Issues': row(['system-failure'], ['execution-failure'], 'No answer came in time.'),
  'Context Handling Failures': row(
    ['misinterpretation-of-tool-output', 'instruction-plan-adherence'],
    ['context-miss', 'wrong-context'],
    'What it knew is lost or mixed up.',
  ),
  'Resource Abuse': row(
    ['instruction-plan-adherence', 'intent-plan-misalignment'],
    ['step-loop'],
    'Tools are called over and over with nothing gained.',
  ),
  'Goal Deviation': row(
    ['intent-plan-misalignment', 'instruction-plan-adherence'],
    ['action-mismatch', 'instruction-unfollowing'],
    'What is done leads away from the goal.',
  ),
  'Task Orchestration': row(
    ['instruction-plan-adherence', 'intent-plan-misalignment'],
    ['action-mismatch', 'instruction-unfollowing'],
    'Sub-tasks are given out or put in order so that the plan is not carried out.',
  ),
};

export const FROM_AGENT_ERROR: Readonly<Record<AgentErrorType, CrosswalkRow>> = {
  'memory/over_simplification': row(
    ['misinterpretation-of-tool-output'],
    ['context-miss'],
    'The summary drops a part of what it had seen.',
  ),
  'memory/retrieval_failure': row(
    ['misinterpretation-of-tool-output', 'instruction-plan-adherence'],
    ['context-miss'],
    'What it had seen is not used where it matters.',
  ),
  'memory/hallucination': row(['invention-of-information'], ['wrong-context'], 'It recalls what nobody said.'),
  'reflection/progress_misjudge': row(
    ['misinterpretation-of-tool-output', 'instruction-plan-adherence'],
    ['wrong-context', 'premature-termination', 'termination-miss'],
    'It takes itself to be further on, or less far, than the results say, and so stops early or goes on.',
  ),
  'reflection/outcome_misinterpretation': row(
    ['misinterpretation-of-tool-output'],
    ['context-miss', 'wrong-context'],
    'The result of its action is read wrongly.',
  ),
  'reflection/causal_misattribution': row(
    ['misinterpretation-of-tool-output', 'intent-plan-misalignment'],
    ['wrong-context'],
    'It sees the failure and takes a wrong cause for true.',
  ),
  'reflection/hallucination': row(
    ['invention-of-information'],
    ['wrong-context'],
    'It reflects on events that did not take place.',
  ),
  'planning/constraint_ignorance': row(
    ['instruction-plan-adherence', 'intent-plan-misalignment'],
    ['instruction-unfollowing'],
    'A constraint that it was given has no part in the plan.',
  ),
  'planning/impossible_action': row(
    ['intent-not-supported', 'invalid-invocation'],
    ['action-mismatch', 'insufficient-context'],
    'What it plans cannot be done from where it is, or with what it has.',
  ),
  'planning/inefficient_plan': row(
    ['intent-plan-misalignment', 'instruction-plan-adherence'],
    ['step-loop', 'action-mismatch'],
    'The plan goes in detours: it does things over, or things that do not serve the aim.',
  ),
  'action/misalignment': row(
    ['intent-plan-misalignment'],
    ['action-mismatch'],
    'The action is not what the plan says.',
  ),
  'action/invalid_action': row(['invalid-invocation'], ['invocation-issue'], 'There is no such action.'),
  'action/format_error': row(['invalid-invocation'], ['invocation-issue'], 'The action cannot be parsed.'),
  'action/parameter_error': row(
    ['invalid-invocation', 'invention-of-information'],
    ['invocation-issue'],
    'The arguments are wrong: in form, or in what they hold.',
  ),
  'system/step_limit': row(['system-failure'], ['premature-termination'], 'A limit ended the run.'),
  'system/tool_execution_error': row(['system-failure'], ['execution-failure'], 'The tool itself failed.'),
  'system/llm_limit': row(
    ['system-failure'],
    ['premature-termination', 'execution-failure'],
    'The model’s own limits (length, refusal, time) cut it off.',
  ),
  'system/environment_error': row(['system-failure'], ['execution-failure'], 'The environment failed.'),
};
