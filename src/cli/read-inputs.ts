import type { Trajectory } from '../contracts/trajectory.ts';
import { readTrace } from '../formats/read-trace.ts';
import { asReadError, type ReadError } from './diagnose/diagnose-input.ts';
import { findInputs } from './find-inputs.ts';
import type { ExitCode, Host } from './host.ts';
import type { Input } from './inputs.ts';
import { openInput } from './open-input.ts';
import { printError } from './print-error.ts';

/** An input that could not be read, or a part of it; `input` is null where there was nothing to open. */
export type OnReadError = (error: ReadError, input: Input | null) => Promise<void>;

/**
 * Reads every trajectory that arguments name, one after the other, for commands that do not diagnose. What cannot be
 * read is printed as an error, and the others go on. Gives the exit code.
 */
export async function readInputs(
  names: readonly string[],
  givenHost: Host,
  onTrajectory: (trajectory: Trajectory) => Promise<void>,
  onError: OnReadError = (error) => printError(error, givenHost),
): Promise<ExitCode> {
  const { inputs, host } = await findInputs(names, givenHost, false);
  let worst: ExitCode = 0;
  const fail = async (thrown: unknown, uri: string, input: Input | null): Promise<void> => {
    const error = asReadError(thrown, uri);
    if (worst < error.exitCode) worst = error.exitCode;
    host.reached(worst);
    await onError(error, input);
  };
  for (const result of inputs) {
    if ('error' in result) {
      await fail(result.error, result.uri, null);
      continue;
    }
    const { input } = result;
    for await (const read of readTrace(openInput(input, host.stdin), { uri: input.uri })) {
      if (read.ok) await onTrajectory(read.value);
      else await fail(read.error, input.uri, input);
    }
  }
  return worst;
}
