import accessGranted from './access-granted.ts';
import answerAddressesTask from './answer-addresses-task.ts';
import arithmeticCorrect from './arithmetic-correct.ts';
import claimMatchesToolOutput from './claim-matches-tool-output.ts';
import claimedActionWasMade from './claimed-action-was-made.ts';
import claimedLookupWasMade from './claimed-lookup-was-made.ts';
import codeBlockExecutable from './code-block-executable.ts';
import codeGivesOutput from './code-gives-output.ts';
import codeRuns from './code-runs.ts';
import confirmationBeforeWrite from './confirmation-before-write.ts';
import delegatedTaskAnswered from './delegated-task-answered.ts';
import emptyResultAcknowledged from './empty-result-acknowledged.ts';
import guardrailRespected from './guardrail-respected.ts';
import handoffInstructionFollowed from './handoff-instruction-followed.ts';
import inabilityTriedFirst from './inability-tried-first.ts';
import infrastructureAvailable from './infrastructure-available.ts';
import misquotedToolOutput from './misquoted-tool-output.ts';
import noActionAfterCompletion from './no-action-after-completion.ts';
import noAssumptionAsFact from './no-assumption-as-fact.ts';
import noCycle from './no-cycle.ts';
import noPlaceholderData from './no-placeholder-data.ts';
import noPrematureStop from './no-premature-stop.ts';
import noRepeatedCall from './no-repeated-call.ts';
import noRepeatedMessage from './no-repeated-message.ts';
import noSimulatedToolOutput from './no-simulated-tool-output.ts';
import outputFormatFollowed from './output-format-followed.ts';
import outputNotTruncatedAsEvidence from './output-not-truncated-as-evidence.ts';
import planItemsDone from './plan-items-done.ts';
import type { Rule } from './rule.ts';
import stepBudget from './step-budget.ts';
import terminationPresent from './termination-present.ts';
import toolArgumentsParse from './tool-arguments-parse.ts';
import toolArgumentsValid from './tool-arguments-valid.ts';
import toolCallAccepted from './tool-call-accepted.ts';
import toolCallAnswered from './tool-call-answered.ts';
import toolErrorAcknowledged from './tool-error-acknowledged.ts';
import toolErrorNotRetriedBlindly from './tool-error-not-retried-blindly.ts';
import toolKnown from './tool-known.ts';
import toolPreconditionMet from './tool-precondition-met.ts';
import userIntentSpecified from './user-intent-specified.ts';
import valueGroundedInAnswer from './value-grounded-in-answer.ts';
import valueGroundedInArguments from './value-grounded-in-arguments.ts';
import verificationNotClaimed from './verification-not-claimed.ts';

/** Every rule that is shipped, by id. */
export const RULES: Readonly<Record<string, Rule>> = {
  'access-granted': accessGranted,
  'answer-addresses-task': answerAddressesTask,
  'arithmetic-correct': arithmeticCorrect,
  'claim-matches-tool-output': claimMatchesToolOutput,
  'claimed-action-was-made': claimedActionWasMade,
  'claimed-lookup-was-made': claimedLookupWasMade,
  'code-block-executable': codeBlockExecutable,
  'code-gives-output': codeGivesOutput,
  'code-runs': codeRuns,
  'confirmation-before-write': confirmationBeforeWrite,
  'delegated-task-answered': delegatedTaskAnswered,
  'empty-result-acknowledged': emptyResultAcknowledged,
  'guardrail-respected': guardrailRespected,
  'handoff-instruction-followed': handoffInstructionFollowed,
  'inability-tried-first': inabilityTriedFirst,
  'infrastructure-available': infrastructureAvailable,
  'misquoted-tool-output': misquotedToolOutput,
  'no-action-after-completion': noActionAfterCompletion,
  'no-assumption-as-fact': noAssumptionAsFact,
  'no-cycle': noCycle,
  'no-placeholder-data': noPlaceholderData,
  'no-premature-stop': noPrematureStop,
  'no-repeated-call': noRepeatedCall,
  'no-repeated-message': noRepeatedMessage,
  'no-simulated-tool-output': noSimulatedToolOutput,
  'output-format-followed': outputFormatFollowed,
  'output-not-truncated-as-evidence': outputNotTruncatedAsEvidence,
  'plan-items-done': planItemsDone,
  'step-budget': stepBudget,
  'termination-present': terminationPresent,
  'tool-arguments-parse': toolArgumentsParse,
  'tool-arguments-valid': toolArgumentsValid,
  'tool-call-accepted': toolCallAccepted,
  'tool-call-answered': toolCallAnswered,
  'tool-error-acknowledged': toolErrorAcknowledged,
  'tool-error-not-retried-blindly': toolErrorNotRetriedBlindly,
  'tool-known': toolKnown,
  'tool-precondition-met': toolPreconditionMet,
  'user-intent-specified': userIntentSpecified,
  'value-grounded-in-answer': valueGroundedInAnswer,
  'value-grounded-in-arguments': valueGroundedInArguments,
  'verification-not-claimed': verificationNotClaimed,
};
