import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseJson } from '../src/base/json.ts';
import type { Trajectory } from '../src/contracts/trajectory.ts';
import type { TraceFormat } from '../src/formats/format.ts';

const CONTEXT = { uri: null, recordRef: '' };

/** The document of a format's fixture. */
export const fixtureDocument = (format: string, name: string): unknown =>
  parseJson(readFileSync(join(import.meta.dirname, '../src/formats', format, '__fixtures__', name), 'utf8'));

/** The trajectories of a fixture. */
export const readFormatFixture = (format: TraceFormat, name: string): readonly Trajectory[] =>
  format.parse(fixtureDocument(format.id, name), CONTEXT);

/** The first trajectory of a document. */
export function parseFirst(format: TraceFormat, document: unknown): Trajectory {
  const first = format.parse(document, CONTEXT)[0];
  if (first === undefined) throw new Error(`${format.id} gave no trajectory`);
  return first;
}

/** A trajectory in short: one line a step, `number role agent: kinds of its events`. */
export const outlineOf = ({ steps }: Trajectory): readonly string[] =>
  steps.map(
    ({ nativeIndex, role, agent, events }) =>
      `${nativeIndex} ${role} ${agent}: ${events.map((event) => detailOf(event)).join(', ')}`,
  );

function detailOf(event: Trajectory['steps'][number]['events'][number]): string {
  if (event.kind === 'tool-call') return `call ${event.name}${event.inferred ? '*' : ''}`;
  if (event.kind === 'tool-result')
    return `result ${event.name} ${event.isError}${event.callId === null ? ' orphan' : ''}`;
  if (event.kind === 'handoff') return `handoff to ${event.to}`;
  return event.kind === 'other' ? `other ${event.nativeKind}` : event.kind;
}
