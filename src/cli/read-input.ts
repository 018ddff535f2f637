import type { Trajectory } from '../contracts/trajectory.ts';
import { readTrace, type TraceResult } from '../formats/read-trace.ts';
import { joinSubagents } from '../formats/related-files.ts';
import type { Host } from './host.ts';
import type { Input } from './inputs.ts';
import { openInput } from './open-input.ts';

/**
 * Reads an input: one result for each trajectory, as it comes. One with companions is read whole, and the work of its
 * sub-agents put where it was started; errors come first then.
 * @throws AppError as `openInput`
 */
export async function* readInput(
  input: Input,
  stdin: Host['stdin'] | null,
  onBytes: (count: number) => void = () => {},
): AsyncGenerator<TraceResult, void, undefined> {
  const { companions = [] } = input;
  if (companions.length === 0) {
    yield* readTrace(openInput(input, stdin, onBytes), { uri: input.uri });
    return;
  }
  const read: Trajectory[] = [];
  for (const file of [input, ...companions]) {
    for await (const result of readTrace(openInput(file, stdin, onBytes), { uri: file.uri })) {
      if (result.ok) read.push(result.value);
      else yield result;
    }
  }
  for (const value of joinSubagents(read)) yield { ok: true, value };
}
