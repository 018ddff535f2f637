import { excerpt, plural, visibleText } from '../../base/text.ts';
import { TextPage } from '../../reports/layout/text-page.ts';
import { span } from '../../reports/layout/wrap-spans.ts';
import type { Inspection } from './inspect-trajectory.ts';
import type { UnknownInspection } from './inspect-unknown.ts';

const MAX_LISTED = 12;

/** An inspection for a person, in lines of at most `width` columns. */
export function renderInspection(inspection: Inspection, width: number): string {
  const { coverage, outcome } = inspection;
  const place = inspection.recordRef === '' ? '' : ` at ${inspection.recordRef}`;
  const { recordsRead, recordsMapped, recordsOther, redacted } = coverage;
  const rows: (readonly [string, string])[] = [
    ['trajectory', `${inspection.trajectoryId}${place}`],
    ['steps', `${inspection.stepCount}${inBrackets(counts(inspection.roles))}`],
    ['events', counts(inspection.events)],
    ['agents', listed(inspection.agents.map(({ name, steps }) => `${name} (${steps})`))],
    ['tools', toolsWords(inspection)],
    ['has', presence(inspection)],
    ['time', timeWords(inspection)],
    [
      'coverage',
      `${plural(recordsRead, 'record')} read, ${recordsMapped} understood, ${recordsOther} kept as they are${redacted > 0 ? `, ${redacted} redacted` : ''}${coverage.complete ? '' : '; the trace is incomplete'}`,
    ],
    ...coverage.elided.map(({ what, count }) => ['left out', `${what} (${count})`] as const),
    ...coverage.assumed.map((what) => ['assumed', what] as const),
    ...coverage.warnings.map(
      ({ code, message, count, firstRef }) =>
        ['warning', `${code}: ${message} (${count}${firstRef === null ? '' : `, first at ${firstRef}`})`] as const,
    ),
  ];
  const head = `${inspection.uri ?? 'text'} · ${inspection.format} · ${outcome.status} (${outcome.reason})`;
  return pageOf(head, rows, width);
}

/** What a file holds that no format reads, and how to go on. */
export function renderUnknown({ uri, error, shape, nearest }: UnknownInspection, width: number): string {
  const rows: (readonly [string, string])[] = [
    ...nearest.map(({ format, missing }, index) => [index === 0 ? 'nearest' : '', `${format}: ${missing}`] as const),
    [
      'go on',
      'write it in one of the formats of docs/formats, the plainest of which is a list of chat messages ({"role", "content", "tool_calls"}); `culprit schema trajectory` prints the schema of Culprit’s own',
    ],
  ];
  const page = pageOf(`${uri} · no format that Culprit reads (${error.message})`, [], width);
  const lines = shape.map((line) => `    ${visibleText(line)}`);
  return [page, '  holds', ...lines, pageOf('', rows, width)].join('\n');
}

const MAX_LINES = 6;

/** A headline and rows with a name, wrapped. What is of the trace is made harmless to a terminal. */
function pageOf(head: string, rows: readonly (readonly [string, string])[], width: number): string {
  const page = new TextPage({ width: Math.max(40, width), color: false });
  if (head !== '') page.block([span(excerpt(head, 400))], { indent: 0 });
  for (const [name, text] of rows) {
    page.block([span(excerpt(text, 600))], { indent: 14, label: [span(`  ${name}`)], maxLines: MAX_LINES });
  }
  return page.toString();
}

function timeWords({ startedAt, endedAt }: Inspection): string {
  return startedAt === null && endedAt === null ? 'not given' : `${startedAt ?? 'unknown'} to ${endedAt ?? 'unknown'}`;
}

const inBrackets = (text: string): string => (text === '' ? '' : ` (${text})`);

const counts = (record: Readonly<Record<string, number>>): string =>
  Object.entries(record)
    .map(([name, count]) => `${count} ${name}`)
    .join(', ');

function listed(names: readonly string[]): string {
  const more = names.length - MAX_LISTED;
  const shown = names.slice(0, MAX_LISTED).map((name) => name.replaceAll(' ', '\u00a0'));
  return [...shown, ...(more > 0 ? [`and ${more} more`] : [])].join(', ');
}

function toolsWords({ tools }: Inspection): string {
  if (tools.length === 0) return 'none';
  const declaresSome = tools.some((tool) => tool.declared);
  const words = tools.map(
    ({ name, calls, declared }) =>
      `${name} (${plural(calls, 'call')}${declared || !declaresSome ? '' : ', not declared'})`,
  );
  return `${listed(words)}${declaresSome ? '' : '; the trace declares none'}`;
}

function presence({ hasInstruction, hasPolicy, hasGold }: Inspection): string {
  const named = (has: boolean, what: string) => `${has ? '' : 'no '}${what}`;
  return [
    named(hasInstruction, 'instruction'),
    named(hasPolicy, 'policy'),
    hasGold ? 'labels or reference answers (not read unless --reference is given)' : 'no labels',
  ].join(', ');
}
