import type { Rule, RuleContext, RuleResult } from '../src/constraints/rules/rule.ts';
import { parseTrace } from '../src/formats/read-trace.ts';
import { buildGraph } from '../src/graph/build-graph.ts';
import { indexTrajectory } from '../src/trajectory/index-trajectory.ts';

export interface RuleRun extends RuleResult {
  /** Positions that the violations blame, in order. */
  readonly blamed: readonly number[];
  /** Every quote of the violations; each was found word for word where it is cited. */
  readonly quotes: readonly string[];
  readonly context: RuleContext;
}

/** Runs a rule over a trace given as JSON text or as a value, and checks every quote. @throws where it cannot be read */
export function runRule(rule: Rule, document: unknown): RuleRun {
  const [read] = parseTrace(typeof document === 'string' ? document : JSON.stringify(document));
  if (read === undefined) throw new Error('the sample holds no trajectory');
  if (!read.ok) throw read.error;
  const index = indexTrajectory(read.value);
  const graph = buildGraph(index, { trajectory: '' });
  const context: RuleContext = { trajectory: read.value, graph, index };
  const result = rule.evaluate(context);
  const quotes = result.violations.flatMap(({ evidence, message }) => {
    if (evidence.length === 0) throw new Error(`no evidence: ${message}`);
    return evidence.map(({ eventId, start, end, quote }) => {
      const text = index.eventById.get(eventId)?.event.text;
      if (quote === '' || text?.slice(start, end) !== quote) throw new Error(`not verbatim: ${JSON.stringify(quote)}`);
      return quote;
    });
  });
  return { ...result, blamed: result.violations.map(({ step }) => step.position), quotes, context };
}

type Message = Readonly<Record<string, unknown>>;

export const user = (content: string): Message => ({ role: 'user', content });

/** What the agent says, then what it calls: `[tool, arguments]`, the arguments as a value or as raw text. */
export function agent(content: string, ...calls: readonly (readonly [string, unknown])[]): Message {
  if (calls.length === 0) return { role: 'assistant', content };
  const tool_calls = calls.map(([name, given]) => ({
    type: 'function',
    function: { name, arguments: typeof given === 'string' ? given : JSON.stringify(given) },
  }));
  return { role: 'assistant', content, tool_calls };
}

/** The result of the latest call of a tool that has none yet. */
export const result = (name: string, content: string): Message => ({ role: 'tool', name, content });

/** A tool's definition with the JSON Schema of its arguments. */
export const tool = (name: string, parameters: unknown): Message => ({
  type: 'function',
  function: { name, parameters },
});
