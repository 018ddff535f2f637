import { isRecord, own, ownArray, ownString, tryParseJson } from '../../src/base/json.ts';
import { RULES } from '../../src/constraints/rules/index.ts';
import { parseTrace } from '../../src/formats/read-trace.ts';
import { buildGraph } from '../../src/graph/build-graph.ts';
import { indexTrajectory } from '../../src/trajectory/index-trajectory.ts';

/** A run as OpenAI chat messages, with the tools it had. */
export interface ChatRun {
  readonly messages: readonly unknown[];
  readonly tools: readonly unknown[];
}

export interface InjectionFigures {
  readonly rule: string;
  readonly fault: string;
  /** Runs into which the fault could be put. */
  readonly injected: number;
  /** Runs in which the rule then blames the step of the fault. */
  readonly found: number;
  /** Other steps that it blames in those runs and did not blame before. */
  readonly elsewhere: number;
}

/** A run with a fault in it, and the step that is to blame. */
interface Faulty {
  readonly messages: readonly unknown[];
  readonly position: number;
}

/** A call of the run: where it is made, where it is answered, and its one function. */
interface Call {
  readonly at: number;
  readonly answeredAt: number;
  readonly name: string;
  readonly args: string;
}

type Inject = (messages: readonly unknown[], call: Call) => Faulty | null;

/** What a run looks like after each fault. Nothing else of it is changed. */
const FAULTS: readonly { readonly rule: string; readonly fault: string; readonly inject: Inject }[] = [
  {
    rule: 'tool-arguments-valid',
    fault: 'an argument becomes an object',
    inject: (run, call) => withArguments(run, call, spoiled(call.args)),
  },
  {
    rule: 'tool-arguments-parse',
    fault: 'the arguments are cut in half',
    inject: (run, call) =>
      call.args.length < 8 ? null : withArguments(run, call, call.args.slice(0, call.args.length / 2)),
  },
  {
    rule: 'tool-known',
    fault: 'a tool that does not exist is called',
    inject: (run, call) => ({
      messages: answered(
        replaced(run, call.at, (message) => calling(message, `${call.name}_v2`, call.args)),
        call,
        'Error: no handler',
      ),
      position: call.at,
    }),
  },
  {
    rule: 'tool-call-accepted',
    fault: 'the tool rejects the arguments',
    inject: says('Error: missing required argument: reason'),
  },
  {
    rule: 'tool-precondition-met',
    fault: 'the tool refuses',
    inject: says('Error: the order cannot be changed in its present state'),
  },
  {
    rule: 'infrastructure-available',
    fault: 'the service is down',
    inject: says('Error: 503 Service Unavailable', 'result'),
  },
  { rule: 'access-granted', fault: 'the service bars the way', inject: says('Error: 403 Forbidden', 'result') },
  {
    rule: 'tool-call-answered',
    fault: 'a result is lost',
    inject: (run, call) => ({ messages: run.filter((_message, at) => at !== call.answeredAt), position: call.at }),
  },
  {
    rule: 'tool-error-acknowledged',
    fault: 'a call fails, and the success is claimed all the same',
    inject: (run, call) => {
      const said = own(run[call.answeredAt + 1], 'content');
      const claims =
        typeof said === 'string' && /\b(?:has|have) been (?:successfully )?\w+ed\b/.test(said.slice(0, 300));
      if (!claims || /\b(?:however|unfortunately|not)\b/i.test(said)) return null;
      const failed = answered(run, call, 'Error: the database rejected the change');
      return { messages: failed, position: call.answeredAt + 1 };
    },
  },
  {
    rule: 'tool-error-not-retried-blindly',
    fault: 'a refused call is made again',
    inject: (run, call) => repeated(answered(run, call, 'Error: the order cannot be changed'), call, 1),
  },
  {
    rule: 'guardrail-respected',
    fault: 'a forbidden call is made again',
    inject: (run, call) => repeated(answered(run, call, 'Permission denied'), call, 1),
  },
  { rule: 'no-repeated-call', fault: 'a call is made three times', inject: (run, call) => repeated(run, call, 2) },
  { rule: 'no-cycle', fault: 'a call is made three times', inject: (run, call) => repeated(run, call, 2) },
  {
    rule: 'termination-present',
    fault: 'the run breaks off after a result',
    inject: (run, call) => ({ messages: run.slice(0, call.answeredAt + 1), position: call.at }),
  },
  {
    rule: 'no-action-after-completion',
    fault: 'the end is announced before a call',
    inject: (run, call) => {
      const end = { role: 'assistant', content: 'All done.\n\nFINAL ANSWER: done' };
      return { messages: [...run.slice(0, call.at), end, ...run.slice(call.at)], position: call.at + 1 };
    },
  },
  {
    rule: 'step-budget',
    fault: 'the harness stops the run at a limit',
    inject: (run) => ({
      messages: [...run, { role: 'system', content: 'Stopped: the maximum number of turns was reached.' }],
      position: run.length,
    }),
  },
];

/** Puts each fault into each run, one at a time, and counts how often its rule blames the step it was put at. */
export function measureInjections(runs: readonly ChatRun[]): readonly InjectionFigures[] {
  return FAULTS.map(({ rule, fault, inject }) => {
    let injected = 0;
    let found = 0;
    let elsewhere = 0;
    for (const { messages, tools } of runs) {
      const before = new Set(blamedBy(rule, { messages, tools }));
      const faulty = firstFault(messages, inject);
      if (faulty === null) continue;
      injected++;
      const blamed = blamedBy(rule, { messages: faulty.messages, tools });
      if (blamed.includes(faulty.position)) found++;
      elsewhere += blamed.filter((position) => position !== faulty.position && !before.has(position)).length;
    }
    return { rule, fault, injected, found, elsewhere };
  });
}

/** The fault at the call in the middle of the run, or at the next one that it fits. */
function firstFault(messages: readonly unknown[], inject: Inject): Faulty | null {
  const calls = callsOf(messages);
  const middle = Math.floor(calls.length / 2);
  for (const call of [...calls.slice(middle), ...calls.slice(0, middle)]) {
    const faulty = inject(messages, call);
    if (faulty !== null) return faulty;
  }
  return null;
}

function callsOf(messages: readonly unknown[]): readonly Call[] {
  return messages.flatMap((message, at): Call[] => {
    const calls = ownArray(message, 'tool_calls') ?? [];
    const called = own(calls[0], 'function');
    const name = ownString(called, 'name');
    const args = ownString(called, 'arguments');
    const isAnswered = ownString(messages[at + 1], 'role') === 'tool' && at + 2 < messages.length;
    if (calls.length !== 1 || name === null || args === null || !isAnswered || /^think$|^transfer_/.test(name))
      return [];
    return [{ at, answeredAt: at + 1, name, args }];
  });
}

function blamedBy(rule: string, document: ChatRun): readonly number[] {
  const [read] = parseTrace(JSON.stringify(document));
  if (read?.ok !== true) return [];
  const index = indexTrajectory(read.value);
  const graph = buildGraph(index, { trajectory: '' });
  const found = RULES[rule]?.evaluate({ trajectory: read.value, graph, index });
  return found?.violations.map(({ step }) => step.position) ?? [];
}

function says(content: string, blamed: 'call' | 'result' = 'call'): Inject {
  return (run, call) => ({
    messages: answered(run, call, content),
    position: blamed === 'call' ? call.at : call.answeredAt,
  });
}

const replaced = (
  messages: readonly unknown[],
  at: number,
  change: (message: unknown) => unknown,
): readonly unknown[] => messages.map((message, position) => (position === at ? change(message) : message));

const answered = (messages: readonly unknown[], { answeredAt }: Call, content: string): readonly unknown[] =>
  replaced(messages, answeredAt, (message) => ({ ...(isRecord(message) ? message : {}), content }));

const calling = (message: unknown, name: string, args: string): unknown => {
  const first = ownArray(message, 'tool_calls')?.[0];
  const call = { ...(isRecord(first) ? first : {}), function: { name, arguments: args } };
  return { ...(isRecord(message) ? message : {}), tool_calls: [call] };
};

const withArguments = (messages: readonly unknown[], call: Call, args: string | null): Faulty | null =>
  args === null
    ? null
    : { messages: replaced(messages, call.at, (message) => calling(message, call.name, args)), position: call.at };

/** The arguments with an object in place of the first of them; null where there is none. */
function spoiled(args: string): string | null {
  const parsed = tryParseJson(args);
  const key = isRecord(parsed) ? Object.keys(parsed)[0] : undefined;
  return key === undefined || !isRecord(parsed) ? null : JSON.stringify({ ...parsed, [key]: { value: parsed[key] } });
}

/** The call and its result once more, or several times, right after the first; the first copy is to blame. */
function repeated(messages: readonly unknown[], { at, answeredAt }: Call, times: number): Faulty {
  const copies = Array.from({ length: times }, (_copy, round) =>
    [messages[at], messages[answeredAt]].map((message) => withId(message, `again-${round}`)),
  ).flat();
  return {
    messages: [...messages.slice(0, answeredAt + 1), ...copies, ...messages.slice(answeredAt + 1)],
    position: answeredAt + 1,
  };
}

function withId(message: unknown, id: string): unknown {
  if (!isRecord(message)) return message;
  const first = ownArray(message, 'tool_calls')?.[0];
  if (isRecord(first)) return { ...message, tool_calls: [{ ...first, id }] };
  return { ...message, tool_call_id: id };
}
