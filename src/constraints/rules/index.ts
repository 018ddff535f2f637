import answerAddressesTask from './answer-addresses-task.ts';
import arithmeticCorrect from './arithmetic-correct.ts';
import claimMatchesToolOutput from './claim-matches-tool-output.ts';
import claimedActionWasMade from './claimed-action-was-made.ts';
import claimedLookupWasMade from './claimed-lookup-was-made.ts';
import confirmationBeforeWrite from './confirmation-before-write.ts';
import handoffInstructionFollowed from './handoff-instruction-followed.ts';
import inabilityTriedFirst from './inability-tried-first.ts';
import misquotedToolOutput from './misquoted-tool-output.ts';
import noAssumptionAsFact from './no-assumption-as-fact.ts';
import noPlaceholderData from './no-placeholder-data.ts';
import noSimulatedToolOutput from './no-simulated-tool-output.ts';
import outputFormatFollowed from './output-format-followed.ts';
import planItemsDone from './plan-items-done.ts';
import type { Rule } from './rule.ts';
import toolCallAnswered from './tool-call-answered.ts';
import userIntentSpecified from './user-intent-specified.ts';
import valueGroundedInAnswer from './value-grounded-in-answer.ts';
import valueGroundedInArguments from './value-grounded-in-arguments.ts';
import verificationNotClaimed from './verification-not-claimed.ts';

/** Every rule that is shipped, by id. */
export const RULES: Readonly<Record<string, Rule>> = {
  'answer-addresses-task': answerAddressesTask,
  'arithmetic-correct': arithmeticCorrect,
  'claim-matches-tool-output': claimMatchesToolOutput,
  'claimed-action-was-made': claimedActionWasMade,
  'claimed-lookup-was-made': claimedLookupWasMade,
  'confirmation-before-write': confirmationBeforeWrite,
  'handoff-instruction-followed': handoffInstructionFollowed,
  'inability-tried-first': inabilityTriedFirst,
  'misquoted-tool-output': misquotedToolOutput,
  'no-assumption-as-fact': noAssumptionAsFact,
  'no-placeholder-data': noPlaceholderData,
  'no-simulated-tool-output': noSimulatedToolOutput,
  'output-format-followed': outputFormatFollowed,
  'plan-items-done': planItemsDone,
  'tool-call-answered': toolCallAnswered,
  'user-intent-specified': userIntentSpecified,
  'value-grounded-in-answer': valueGroundedInAnswer,
  'value-grounded-in-arguments': valueGroundedInArguments,
  'verification-not-claimed': verificationNotClaimed,
};
