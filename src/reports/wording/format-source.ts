import { ownString } from '../../base/json.ts';
import type { Diagnosis } from '../../contracts/diagnosis.ts';

/** Last part of a path or URL, which is what people call the file. */
export function fileName(uri: string): string {
  const parts = uri.split(/[\\/]/).filter((part) => part !== '');
  return parts.at(-1) ?? uri;
}

/** What to call a file whose last part alone does not tell it apart, by its path or URL. */
export type FileNames = Readonly<Record<string, string>>;

/** For files of one name, the shortest end of the path that no other has: `a/run.json` and `b/run.json`. */
export function tellApart(uris: Iterable<string>): FileNames {
  const byName = new Map<string, Set<string>>();
  for (const uri of uris) {
    const name = fileName(uri);
    const alike = byName.get(name);
    if (alike === undefined) byName.set(name, new Set([uri]));
    else alike.add(uri);
  }
  const names: Record<string, string> = Object.create(null);
  for (const alike of byName.values()) {
    let left = alike.size > 1 ? [...alike] : [];
    for (let length = 2; left.length > 0; length++) {
      const tails = new Map<string, number>();
      for (const uri of alike) tails.set(tailOf(uri, length), (tails.get(tailOf(uri, length)) ?? 0) + 1);
      left = left.filter((uri) => {
        const tail = tailOf(uri, length);
        if (tails.get(tail) !== 1 && tail !== uri) return true;
        names[uri] = tail;
        return false;
      });
    }
  }
  return names;
}

/** So many last parts of a path; all of it where it has no more. */
function tailOf(uri: string, length: number): string {
  let start = uri.length;
  for (let part = 0; part < length; part++) {
    start = Math.max(uri.lastIndexOf('/', start - 1), uri.lastIndexOf('\\', start - 1));
    if (start <= 0) return uri;
  }
  return uri.slice(start + 1);
}

/** The name people know a trajectory by: its file, and its place in the file where that holds more than one. */
export function formatName({ source, trajectoryId }: Diagnosis, fileNames: FileNames = {}): string {
  const { uri, recordRef } = source;
  if (uri === null) return trajectoryId;
  const file = ownString(fileNames, uri) ?? fileName(uri);
  return recordRef === '' ? file : `${file} ${trajectoryId}`;
}

/** Names for files among which some are called the same. */
export const fileNamesOf = (runs: readonly { readonly diagnosis: Diagnosis }[]): FileNames =>
  tellApart(runs.flatMap(({ diagnosis }) => (diagnosis.source.uri === null ? [] : [diagnosis.source.uri])));

/** "failed (reward 0)", "unknown (the trace does not say)". */
export const formatOutcome = ({ outcome, outcomeReason }: Diagnosis): string =>
  outcomeReason === '' ? outcome : `${outcome} (${outcomeReason})`;
