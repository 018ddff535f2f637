import type { z } from 'zod';
import { AppError } from '../base/errors.ts';
import { isRecord, own } from '../base/json.ts';
import { excerpt } from '../base/text.ts';
import { ARTIFACTS, type Artifact, type ArtifactName, artifactVersion, isArtifactName } from './artifacts.ts';

/** Turns an artifact of one version into the next; `schemaVersion` is set by the caller. */
export type Upgrader = (artifact: Readonly<Record<string, unknown>>) => Record<string, unknown>;

/** By kind, then by the version that is upgraded from. A gap makes older artifacts unreadable, so none is ever removed. */
export type UpgraderTable = { readonly [Kind in ArtifactName]?: Readonly<Record<number, Upgrader>> };

const UPGRADERS: UpgraderTable = {};

/**
 * Reads a stored artifact: whatever version wrote it, what comes back is of the version of this release.
 * @throws AppError ARTIFACT_TOO_NEW where a newer release wrote it (or a part of it), ARTIFACT_INVALID with the path of
 * the first problem
 */
export function readArtifact(json: unknown, upgraders: UpgraderTable = UPGRADERS): Artifact {
  const current = upgrade(json, upgraders, '');
  const kind = own(current, 'kind');
  if (!isArtifactName(kind)) throw unknownKind(kind, '');
  const parsed = ARTIFACTS[kind].schema.safeParse(current);
  if (parsed.success) return parsed.data;
  throw invalid(kind, parsed.error.issues[0]);
}

function upgrade(json: unknown, upgraders: UpgraderTable, path: string): Record<string, unknown> {
  const kind = own(json, 'kind');
  if (!isRecord(json) || !isArtifactName(kind)) throw unknownKind(kind, path);
  let artifact = upgradeVersion(json, kind, upgraders, path);
  for (const field of ARTIFACTS[kind].holds) {
    const held = own(artifact, field);
    if (Array.isArray(held)) {
      const upgraded = held.map((one, index) => upgrade(one, upgraders, `${path}/${field}/${index}`));
      artifact = { ...artifact, [field]: upgraded };
    } else if (held !== undefined) {
      artifact = { ...artifact, [field]: upgrade(held, upgraders, `${path}/${field}`) };
    }
  }
  return artifact;
}

function upgradeVersion(
  json: Record<string, unknown>,
  kind: ArtifactName,
  upgraders: UpgraderTable,
  path: string,
): Record<string, unknown> {
  const version = own(json, 'schemaVersion');
  const newest = artifactVersion(kind);
  if (typeof version !== 'number' || !Number.isInteger(version)) {
    throw new AppError('ARTIFACT_INVALID', `${kind}: ${path}/schemaVersion: expected a whole number`);
  }
  if (version > newest) {
    throw new AppError('ARTIFACT_TOO_NEW', `${kind} of version ${version}; this release reads up to ${newest}`);
  }
  let artifact = json;
  for (let from = version; from < newest; from++) {
    const step = upgraders[kind]?.[from];
    if (step === undefined) throw new AppError('ARTIFACT_INVALID', `${kind}: there never was a version ${from}`);
    artifact = { ...step(artifact), kind, schemaVersion: from + 1 };
  }
  return artifact;
}

const unknownKind = (kind: unknown, path: string): AppError => {
  const found = kind === undefined ? 'none' : excerpt(String(JSON.stringify(kind)), 60);
  return new AppError(
    'ARTIFACT_INVALID',
    `${path}/kind: expected one of ${Object.keys(ARTIFACTS).join(', ')}; found ${found}`,
  );
};

function invalid(kind: ArtifactName, issue: z.core.$ZodIssue | undefined): AppError {
  const path = issue === undefined ? '' : issue.path.map((part) => `/${String(part)}`).join('');
  return new AppError('ARTIFACT_INVALID', `${kind}: ${path === '' ? '/' : path}: ${issue?.message ?? 'invalid'}`);
}
