import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');

export interface PackageManifest {
  readonly version: string;
  readonly bin: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, unknown>>;
  readonly files: readonly string[];
  readonly dependencies: Readonly<Record<string, string>>;
}

export interface InstalledPackage {
  /** The folder of a project that has the package installed. */
  readonly consumer: string;
  /** The package as it was unpacked. */
  readonly folder: string;
  /** The script that `culprit` runs. */
  readonly bin: string;
  readonly manifest: PackageManifest;
}

/**
 * Builds the package, packs it, and unpacks the tarball into the node_modules of an empty project, as an install
 * would. The declared dependencies, and no others, are linked beside it from the repository's own node_modules: no
 * registry is asked, and a dependency that is used but not declared is missed here as it would be at a user's.
 * Everything happens under `folder`; the working copy is only read.
 */
export function installPacked(folder: string): InstalledPackage {
  const stage = join(folder, 'stage');
  const consumer = join(folder, 'consumer');
  const unpacked = join(consumer, 'node_modules', 'culprit');
  const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as PackageManifest;
  mkdirSync(stage, { recursive: true });
  mkdirSync(unpacked, { recursive: true });
  for (const name of ['package.json', 'README.md', 'LICENSE', ...manifest.files]) {
    if (name !== 'dist' && existsSync(join(ROOT, name)))
      cpSync(join(ROOT, name), join(stage, name), { recursive: true });
  }
  const tsdown = join(ROOT, 'node_modules/tsdown/dist/run.mjs');
  execute(process.execPath, [tsdown, '--out-dir', join(stage, 'dist'), '--logLevel', 'error', '--no-report'], ROOT);
  execute('npm', ['pack', '--ignore-scripts', '--offline', '--pack-destination', folder], stage);
  execute(
    'tar',
    ['-xzf', join(folder, `culprit-${manifest.version}.tgz`), '-C', unpacked, '--strip-components=1'],
    folder,
  );
  for (const name of Object.keys(manifest.dependencies)) {
    mkdirSync(dirname(join(consumer, 'node_modules', name)), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules', name), join(consumer, 'node_modules', name), 'dir');
  }
  const bin = join(unpacked, manifest.bin.culprit ?? '');
  const command = join(consumer, 'node_modules', '.bin', 'culprit');
  mkdirSync(dirname(command));
  if (existsSync(bin)) chmodSync(bin, 0o755);
  symlinkSync(bin, command);
  return { consumer, folder: unpacked, bin, manifest };
}

function execute(command: string, args: readonly string[], cwd: string): void {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}\n${stdout}${stderr}${error?.message ?? ''}`);
}
