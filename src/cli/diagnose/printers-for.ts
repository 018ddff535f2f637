import type { InputResult } from '../inputs.ts';
import type { ReportChoice } from './choose-report.ts';
import { folderPrinter } from './folder-printer.ts';
import {
  fullPrinter,
  heldPrinter,
  jsonlPrinter,
  jsonPrinter,
  type Printer,
  type TextOptions,
  terminalPrinter,
  type Write,
} from './printer.ts';

export interface PrinterSinks {
  readonly stdout: Write;
  /** Remarks to a person that are no part of the output. */
  readonly note: Write;
  readonly open: (path: string) => Promise<Write>;
  readonly cwd: string;
}

/** The printers that a choice of reports asks for; output files are opened before any work is done. */
export async function printersFor(
  { report, out, html, full }: ReportChoice,
  inputs: readonly InputResult[],
  text: TextOptions,
  { stdout, note, open, cwd }: PrinterSinks,
): Promise<readonly Printer[]> {
  const printers: Printer[] = [];
  if (out?.isFolder === true) {
    printers.push(folderPrinter(report, out.path, cwd, text));
  } else {
    const write = out === null ? stdout : await open(out.path);
    if (report === 'jsonl') printers.push(jsonlPrinter(write));
    else if (report === 'json') printers.push(jsonPrinter(write));
    else if (report === 'terminal')
      printers.push(full ? fullPrinter(write, text) : terminalPrinter(write, text, inputs.length === 1));
    else printers.push(heldPrinter(report, write, note, text));
  }
  if (html !== null) printers.push(heldPrinter('html', await open(html), note, text));
  return printers;
}
