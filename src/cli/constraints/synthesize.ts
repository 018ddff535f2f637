import { basename } from 'node:path';
import { AppError } from '../../base/errors.ts';
import { plural, visibleText } from '../../base/text.ts';
import { writePack } from '../../constraints/packs/write-pack.ts';
import type { SynthesisFinding } from '../../constraints/synthesis/finding.ts';
import { reflectConstraints } from '../../constraints/synthesis/reflect-constraints.ts';
import { synthesiseGlobal } from '../../constraints/synthesis/synthesise-global.ts';
import { parseDocument } from '../../formats/read-trace.ts';
import { loadPolicy, loadTools } from '../diagnose/extra-checks.ts';
import type { FlagValues } from '../flags.ts';
import type { ExitCode, Host } from '../host.ts';
import { loadConfig } from '../load-config.ts';
import { ledgerWords, openModels } from '../models.ts';
import { writeText } from '../write-text.ts';
import { packNames } from './known-runs.ts';
import { cacheFolderOf, createSandboxes } from './sandboxes.ts';

/**
 * Lets a model write a pack from a policy and definitions of tools, tries what it wrote, and says on stderr what became of
 * it. Exit code 1 where a call gave nothing, so that part of the domain is not covered.
 */
export default async function synthesize(names: readonly string[], flags: FlagValues, host: Host): Promise<ExitCode> {
  const { cwd } = host;
  if (names.length > 0) throw new AppError('USAGE_INVALID', 'name the policy with --policy, tools with --tools');
  const say = (text: string): Promise<void> => host.stderr.write(`${visibleText(text).replaceAll('\n', ' ')}\n`);
  const notes: string[] = [];
  const tools = await loadTools(packNames(flags.tools), cwd, (note) => notes.push(note));
  const policy = typeof flags.policy === 'string' ? (await loadPolicy(flags.policy, cwd)).text : null;
  for (const note of notes) await say(note);
  if (tools.length === 0 && policy === null) {
    throw new AppError('USAGE_INVALID', 'name what to write constraints from: --policy FILE, --tools FILE, or both');
  }
  const { values: config } = await loadConfig(flags, host);
  const models = await openModels(config, host);
  const client = models?.clients.synthesis ?? null;
  if (models === null || client === null) {
    throw new AppError('USAGE_INVALID', 'constraints are written by a model: name one with --model');
  }
  const sandboxes = createSandboxes(cacheFolderOf(host.env));
  try {
    const written = await synthesiseGlobal({
      tools: tools.map(({ name, description, parameters }) => ({ name, description, parameters })),
      policy,
      client,
      name: nameOf(flags.out),
      sandbox: sandboxes.get,
      readTrace: (trace) =>
        parseDocument(trace, { uri: null, recordRef: '' }).flatMap((one) => (one.ok ? [one.value] : [])),
    });
    const { constraints } = written.pack;
    const reviewed = config.reflect ? await reflectConstraints({ constraints, client }) : { constraints, findings: [] };
    const findings = [...written.findings, ...reviewed.findings];
    const failed = findings.filter(({ kind }) => kind === 'call-failed');
    for (const finding of findings) await say(lineOf(finding));
    const pack = { ...written.pack, constraints: [...reviewed.constraints] };
    if (pack.constraints.length === 0) await say('No constraint was written.');
    else await writeText(writePack(pack)[0]?.text ?? '', flags, host);
    const spent = ledgerWords(models.ledger);
    const counted = [plural(pack.constraints.length, 'constraint'), plural(findings.length, 'finding')];
    await say([...counted, ...(spent === null ? [] : [spent])].join(', '));
    if (pack.constraints.length === 0 && failed.length > 0) return 3;
    return failed.length > 0 || pack.constraints.length === 0 ? 1 : 0;
  } finally {
    await sandboxes.close();
    const trouble = await models.close();
    if (trouble !== null) await say(trouble);
  }
}

/** A pack bears the name of its file: no two that are used together have one. */
function nameOf(out: unknown): string {
  if (typeof out !== 'string') return 'synthesised';
  const name = basename(out)
    .replace(/(?:\.constraints)?\.json$/, '')
    .replace(/[^\w.-]+/g, '-')
    .slice(0, 80);
  return name === '' || name === 'culprit' ? 'synthesised' : name;
}

const lineOf = ({ constraint, kind, message }: SynthesisFinding): string =>
  `${constraint === null ? '' : `${constraint}: `}${kind}: ${message}`;
