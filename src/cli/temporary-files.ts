import { unlinkSync } from 'node:fs';
import process from 'node:process';

/** What a shell or a person stops a command with. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

const open = new Set<string>();

/** Removes a file when the process ends before `forgetTemporary`: by itself, by an error, or by a signal. */
export function rememberTemporary(path: string): void {
  if (open.size === 0) {
    process.once('exit', removeAll);
    for (const signal of SIGNALS) process.once(signal, stop);
  }
  open.add(path);
}

/** The file is where it belongs, or gone. */
export function forgetTemporary(path: string): void {
  if (!open.delete(path) || open.size > 0) return;
  process.off('exit', removeAll);
  for (const signal of SIGNALS) process.off(signal, stop);
}

function removeAll(): void {
  for (const path of open) {
    try {
      unlinkSync(path);
    } catch {
      // Gone already, or its folder is: there is nothing left to remove.
    }
  }
  open.clear();
}

/** Ends as the signal would have ended it, so that whoever started the command sees why. */
function stop(signal: NodeJS.Signals): void {
  removeAll();
  for (const name of SIGNALS) process.off(name, stop);
  process.kill(process.pid, signal);
}
