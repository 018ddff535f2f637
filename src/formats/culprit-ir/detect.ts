import { own } from '../../base/json.ts';

/** A trajectory of Culprit's own, or a run that holds one. */
export const isOwnArtifact = (value: unknown): boolean => {
  const kind = own(value, 'kind');
  return (kind === 'trajectory' || kind === 'run') && typeof own(value, 'schemaVersion') === 'number';
};

export function detect(document: unknown): number {
  const first: unknown = Array.isArray(document) ? document[0] : document;
  return isOwnArtifact(first) ? 1 : 0;
}
