import { excerpt, plural, visibleText } from '../../base/text.ts';
import type { Inspection } from './inspect-trajectory.ts';

const MAX_LISTED = 12;

/** An inspection for a person. All text of the trace is made visible, so that it cannot steer the terminal. */
export function renderInspection(inspection: Inspection): string {
  const { coverage, outcome } = inspection;
  const place = inspection.recordRef === '' ? '' : ` at ${inspection.recordRef}`;
  const { recordsRead, recordsMapped, recordsOther, redacted } = coverage;
  const rows: (readonly [string, string])[] = [
    ['trajectory', `${inspection.trajectoryId}${place}`],
    ['steps', `${inspection.stepCount}${inBrackets(counts(inspection.roles))}`],
    ['events', counts(inspection.events)],
    ['agents', listed(inspection.agents.map(({ name, steps }) => `${name} (${steps})`))],
    ['tools', listed(inspection.tools.map(toolWords)) || 'none'],
    ['has', presence(inspection)],
    ['time', `${inspection.startedAt ?? 'unknown'} to ${inspection.endedAt ?? 'unknown'}`],
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
  return [clean(head), ...rows.map(([name, text]) => `  ${name.padEnd(10)}  ${clean(text)}`)].join('\n');
}

const clean = (text: string): string => excerpt(visibleText(text), 400);

const inBrackets = (text: string): string => (text === '' ? '' : ` (${text})`);

const counts = (record: Readonly<Record<string, number>>): string =>
  Object.entries(record)
    .map(([name, count]) => `${count} ${name}`)
    .join(', ');

function listed(names: readonly string[]): string {
  const more = names.length - MAX_LISTED;
  return [...names.slice(0, MAX_LISTED), ...(more > 0 ? [`and ${more} more`] : [])].join(', ');
}

const toolWords = ({ name, calls, declared }: Inspection['tools'][number]): string =>
  `${name} (${plural(calls, 'call')}${declared ? '' : ', not declared'})`;

function presence({ hasInstruction, hasPolicy, hasGold }: Inspection): string {
  const named = (has: boolean, what: string) => `${has ? '' : 'no '}${what}`;
  return [
    named(hasInstruction, 'instruction'),
    named(hasPolicy, 'policy'),
    hasGold ? 'labels or reference answers (not read unless --reference is given)' : 'no labels',
  ].join(', ');
}
