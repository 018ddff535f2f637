import type { Run } from '../../contracts/run.ts';
import { type NotRead, REPORTS, renderErrorLine, renderSummary } from '../../reports/index.ts';
import { inertJson } from '../../reports/layout/inert-json.ts';
import type { FileNames } from '../../reports/wording/format-source.ts';
import { notReadWords } from '../../reports/wording/not-read-words.ts';
import type { ReadError } from './diagnose-input.ts';
import { createNotRead } from './not-read.ts';
import { type PackedRun, type PackOptions, withoutDetails } from './pack-outcome.ts';

/** Writes outcomes down as they come. */
export interface Printer {
  /** What it needs of each run. */
  readonly needs: Pick<PackOptions, 'report' | 'keepRun'>;
  run(packed: PackedRun): Promise<void>;
  error(error: ReadError): Promise<void>;
  end(): Promise<void>;
}

export type Write = (text: string) => Promise<void>;

export interface TextOptions {
  readonly width: number;
  readonly color: boolean;
  readonly version: string;
  /** What to call files whose name alone does not tell them apart. */
  readonly fileNames: FileNames;
}

/** One line a trajectory, errors in their place: nothing is held. */
export const jsonlPrinter = (write: Write): Printer => ({
  needs: { report: 'jsonl', keepRun: false },
  run: ({ text }) => write(`${text}\n`),
  error: (error) => write(`${renderErrorLine(error, error)}\n`),
  end: async () => {},
});

/** One object for one trajectory, a list for several; errors in their place. */
export function jsonPrinter(write: Write): Printer {
  let first: string | null = null;
  let count = 0;
  const add = async (text: string): Promise<void> => {
    count++;
    if (count === 1) first = text;
    else {
      if (count === 2) await write(`[\n${first}`);
      await write(`,\n${text}`);
    }
  };
  return {
    needs: { report: 'json', keepRun: false },
    run: ({ text }) => add(text ?? 'null'),
    error: (error) => add(inertJson(JSON.parse(renderErrorLine(error, error)), 2)),
    end: () => write(count === 0 ? '[]\n' : count === 1 ? `${first}\n` : '\n]\n'),
  };
}

/** A summary holds so many runs; with more, there are several, so that memory stays bounded. */
const MAX_SUMMARY_RUNS = 5_000;

/** Collects runs for summaries; `write` is called whenever one is full. */
function createSummary(write: Write, options: TextOptions) {
  const notRead = createNotRead();
  let held: PackedRun[] = [];
  let total = 0;
  const flush = async (unread?: NotRead): Promise<void> => {
    if (held.length === 0) return;
    const told = unread === undefined ? options : { ...options, notRead: unread };
    await write(`${total > held.length ? '\n' : ''}${renderSummary(held, told)}\n`);
    held = [];
  };
  return {
    add: async (packed: PackedRun): Promise<void> => {
      notRead.read(packed.diagnosis.source.uri);
      held.push({ kind: 'run', diagnosis: withoutDetails(packed.diagnosis), text: null, run: null });
      total++;
      if (held.length >= MAX_SUMMARY_RUNS) await flush();
    },
    error: async ({ uri }: ReadError): Promise<void> => notRead.failed(uri),
    end: async (): Promise<void> => {
      const unread = notRead.count();
      if (total <= MAX_SUMMARY_RUNS) return flush(unread);
      await flush();
      const words = notReadWords(unread);
      await write(`\n  ${total.toLocaleString('en')} runs in all${words === null ? '' : `; ${words}`}\n`);
    },
    count: () => total,
  };
}

/** Full reports one below the other, and a summary. */
export function fullPrinter(write: Write, options: TextOptions): Printer {
  const summary = createSummary((text) => write(`\n${text}`), options);
  return {
    needs: { report: 'terminal', keepRun: false },
    run: async (packed) => {
      await write(`${summary.count() === 0 ? '' : '\n'}${packed.text}\n`);
      await summary.add(packed);
    },
    error: summary.error,
    end: async () => {
      if (summary.count() > 1) await summary.end();
    },
  };
}

/** The full report for one trajectory, a summary for several. */
export function terminalPrinter(write: Write, options: TextOptions, mayBeOne: boolean): Printer {
  let only: Run | null = null;
  const summary = createSummary(write, options);
  return {
    needs: { report: null, keepRun: mayBeOne },
    run: async (packed) => {
      only = summary.count() === 0 ? packed.run : null;
      await summary.add(packed);
    },
    error: summary.error,
    end: async () => {
      if (only !== null) await write(`${REPORTS.terminal.render(only, options)}\n`);
      else await summary.end();
    },
  };
}

/** A report of whole runs holds so many steps; the rest is left out of it, in the open. */
const MAX_HELD_STEPS = 200_000;

/** A report that is made of whole runs: held until the end. `note` hears what the report leaves out. */
export function heldPrinter(report: 'markdown' | 'html', write: Write, note: Write, options: TextOptions): Printer {
  const runs: Run[] = [];
  const notRead = createNotRead();
  let steps = 0;
  let leftOut = 0;
  return {
    needs: { report: null, keepRun: true },
    run: async ({ run }) => {
      if (run === null) return;
      notRead.read(run.diagnosis.source.uri);
      if (runs.length > 0 && steps + run.trajectory.steps.length > MAX_HELD_STEPS) {
        leftOut++;
        return;
      }
      steps += run.trajectory.steps.length;
      runs.push(run);
    },
    error: async ({ uri }) => notRead.failed(uri),
    end: async () => {
      const [first] = runs;
      if (first === undefined) return;
      const unread = notRead.count();
      const isAll = runs.length === 1 && unread.files + unread.trajectories === 0;
      const text = isAll
        ? REPORTS[report].render(first, options)
        : REPORTS[report].renderMany(runs, { ...options, notRead: unread });
      await write(`${text}\n`);
      if (leftOut > 0) {
        const all = runs.length + leftOut;
        await note(`the ${report} report holds the first ${runs.length} of ${all} runs; use --jsonl for all of them\n`);
      }
    },
  };
}
