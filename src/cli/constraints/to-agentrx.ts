import { visibleText } from '../../base/text.ts';
import { exportAgentrx } from '../../constraints/agentrx/export.ts';
import type { FlagValues } from '../flags.ts';
import type { ExitCode, Host } from '../host.ts';
import { writeText } from '../write-text.ts';
import { constraintsOf } from './find-constraint.ts';
import { packsOf } from './load-packs.ts';

/** Writes the constraints of packs as AgentRx's invariants; what does not carry over is told on stderr. */
export async function toAgentrx(names: readonly string[], flags: FlagValues, host: Host): Promise<ExitCode> {
  const packs = await packsOf(names, host.cwd);
  const { invariants, notes } = exportAgentrx(constraintsOf(packs).map(({ constraint }) => constraint));
  const text = `${JSON.stringify({ invariants }, null, 2)}\n`;
  await writeText(text, flags, host);
  for (const note of notes) await host.stderr.write(`${visibleText(note)}\n`);
  return 0;
}
