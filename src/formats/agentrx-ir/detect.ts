import { isRecord, own, ownArray } from '../../base/json.ts';

/** A trajectory of AgentRx's intermediate representation: steps that hold substeps. */
export function isIrTrajectory(value: unknown): value is Record<string, unknown> {
  if (!isRecord(value)) return false;
  const sample = (ownArray(value, 'steps') ?? []).slice(0, 10);
  const withSubsteps = sample.filter((step) => ownArray(step, 'substeps') !== null);
  const known = own(value, 'trajectory_id') !== undefined || own(value, 'instruction') !== undefined;
  return known && withSubsteps.length > 0 && withSubsteps.length * 2 >= sample.length;
}

export function detect(document: unknown): number {
  return isIrTrajectory(Array.isArray(document) ? document[0] : document) ? 0.95 : 0;
}
