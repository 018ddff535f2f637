import { basename } from 'node:path';
import { AppError } from '../../base/errors.ts';
import { plural, visibleText } from '../../base/text.ts';
import { importAgentrx } from '../../constraints/agentrx/import.ts';
import type { ImportFinding } from '../../constraints/agentrx/import-result.ts';
import { writePack } from '../../constraints/packs/write-pack.ts';
import type { FlagValues } from '../flags.ts';
import type { ExitCode, Host } from '../host.ts';
import { writeText } from '../write-text.ts';
import { jsonOf } from './json-of.ts';

/** Makes a pack of a file of AgentRx's invariants; what was repaired or is doubtful is told on stderr. */
export default async function importPack(names: readonly string[], flags: FlagValues, host: Host): Promise<ExitCode> {
  const [name] = names;
  if (name === undefined || names.length > 1) throw new AppError('USAGE_INVALID', 'name one file of invariants');
  const { pack, findings } = importAgentrx(await jsonOf(name, host.cwd, 'PACK_INVALID'), basename(name));
  const text = writePack({ ...pack, name: pack.name.replace(/\.json$/, '') })[0]?.text ?? '';
  await writeText(text, flags, host);
  const said = findings.map(lineOf).join('');
  await host.stderr.write(
    `${said}${plural(pack.constraints.length, 'constraint')} imported, ${plural(findings.length, 'finding')}\n`,
  );
  return 0;
}

const lineOf = ({ constraint, kind, message }: ImportFinding): string =>
  `${visibleText(`${constraint === null ? '' : `${constraint}: `}${kind}: ${message}`)}\n`;
