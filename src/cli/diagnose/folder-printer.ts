import { join } from 'node:path';
import { ownString } from '../../base/json.ts';
import type { Diagnosis } from '../../contracts/diagnosis.ts';
import { REPORTS } from '../../reports/index.ts';
import { type FileNames, fileName } from '../../reports/wording/format-source.ts';
import { openOutput } from '../output-file.ts';
import type { Printer, TextOptions } from './printer.ts';

/** Writes one file a trajectory into a folder, named after its trace and, where that holds several, its id. */
export function folderPrinter(
  report: keyof typeof REPORTS,
  folder: string,
  cwd: string,
  options: TextOptions,
): Printer & { readonly count: () => number } {
  const taken = new Set<string>();
  let count = 0;
  return {
    needs: { report: null, keepRun: true },
    run: async ({ run }) => {
      if (run === null) return;
      const name = freeName(fileStem(run.diagnosis, options.fileNames), REPORTS[report].extension, taken);
      const file = await openOutput(join(folder, name), cwd);
      try {
        await file.write(`${REPORTS[report].render(run, options)}\n`);
        await file.commit();
      } finally {
        await file.discard();
      }
      count++;
    },
    error: async () => {},
    end: async () => {},
    count: () => count,
  };
}

/** A name that is safe as a file's, whatever the trace says. */
function fileStem({ source, trajectoryId }: Diagnosis, fileNames: FileNames): string {
  const named = source.uri === null ? 'trace' : (ownString(fileNames, source.uri) ?? fileName(source.uri));
  const file = named.replace(/\.[^./\\]*$/, '');
  const stem = source.recordRef === '' ? file : `${file}.${trajectoryId}`;
  const safe = stem.replace(/[^\p{L}\p{N}._-]+/gu, '_').replace(/^\.+/, '');
  return safe.slice(0, 120) || 'trace';
}

function freeName(stem: string, extension: string, taken: Set<string>): string {
  let name = `${stem}.${extension}`;
  for (let number = 2; taken.has(name.toLowerCase()); number++) name = `${stem}-${number}.${extension}`;
  taken.add(name.toLowerCase());
  return name;
}
