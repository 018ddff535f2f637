import { open } from 'node:fs/promises';
import { type FileRelation, relationOf } from '../formats/related-files.ts';
import type { Input, InputResult } from './inputs.ts';

const HEAD_BYTES = 1 << 16;
/** Files that are open at the same time. */
const AT_ONCE = 32;

/**
 * Puts the files of sub-agents beside the session that started them, where both are among the inputs, so that they are
 * read as one. Told by the heads of the JSON lines files alone; a sub-agent whose session is not there stays an input.
 */
export async function gatherSessions(inputs: readonly InputResult[]): Promise<readonly InputResult[]> {
  const files = inputs.flatMap((result) => ('input' in result && mayBelong(result.input) ? [result.input] : []));
  if (files.length < 2) return inputs;
  const relations = await relationsOf(files);
  const companions = new Map<Input, Input[]>();
  const sessions = new Map<string, Input[]>();
  for (const [input, { sessionId, isSubagent }] of relations) {
    if (isSubagent || sessions.has(sessionId)) continue;
    const own: Input[] = [];
    sessions.set(sessionId, own);
    companions.set(input, own);
  }
  const taken = new Set<Input>();
  for (const [input, { sessionId, isSubagent }] of relations) {
    const session = isSubagent ? sessions.get(sessionId) : undefined;
    if (session === undefined) continue;
    session.push(input);
    taken.add(input);
  }
  return inputs.flatMap((result): InputResult[] => {
    if (!('input' in result)) return [result];
    if (taken.has(result.input)) return [];
    const own = companions.get(result.input) ?? [];
    return own.length === 0 ? [result] : [{ input: { ...result.input, companions: own } }];
  });
}

/** What has no size may be a pipe, which can be read once only. */
const mayBelong = ({ path, sizeBytes }: Input): boolean =>
  path !== null && sizeBytes > 0 && /\.(?:jsonl|ndjson)$/.test(path);

async function relationsOf(files: readonly Input[]): Promise<ReadonlyMap<Input, FileRelation>> {
  const relations = new Map<Input, FileRelation>();
  for (let start = 0; start < files.length; start += AT_ONCE) {
    const some = files.slice(start, start + AT_ONCE);
    const found = await Promise.all(some.map(async (input) => [input, relationOf(await headOf(input))] as const));
    for (const [input, relation] of found) if (relation !== null) relations.set(input, relation);
  }
  return relations;
}

/** "" for what cannot be read: whoever reads it next says why. */
async function headOf({ path }: Input): Promise<string> {
  const file = path === null ? null : await open(path).catch(() => null);
  if (file === null) return '';
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } catch {
    return '';
  } finally {
    await file.close();
  }
}
