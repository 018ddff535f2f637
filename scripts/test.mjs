// `npm test`: everything that can be checked here. The last line says how many tests passed, failed and were skipped.
// Arguments go to Vitest: `npm test -- src/cli`.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { ensure, ROOT } from './ensure.mjs';

const BROWSERS = ['chromium', 'chromium-browser'];

const onPath = (name) => (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, name)));

/** A browser for the tests of the HTML report, where we may install one; without it they are skipped, and counted. */
function ensureBrowser() {
  if (BROWSERS.some(onPath) || process.getuid?.() !== 0 || !onPath('apt-get')) return;
  console.error('culprit: installing chromium (apt-get)');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const args of [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', 'chromium'],
  ]) {
    const { status, stderr } = spawnSync('apt-get', args, {
      env,
      encoding: 'utf8',
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    if (status === 0) continue;
    console.error(`culprit: no browser: apt-get ${args[0]}: ${(stderr ?? '').trim().split('\n').at(-1)}`);
    return;
  }
}

async function runChecks() {
  const script = join(ROOT, 'scripts', 'check.mjs');
  if (!existsSync(script)) return true;
  const { check } = await import(pathToFileURL(script).href);
  return check();
}

/** Runs Vitest and counts; a test file that could not be loaded is a failure too. */
function runTests(args) {
  const folder = mkdtempSync(join(tmpdir(), 'culprit-test-'));
  const outputFile = join(folder, 'results.json');
  const vitest = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${outputFile}`];
  const { status } = spawnSync(process.execPath, [vitest, 'run', ...reporters, ...args], {
    cwd: ROOT,
    stdio: 'inherit',
  });
  const counts = { passed: 0, failed: 0, skipped: 0 };
  if (existsSync(outputFile)) {
    const results = JSON.parse(readFileSync(outputFile, 'utf8'));
    counts.passed = results.numPassedTests;
    counts.failed = results.numFailedTests;
    counts.skipped = results.numPendingTests + results.numTodoTests;
    for (const file of results.testResults) {
      if (file.status === 'failed' && !file.assertionResults.some((one) => one.status === 'failed')) counts.failed++;
    }
  }
  rmSync(folder, { recursive: true, force: true });
  // Vitest also fails for what belongs to no test: no file found, an unhandled error, a crash.
  if (status !== 0 && counts.failed === 0) counts.failed = 1;
  return counts;
}

ensure();
ensureBrowser();
const checked = await runChecks();
const { passed, failed, skipped } = runTests(process.argv.slice(2));
const failures = failed + (checked ? 0 : 1);
if (!checked) console.error('culprit: the checks before the tests failed; they count as one failed test');
process.exitCode = failures === 0 ? 0 : 1;
console.log(`${passed} passed, ${failures} failed${skipped === 0 ? '' : `, ${skipped} skipped`}`);
