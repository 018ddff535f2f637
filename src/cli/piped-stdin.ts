import { AppError } from '../base/errors.ts';
import type { Host } from './host.ts';

/**
 * The host with its standard input at the first byte again, where something is piped in; null where nothing is, so
 * that nothing is waited for that no one sends.
 * @throws AppError TRACE_UNREADABLE
 */
export async function pipedStdin(host: Host): Promise<Host | null> {
  if (host.stdinIs !== 'piped') return null;
  const iterator = host.stdin[Symbol.asyncIterator]();
  try {
    for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) {
      if (next.value.length > 0) return { ...host, stdin: chained(next.value, iterator) };
    }
  } catch (cause) {
    throw new AppError('TRACE_UNREADABLE', 'standard input cannot be read', { cause });
  }
  return null;
}

async function* chained(first: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield first;
    for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}
