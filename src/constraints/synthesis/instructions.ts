import { FENCE_RULE } from '../../prompting/fence.ts';
import { CATEGORIES, CATEGORY_IDS } from '../../taxonomy/categories.ts';

const PURPOSE =
  'You write constraints: things that must hold in the recorded run of an AI agent, each checked by itself, so that a violation shows at which step the run went wrong and why. ' +
  'A constraint has a guard, which says at which steps it applies, and a check.';

const QUALITY = [
  'What makes a constraint good:',
  '- It is violated only where something is plainly wrong. A check that cannot tell says so. A false alarm costs more than a miss.',
  '- It says one thing. Its guard lets through the steps where that thing can go wrong, and no others.',
  '- It compares what an agent says or does with what stands in the run: counts, sums, ids, names, dates, states and prices against the results of tools; what was done against what the user agreed to; the order of actions; values that nobody gave.',
  '- Write none for what is checked anyway: arguments against their schema, unknown tools, calls without a result, calls repeated without change, tool errors that nobody mentions, missing endings.',
].join('\n');

const JAVASCRIPT = [
  'Use `javascript` wherever data decides. The source is one function `(trajectory, step) => …`, or a script that declares `function check(trajectory, step)`; strict code, with helpers and constants beside it. It runs in a sandbox, without modules, clock or chance, at most one second. It sees:',
  '- `trajectory.steps`: a list of `{ position, role, agent, events }`; `position` counts from 0 and is the index in this list, whatever numbers steps are shown by; `role` is "system", "user", "agent", "tool" or "environment".',
  '- the events of a step, by `kind`: "message" `{ text, to }`, "reasoning" `{ text }`, "plan" `{ text }`, "tool-call" `{ callId, name, arguments, text }`, "tool-result" `{ callId, name, text, data, isError }`, "handoff" `{ from, to, text }`, "error" `{ text }`, "other" `{ text }`. `arguments` and `data` are the parsed JSON, or null where it is none; `text` is what stood there. A call and its result have the same `callId`; the result mostly stands in the next step. Any field may be null.',
  '- `trajectory.tools` `[{ name, parameters }]`, `trajectory.instruction` and `trajectory.policy` (text or null).',
  '- `step`: the step to check, one of `trajectory.steps`; null where the constraint applies to the whole trajectory.',
  'It returns true (holds), false (violated), or `{ holds, message, evidence }`: `holds` true, false, or null where it cannot tell; `message` says what is wrong, with the values; `evidence` is a list of `{ position, quote }`, each quote copied from the `text` of an event of that step. A check of the whole trajectory names the `step` (position) to blame. Nothing else may be returned, and nothing thrown: look before you reach into a value. Look at steps up to the checked one alone.',
].join('\n');

const RUBRIC =
  'Use `rubric` only where reading is needed. It has 1 to 5 criteria, each a statement that a careful reader can call clearly met or clearly not met from the steps up to the checked one. No placeholders, no names of variables: a criterion is read as it stands.';

const GUARD =
  'In the guard, tools, agents and roles are matched whole, by their exact names; who calls a tool has the role "agent", its result the role "tool". `content` is an RE2 pattern (no lookaround, no backreference), searched in the text of the step; a call reads there as name(arguments). Leave null what does not matter.';

const CATEGORY_LIST = [
  'Categories of a violation:',
  ...CATEGORY_IDS.map((id) => `- ${id}: ${CATEGORIES[id].description}`),
].join('\n');

const systemOf = (task: string): string =>
  [PURPOSE, task, QUALITY, JAVASCRIPT, RUBRIC, GUARD, CATEGORY_LIST, FENCE_RULE].join('\n\n');

const EXAMPLES =
  'Give each javascript check two small examples, made up in the form of messages: one where it holds and one where it is violated. They are executed: the guard must let a step of each through. In the examples a tool message follows the agent message whose call it answers. A rubric has none.';

/** For constraints of a whole domain, from its policy and its tools. */
export const GLOBAL_SYSTEM = systemOf(
  `You are given the policy and the tools of a domain, and write constraints that hold in every run of it: what must have happened before an action, what a user must have agreed to, what may be done only in a certain state, only once, or not at all, what must be said. You see no run: take no value that the policy or the tools do not name. Each constraint names the clause it comes from. Under \`leftOut\`, list each clause that makes no constraint, with the reason: it cannot be seen in a run, or says nothing that could be broken. ${EXAMPLES}`,
);

/** For constraints of one run, with all of it in view. */
export const ONE_SHOT_SYSTEM = systemOf(
  'You are given one run from beginning to end, and write constraints for it: what had to hold at its steps, given the task, the rules, and what tools had said up to there. Go through the run step by step; at each step of an agent ask what in it could be wrong, and write down what must hold so that it is not, in a way that anyone who reads the run can check again. The run may have failed or not: you are not told. Write constraints for what decides whether the task is done right, and recompute what is claimed. `examples` is an empty list.',
);

/** For the steps that come next, from what stands before them. */
export const PREFIX_SYSTEM = systemOf(
  'You are given the beginning of a run, and write constraints for the steps that come after it, which you do not see: what must hold there, given the task, the rules, and what was said and found so far. Hold the next steps to the facts at hand: the values that tools returned, what the user asked for and agreed to, what was announced and still has to be done, what must not be done any more. Name these values in the check. The checks of later steps are written later: do not foresee what is not settled yet. A constraint applies to all steps after those shown; name `lastStep` only where it must end sooner. `examples` is an empty list.',
);
