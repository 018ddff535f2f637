import type { CallRecord, TrajectoryIndex } from '../../trajectory/index-trajectory.ts';
import type { SchemaChecker } from '../json-schema/compile-schema.ts';
import { laterCalls } from './_later-success.ts';
import { quote, quoteHead, type Violation } from './rule.ts';

/** The words that show what is wrong with the arguments of a call: the argument itself, and what the tool said to it. */
export function argumentEvidence(
  { call, step, result, resultStep, failure }: CallRecord,
  path: string,
): Violation['evidence'] {
  const key = path.split(/[.[]/).at(-1) ?? '';
  const at = key === '' ? -1 : call.text.indexOf(`"${key}"`);
  const found = at === -1 ? quoteHead(step, call, 'arguments') : quote(step, call, at, at + 80, `argument ${path}`);
  if (result === null || resultStep === null || failure === null) return [found];
  return [found, quote(resultStep, result, failure.start, failure.end, 'what the tool said')];
}

/** A later call of the tool that fits and did not fail makes it good; so does the tool having taken the call as it was. */
export function laterValid(index: TrajectoryIndex, record: CallRecord, check: SchemaChecker): number | null {
  if (record.result !== null && record.failure === null) return record.resultStep?.position ?? null;
  for (const later of laterCalls(index, record)) {
    if (later.result === null || later.failure !== null) continue;
    if (check(later.call.arguments).issues.length === 0) return later.step.position;
  }
  return null;
}
