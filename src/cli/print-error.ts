import { AppError } from '../base/errors.ts';
import { visibleText } from '../base/text.ts';
import type { Host } from './host.ts';

interface Printable {
  readonly message: string;
  readonly hint: string;
  /** The file it is about; null where it is about none. */
  readonly uri: string | null;
  readonly stack: string | null;
}

/** Prints an error for a person: the file, what happened and where, what to do. Never a stack trace, unless asked for. */
export async function printError(
  { message, hint, uri, stack }: Printable,
  host: Host,
  write: Host['stderr']['write'] = host.stderr.write,
): Promise<void> {
  const place = uri === null ? 'culprit' : uri === '-' ? 'standard input' : uri;
  const text = visibleText(`${place}: ${message}`).replaceAll('\n', ' ');
  await write(`${text}\n  ${hint}\n`);
  if (stack !== null && isDebug(host)) await write(`${visibleText(stack)}\n`);
}

/** Prints whatever a command threw, and gives the exit code. */
export async function printThrown(error: unknown, host: Host): Promise<2 | 3> {
  const known = AppError.isInstance(error)
    ? error
    : new AppError('INTERNAL', error instanceof Error ? error.message : String(error), { cause: error });
  const { cause } = known;
  const stack =
    error instanceof Error ? `${error.stack}${cause instanceof Error ? `\ncaused by ${cause.stack}` : ''}` : null;
  await printError({ message: known.message, hint: known.hint, uri: null, stack }, host);
  return known.exitCode;
}

const isDebug = (host: Host): boolean => host.env.CULPRIT_DEBUG !== undefined && host.env.CULPRIT_DEBUG !== '0';
