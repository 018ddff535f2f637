import type { UngroundedValue } from '../../contracts/graph.ts';
import type { EventOf, Step, ToolResult } from '../../contracts/trajectory.ts';
import type { PlacedEvent } from '../../trajectory/index-trajectory.ts';
import { failureOf } from '../../trajectory/tool-failure.ts';
import { KnownNumbers } from './reading/known-numbers.ts';
import { isNear } from './reading/near-miss.ts';
import { findMisquote, quotationsIn } from './reading/quotations.ts';
import { isSoftwareTask } from './reading/task-kind.ts';
import { defineRule, quote, type Violation } from './rule.ts';

const MAX_RESULT = 100_000;
/** Characters of results that one run has searched at most: some seconds. */
const MAX_SEARCHED = 400_000_000;
/** Results further back than this are hardly what a statement repeats. */
const LOOKS_BACK = 12;
/** Shorter numbers have near neighbours by chance. */
const MIN_DIGITS = 4;
/** From this length on, two values that differ in one character are the same value. */
const MIN_LONG = 9;

export default defineRule({
  id: 'misquoted-tool-output',
  description: 'What the agent repeats from a tool output, it repeats as it stands there.',
  appliesTo: 'step',
  category: 'misinterpretation-of-tool-output',
  mode: 'context-miss',
  severity: 'high',
  type: 'RELATIONAL_POST',
  evaluate({ index, graph, trajectory }) {
    if (isSoftwareTask(trajectory.instruction)) return { checked: 0, violations: [] };
    const ungrounded = new Map<string, UngroundedValue[]>();
    for (const value of graph.ungrounded) {
      if (value.usedAs !== 'answer' || !isQuotable(value)) continue;
      ungrounded.set(value.eventId, [...(ungrounded.get(value.eventId) ?? []), value]);
    }
    const known = new KnownNumbers(index);
    const results = index.events.filter(isResult).filter((one) => failureOf(one.event) === null);
    const violations: Violation[] = [];
    let checked = 0;
    let read = 0;
    let undecided = 0;
    let left = MAX_SEARCHED;
    for (const { step, event } of index.agentMessages) {
      while ((results[read]?.step.position ?? Number.POSITIVE_INFINITY) < step.position) read++;
      const values = (ungrounded.get(event.id) ?? []).filter((one) => !known.computes(one, step.position));
      const quotations = quotationsIn(event.text);
      if (values.length + quotations.length === 0) continue;
      checked += values.length + quotations.length;
      const sources = results
        .slice(Math.max(0, read - LOOKS_BACK), read)
        .reverse()
        .map(asSource);
      left -= sources.reduce((sum, one) => sum + one.text.length, 0) * (values.length + quotations.length);
      if (left < 0) {
        undecided += values.length + quotations.length;
        continue;
      }
      for (const value of values) {
        const found = firstIn(sources, (text) => misquotedValue(value, event.text, text));
        if (found !== null) violations.push(violationOf(step, event, value, found));
      }
      for (const quotation of quotations) {
        if (sources.some((one) => one.text.includes(quotation.value))) continue;
        const found = firstIn(sources, (text, lower) => findMisquote(quotation.value, text, lower));
        if (found !== null) violations.push(violationOf(step, event, quotation, found));
      }
    }
    const reason = 'too much text to search';
    return { checked, violations, ...(undecided > 0 ? { undecided: { count: undecided, reason } } : {}) };
  },
});

const isResult = (one: PlacedEvent): one is PlacedEvent<ToolResult> => one.event.kind === 'tool-result';

const isQuotable = (value: UngroundedValue): boolean =>
  (value.valueKind === 'number' || value.valueKind === 'id') && value.value.replace(/\D/g, '').length >= MIN_DIGITS;

/** A result with the part of its text that is read, and that in lower case. */
interface ResultText extends PlacedEvent<ToolResult> {
  readonly text: string;
  readonly lower: string;
}

const asSource = (one: PlacedEvent<ToolResult>): ResultText => {
  const text = one.event.text.slice(0, MAX_RESULT);
  return { ...one, text, lower: text.toLowerCase() };
};

interface Found {
  readonly source: PlacedEvent<ToolResult>;
  readonly start: number;
  readonly end: number;
}

function firstIn(
  sources: readonly ResultText[],
  find: (text: string, lower: string) => { readonly start: number; readonly end: number } | null,
): Found | null {
  for (const source of sources) {
    const place = find(source.text, source.lower);
    if (place !== null) return { source, ...place };
  }
  return null;
}

const WORD = /[\p{L}\p{N}$%#_.,-]+/gu;
const plain = (word: string): string =>
  word
    .replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')
    .replaceAll(',', '')
    .toLowerCase();

/** The value's near miss in a result, where a word beside it stands beside that, too. */
function misquotedValue(value: UngroundedValue, text: string, result: string): { start: number; end: number } | null {
  const wanted = plain(value.value);
  const neighbours = [
    ...wordsIn(text.slice(Math.max(0, value.start - 50), value.start)).slice(-2),
    ...wordsIn(text.slice(value.end, value.end + 50)).slice(0, 2),
  ];
  for (const match of result.matchAll(WORD)) {
    const word = plain(match[0]);
    if (word.length !== wanted.length || !/\d/.test(word) || !isNear(wanted, word)) continue;
    const place = { start: match.index, end: match.index + match[0].length };
    if (wanted.length >= MIN_LONG) return place;
    const around = new Set(wordsIn(result.slice(Math.max(0, match.index - 60), match.index + match[0].length + 60)));
    if (neighbours.some((one) => around.has(one))) return place;
  }
  return null;
}

const wordsIn = (text: string): string[] => (text.match(WORD) ?? []).map(plain).filter((word) => word.length > 2);

function violationOf(
  step: Step,
  event: EventOf<'message'>,
  stated: { readonly value: string; readonly start: number; readonly end: number },
  { source, start, end }: Found,
): Violation {
  const given = source.event.text.slice(start, end);
  return {
    step,
    message: `repeats "${given.slice(0, 80)}" as "${stated.value.slice(0, 80)}"`,
    evidence: [
      quote(step, event, stated.start, stated.end, 'as the agent repeats it'),
      quote(source.step, source.event, start, end, 'as the tool gave it'),
    ],
  };
}
