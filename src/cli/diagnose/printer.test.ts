import { describe, expect, it } from 'vitest';
import { diagnose } from '../../pipeline/diagnose.ts';
import { heldPrinter, terminalPrinter } from './printer.ts';

const options = { width: 100, color: false, version: '0', fileNames: {} };
const runOf = (steps: number) => {
  const traj = Array.from({ length: steps }, () => ({ role: 'user', content: 'Hello' }));
  const [run] = diagnose({ task_id: 1, reward: 0, traj });
  if (run === undefined) throw new Error('no run');
  return { kind: 'run', diagnosis: run.diagnosis, text: null, run } as const;
};

describe('printers hold a bounded number of runs', () => {
  it('writes several summaries of many runs, and says how many there were', async () => {
    const written: string[] = [];
    const printer = terminalPrinter(async (text) => void written.push(text), options, false);
    const packed = { ...runOf(2), run: null };
    for (let count = 0; count < 5_003; count++) await printer.run(packed);
    expect(written).toHaveLength(1);
    await printer.end();
    expect(written.map((text) => /[\d,]+ runs/.exec(text)?.[0])).toEqual(['5,000 runs', '3 runs', '5,003 runs']);
  });

  it('leaves runs out of a report that is held, and says so', async () => {
    const written: string[] = [];
    const notes: string[] = [];
    const keep = (texts: string[]) => async (text: string) => void texts.push(text);
    const printer = heldPrinter('markdown', keep(written), keep(notes), options);
    const packed = runOf(500);
    for (let count = 0; count < 410; count++) await printer.run(packed);
    await printer.end();
    expect(written).toHaveLength(1);
    expect(notes).toEqual(['the markdown report holds the first 400 of 410 runs; use --jsonl for all of them\n']);
  });
});
