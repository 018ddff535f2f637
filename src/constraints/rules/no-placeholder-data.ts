import type { Step, TraceEvent } from '../../contracts/trajectory.ts';
import { codeBlocks } from './reading/prose.ts';
import { defineRule, quote, type Violation } from './rule.ts';

/** Values that stand for one that is still to be filled in. */
const PLACEHOLDER = new RegExp(
  [
    '(?<![\\w.])/?path[/_](?:to|of)[/_][\\w./-]{1,60}',
    '\\b(?:your|insert|enter)[_-](?:[a-z0-9]{1,20}[_-]){0,4}(?:key|token|id|name|password|secret|url|path|file|here|endpoint|value)s?\\b',
    '<(?:your|insert|enter)[^<>\\n]{1,40}>',
    '\\b(?:actual|correct|real)_(?:[a-z]{2,20}_){0,3}(?:here|url|path|id|key|value)\\b',
    '\\b\\d{4}\\.[xX]{4,5}\\b',
    '["\']placeholder[_-]?[a-z]{0,12}',
  ].join('|'),
  'gi',
);
/** Made-up people and sites: in a test or a page that is being written they are right, in an argument they are not. */
const EXAMPLE =
  /\b[\w.+-]{1,40}@example\.(?:com|org|net)\b|https?:\/\/(?:www\.)?example\.(?:com|org|net)[\w./-]{0,60}|\b(?:john|jane)[ _]doe\b/gi;
const BOTH = [PLACEHOLDER, EXAMPLE];
const MAX_ARGUMENTS = 60_000;

export default defineRule({
  id: 'no-placeholder-data',
  description: 'Calls are made with real values, not with placeholders that were meant to be filled in.',
  appliesTo: 'step',
  category: 'invention-of-information',
  mode: 'invocation-issue',
  severity: 'medium',
  type: 'PROVENANCE',
  evaluate({ index }) {
    const violations: Violation[] = [];
    const given = new Set<string>();
    let checked = 0;
    for (const { step, event } of index.events) {
      // What the user or a tool said is no placeholder, however it looks.
      if (step.role !== 'agent') {
        for (const found of placeholdersIn(event.text.slice(0, MAX_ARGUMENTS), BOTH)) given.add(found[0].toLowerCase());
      }
      const parts = partsOf(event);
      if (parts.length === 0 || step.role !== 'agent') continue;
      checked++;
      for (const part of parts) {
        const found = firstPlaceholder(part, given);
        if (found === null) continue;
        violations.push(violationOf(step, event, found));
        break;
      }
    }
    return { checked, violations };
  },
});

interface Found {
  readonly start: number;
  readonly text: string;
}

/** What is to be run: the arguments of a call, the code blocks of a message. */
function partsOf(event: TraceEvent): Found[] {
  if (event.kind === 'tool-call') return [{ text: event.text.slice(0, MAX_ARGUMENTS), start: 0 }];
  return event.kind === 'message' ? codeBlocks(event.text.slice(0, MAX_ARGUMENTS)) : [];
}

function* placeholdersIn(text: string, patterns: readonly RegExp[]): Generator<RegExpExecArray> {
  for (const pattern of patterns) yield* text.matchAll(pattern);
}

function firstPlaceholder(part: Found, given: ReadonlySet<string>): Found | null {
  const isCode = part.start > 0 || part.text.includes('\n') || part.text.includes('\\n');
  for (const match of placeholdersIn(part.text, isCode ? [PLACEHOLDER] : BOTH)) {
    if (!given.has(match[0].toLowerCase())) return { start: part.start + match.index, text: match[0] };
  }
  return null;
}

function violationOf(step: Step, event: TraceEvent, found: Found): Violation {
  const what = event.kind === 'tool-call' ? `${event.name} is called with` : 'the code holds';
  return {
    step,
    message: `${what} the placeholder "${found.text}"`,
    evidence: [quote(step, event, found.start, found.start + found.text.length, 'placeholder where a value should be')],
  };
}
