// Installs and builds what is missing or out of date, and nothing else: a second run does neither. Plain Node, since it
// runs before anything is installed.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';

export const ROOT = resolve(import.meta.dirname, '..');
const MODULES = join(ROOT, 'node_modules');
const INSTALL_STAMP = join(MODULES, '.culprit-stamp');
const DIST = join(ROOT, 'dist');
const BUILD_STAMP = join(DIST, '.culprit-stamp');
const BUILT_FROM = ['src', 'package.json', 'package-lock.json', 'tsconfig.json', 'tsdown.config.ts'];
const LOCK = join(ROOT, '.culprit', 'build-lock');
const LOCK_STALE_MS = 180_000;

const hash = (text) => createHash('sha256').update(text).digest('hex');
const readOrNull = (path) => (existsSync(path) ? readFileSync(path, 'utf8') : null);

/** Runs a tool; what it prints is shown only where it fails, on standard error. */
function run(command, args, what) {
  console.error(`culprit: ${what}`);
  const shell = process.platform === 'win32';
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd: ROOT, encoding: 'utf8', shell });
  if (status === 0) return;
  console.error(`${stdout ?? ''}${stderr ?? ''}`.trimEnd());
  console.error(`culprit: ${command} ${args.join(' ')} failed${error === undefined ? '' : `: ${error.message}`}`);
  process.exit(3);
}

/** Whether what is installed is what the lock file asks for, though nobody left a stamp (`npm ci` by hand). */
function installedByHand(lockText) {
  const installed = readOrNull(join(MODULES, '.package-lock.json'));
  if (installed === null) return false;
  const have = JSON.parse(installed).packages ?? {};
  return Object.entries(JSON.parse(lockText).packages).every(
    ([path, wanted]) => path === '' || wanted.optional === true || have[path]?.version === wanted.version,
  );
}

/** Installs the locked packages where they are missing or others. */
export function ensureInstalled() {
  const lockText = readFileSync(join(ROOT, 'package-lock.json'), 'utf8');
  const wanted = hash(lockText);
  // A link belongs to whoever made it: it is used as it is.
  if (lstatSync(MODULES, { throwIfNoEntry: false })?.isSymbolicLink() === true) return;
  if (existsSync(MODULES)) {
    const stamp = readOrNull(INSTALL_STAMP);
    if (stamp === wanted) return;
    if (stamp === null && installedByHand(lockText)) {
      writeFileSync(INSTALL_STAMP, wanted);
      return;
    }
  }
  run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], 'installing packages (npm ci)');
  writeFileSync(INSTALL_STAMP, wanted);
}

function* filesUnder(path) {
  if (!statSync(path).isDirectory()) {
    yield path;
    return;
  }
  const entries = readdirSync(path, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    if (entry.name === '__fixtures__' || entry.name.endsWith('.test.ts')) continue;
    yield* filesUnder(join(path, entry.name));
  }
}

function sourcesHash() {
  const all = createHash('sha256');
  for (const name of BUILT_FROM) {
    for (const file of filesUnder(join(ROOT, name))) {
      all.update(`${file.slice(ROOT.length)}\0`);
      all.update(readFileSync(file));
    }
  }
  return all.digest('hex');
}

const isBuilt = (wanted) => existsSync(join(DIST, 'cli', 'main.js')) && readOrNull(BUILD_STAMP) === wanted;

/** Builds dist where it is missing or older than the sources. Types are left to `npm run build`: nothing runs on them. */
export function ensureBuilt() {
  const wanted = sourcesHash();
  if (isBuilt(wanted)) return;
  const release = takeLock();
  try {
    if (isBuilt(wanted)) return;
    const tsdown = join(MODULES, 'tsdown', 'dist', 'run.mjs');
    run(process.execPath, [tsdown, '--no-dts', '--logLevel', 'error'], 'building');
    mkdirSync(DIST, { recursive: true });
    writeFileSync(BUILD_STAMP, wanted);
  } finally {
    release();
  }
}

/** One build at a time: two test files may ask at once. */
function takeLock() {
  mkdirSync(dirname(LOCK), { recursive: true });
  for (;;) {
    try {
      mkdirSync(LOCK);
      return () => rmdirSync(LOCK);
    } catch {
      const age = Date.now() - (statSync(LOCK, { throwIfNoEntry: false })?.mtimeMs ?? 0);
      if (age > LOCK_STALE_MS && existsSync(LOCK)) rmdirSync(LOCK);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
    }
  }
}

/** Everything that a command needs to run. */
export function ensure() {
  ensureInstalled();
  ensureBuilt();
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) ensure();
