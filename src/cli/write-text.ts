import type { FlagValues } from './flags.ts';
import type { Host } from './host.ts';
import { openOutput } from './output-file.ts';

/** Writes a text to the file that `--out` names, whole or not at all; to standard output where it names none. */
export async function writeText(text: string, { out }: FlagValues, host: Host): Promise<void> {
  if (typeof out !== 'string') return host.stdout.write(text);
  const file = await openOutput(out, host.cwd);
  try {
    await file.write(text);
    await file.commit();
  } finally {
    await file.discard();
  }
}
