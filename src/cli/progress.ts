import type { Write } from './diagnose/printer.ts';
import type { Host } from './host.ts';

const SHOWN_AFTER_MS = 500;
const CLEAR_LINE = '\r\u001b[K';

/** A bar on stderr for work that takes a while; silent everywhere but on a terminal. */
export interface Progress {
  /** So many bytes were read. */
  add(bytes: number): void;
  /** Writing to the terminal that the bar is drawn on. */
  around(write: Write): Write;
  stop(): void;
}

export function createProgress(totalBytes: number, quiet: boolean, host: Host): Progress {
  const { stream, isTerminal } = host.stderr;
  if (quiet || !isTerminal || stream === null || totalBytes === 0) {
    return { add: () => {}, around: (write) => write, stop: () => {} };
  }
  let bar: { update(value: number): void; stop(): void } | null = null;
  let done = 0;
  let stopped = false;
  const show = async (): Promise<void> => {
    const { default: cliProgress } = await import('cli-progress');
    if (stopped) return;
    const format = 'reading [{bar}] {percentage}% · {eta_formatted} left';
    const shown = new cliProgress.SingleBar(
      { stream, format, clearOnComplete: true, hideCursor: false },
      cliProgress.Presets.legacy,
    );
    shown.start(totalBytes, done);
    bar = shown;
  };
  const timer = setTimeout(() => void show(), SHOWN_AFTER_MS);
  return {
    add: (bytes) => {
      done = Math.min(totalBytes, done + bytes);
      bar?.update(done);
    },
    around: (write) => async (text) => {
      if (bar !== null) await host.stderr.write(CLEAR_LINE);
      await write(text);
    },
    stop: () => {
      stopped = true;
      clearTimeout(timer);
      bar?.stop();
    },
  };
}
