import { availableParallelism, loadavg } from 'node:os';
import { Worker } from 'node:worker_threads';

const BUSY = `
const { parentPort } = require('node:worker_threads');
const start = process.hrtime.bigint();
let sum = 0;
for (let i = 0; i < 4e8; i++) sum = (sum + i * i) | 0;
parentPort.postMessage(Number(process.hrtime.bigint() - start) / 1e6 + (sum === 1 ? 1 : 0));
`;

const busyLoop = (): Promise<number> =>
  new Promise((resolve, reject) => {
    new Worker(BUSY, { eval: true }).on('message', resolve).on('error', reject);
  });

export interface FreeCores {
  readonly cores: number;
  /** How much faster two threads do two equal pieces of work than one thread: 2 where two cores are free. */
  readonly speedUp: number;
  readonly load: number;
}

/** How much a second thread is worth on this machine right now. */
export async function freeCores(): Promise<FreeCores> {
  const alone = await busyLoop();
  const both = Math.max(...(await Promise.all([busyLoop(), busyLoop()])));
  return { cores: availableParallelism(), speedUp: (2 * alone) / both, load: loadavg()[0] ?? Number.NaN };
}
