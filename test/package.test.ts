import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { syntheticRun } from '../bench/synthetic-run.ts';
import { type InstalledPackage, installPacked } from '../scripts/pack/install-packed.ts';

// The package as users get it: see installPacked for how it is installed without a registry.
const ROOT = resolve(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'culprit-package-'));
let installed: InstalledPackage;
// Building, packing and type-checking take their time where the machine is shared.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

beforeAll(() => {
  installed = installPacked(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function execute(command: string, args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: installed.consumer, encoding: 'utf8' });
  return { status, stdout, stderr };
}
const culprit = (...args: readonly string[]) => execute(join(installed.consumer, 'node_modules/.bin/culprit'), args);

test('culprit --version names the version of the package', () => {
  expect(culprit('--version')).toEqual({ status: 0, stdout: `${installed.manifest.version}\n`, stderr: '' });
});

test('culprit diagnose names the step of a trace', () => {
  writeFileSync(join(installed.consumer, 'trace.json'), JSON.stringify([syntheticRun(32, 4)]));
  const { status, stdout } = culprit('diagnose', 'trace.json');
  expect(status).toBe(0);
  expect(stdout).toMatch(/broke at step \d+/);
});

test('culprit diagnose reads every example that is shipped', () => {
  const examples = join(installed.folder, 'examples');
  const traces = existsSync(examples)
    ? readdirSync(examples, { recursive: true, encoding: 'utf8' }).filter(
        (file) => /\.jsonl?$/.test(file) && !file.startsWith('packs'),
      )
    : [];
  for (const trace of traces) expect(culprit('diagnose', join(examples, trace)), trace).toMatchObject({ status: 0 });
});

test('an unknown command is refused with exit code 2', () => {
  expect(culprit('no-such-command').status).toBe(2);
});

test('each export can be imported', () => {
  const names = Object.keys(installed.manifest.exports).map((name) => `culprit${name.slice(1)}`);
  expect(names).toContain('culprit');
  const script = `
    for (const name of ${JSON.stringify(names)}) {
      const options = name.endsWith('.json') ? { with: { type: 'json' } } : {};
      const module = await import(name, options);
      if (Object.keys(module).length === 0) throw new Error(name + ' exports nothing');
    }
    const { parseTrace, runPipeline } = await import('culprit');
    const [result] = parseTrace(JSON.stringify(${JSON.stringify(syntheticRun(20, 4))}));
    process.stdout.write(runPipeline(result.value).diagnosis.kind);`;
  const { status, stdout, stderr } = execute(process.execPath, ['--input-type=module', '--no-warnings', '-e', script]);
  expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: 'diagnosis', stderr: '' });
});

test('checks run in the sandbox of the built package, and one without its interpreter says what to install', () => {
  const script = (language: string, source: string) => `
    const { openSandbox } = await import(${JSON.stringify(join(installed.folder, 'dist/sandbox/open-sandbox.js'))});
    const sandbox = openSandbox({ language: '${language}' });
    sandbox.define([{ id: 'three', source: ${JSON.stringify(source)}, functionName: null }]);
    sandbox.load({ steps: [1, 2, 3] });
    const [result] = await sandbox.run([{ checkId: 'three', position: null }]);
    await sandbox.close();
    process.stdout.write(result.kind === 'value' ? String(result.value.holds) : result.message);`;
  const run = (language: string, source: string) =>
    execute(process.execPath, ['--input-type=module', '-e', script(language, source)]);
  const python = 'def check(trajectory):\n    return len(trajectory["steps"]) == 3';
  expect(run('javascript', '({ steps }) => steps.length === 3')).toEqual({ status: 0, stdout: 'true', stderr: '' });
  expect(run('python', python).stdout).toContain('npm install pyodide@');
  symlinkSync(join(ROOT, 'node_modules/pyodide'), join(installed.consumer, 'node_modules/pyodide'), 'dir');
  expect(run('python', python)).toEqual({ status: 0, stdout: 'true', stderr: '' });
});

test('a consumer that uses the types passes a strict tsc', () => {
  const source = `
    import { AppError, diagnose, type Diagnosis, parseTrace, readArtifact, runPipeline, stepNumber } from 'culprit';
    export function diagnoseAll(text: string): Diagnosis[] {
      return parseTrace(text).map((result) => {
        if (!result.ok) throw new AppError(result.error.code, result.error.message);
        return runPipeline(result.value, { target: 'decisive' }).diagnosis;
      });
    }
    const first: Diagnosis | undefined = diagnoseAll('[]')[0];
    export const step: number | null = first?.markers.critical?.position ?? null;
    const critical = first?.markers.critical ?? null;
    export const shown: number | null = critical && stepNumber(critical);
    export const headlines = diagnose('[]').map((run) => run.diagnosis.headline.length);
    export const kind: 'run' | string = readArtifact({}).kind;
    // @ts-expect-error a target that does not exist: the types are really there
    runPipeline({} as never, { target: 'nonsense' });
  `;
  writeFileSync(join(installed.consumer, 'consumer.ts'), source);
  const options = {
    module: 'NodeNext',
    target: 'ES2023',
    lib: ['ES2023', 'DOM'],
    types: [],
    strict: true,
    noEmit: true,
  };
  writeFileSync(
    join(installed.consumer, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: { ...options, exactOptionalPropertyTypes: true }, files: ['consumer.ts'] }),
  );
  writeFileSync(join(installed.consumer, 'package.json'), JSON.stringify({ type: 'module', private: true }));
  const { status, stdout } = execute(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', '.']);
  expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
});

test('it holds what a user needs, and nothing of the workshop', () => {
  const files = readdirSync(installed.folder, { recursive: true, encoding: 'utf8' });
  for (const file of ['README.md', 'LICENSE', 'CHANGELOG.md', 'package.json', 'dist/index.js', 'dist/index.d.ts']) {
    expect(files).toContain(file);
  }
  expect(files.filter((file) => /\.test\.|__fixtures__|^src|^test|^scripts|^node_modules/.test(file))).toEqual([]);
});

test('the text of the package names no path of the machine that built it', () => {
  const files = readdirSync(installed.folder, { recursive: true, encoding: 'utf8', withFileTypes: true });
  const naming = files
    .filter((file) => file.isFile() && /\.(?:js|ts|json|md|map)$/.test(file.name))
    .filter((file) => readFileSync(join(file.parentPath, file.name), 'utf8').includes(ROOT))
    .map((file) => file.name);
  expect(naming).toEqual([]);
});
