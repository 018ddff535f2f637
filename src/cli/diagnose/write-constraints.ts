import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../../base/errors.ts';
import { contentHash } from '../../base/hash.ts';
import { writePack } from '../../constraints/packs/write-pack.ts';
import { reflectConstraints } from '../../constraints/synthesis/reflect-constraints.ts';
import { synthesiseOneShot } from '../../constraints/synthesis/synthesise-one-shot.ts';
import { synthesiseStepByStep } from '../../constraints/synthesis/synthesise-step-by-step.ts';
import type { Constraint } from '../../contracts/constraint.ts';
import type { ConstraintPack } from '../../contracts/constraint-pack.ts';
import type { ModelClient } from '../../contracts/model.ts';
import type { SynthesisMode } from '../../contracts/model-options.ts';
import { parseDocument } from '../../formats/read-trace.ts';
import type { WrittenConstraints } from '../../pipeline/run-with-models.ts';
import type { TrajectoryIndex } from '../../trajectory/index-trajectory.ts';
import type { Sandboxes } from '../constraints/sandboxes.ts';

export interface WriteConstraintsOptions {
  readonly mode: Exclude<SynthesisMode, 'none'>;
  readonly reflect: boolean;
  readonly client: ModelClient;
  readonly sandbox: Sandboxes['get'];
  /** Constraints that are checked anyway. */
  readonly known: readonly Constraint[];
  /** Folder that packs are kept in, to be used again without a model; null = they are not kept. */
  readonly folder: string | null;
}

/** Lets a model write constraints for one run, has them reviewed where that is asked for, and keeps them as a pack. */
export async function writeConstraintsFor(
  index: TrajectoryIndex,
  { mode, reflect, client, sandbox, known, folder }: WriteConstraintsOptions,
): Promise<WrittenConstraints> {
  const synthesise = mode === 'one-shot' ? synthesiseOneShot : synthesiseStepByStep;
  const readTrace = (trace: unknown) =>
    parseDocument(trace, { uri: null, recordRef: '' }).flatMap((one) => (one.ok ? [one.value] : []));
  const { pack: written, findings } = await synthesise({ index, client, known, sandbox, readTrace });
  const reviewed = reflect
    ? await reflectConstraints({ constraints: written.constraints, index, client })
    : { constraints: written.constraints, findings: [] };
  const pack = { ...written, constraints: [...reviewed.constraints] };
  if (folder !== null && pack.constraints.length > 0) keep(pack, index.trajectory.source, folder);
  const notes = [...findings, ...reviewed.findings]
    .filter(({ kind }) => kind !== 'repaired' && kind !== 'changed' && kind !== 'merged')
    .map(
      ({ constraint, message }) =>
        `constraints of ${client.id}: ${constraint === null ? '' : `${constraint}: `}${message}`,
    );
  return { packs: [pack], notes };
}

/** Two runs of one id, out of two files, are kept apart. */
function keep(pack: ConstraintPack, { uri, recordRef }: TrajectoryIndex['trajectory']['source'], folder: string): void {
  const name = `${pack.name}-${contentHash(`${uri ?? ''} ${recordRef}`).slice(0, 8)}`;
  try {
    mkdirSync(folder, { recursive: true });
    for (const file of writePack({ ...pack, name })) writeFileSync(join(folder, file.name), file.text);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new AppError('OUTPUT_UNWRITABLE', `${join(folder, name)}: ${why}`, { cause });
  }
}
