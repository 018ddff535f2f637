import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';
import { LAYERS, type Layer } from './layers.ts';

/** Fewer than this, and the check has lost sight of the code rather than found it clean. Raise it as the code grows. */
const FLOOR = { files: 350, imports: 1_500 } as const;
const LENGTH = { warn: 400, fail: 800 } as const;
/** Folders whose files are held to `LENGTH`. Tests and fixtures are not. */
const MEASURED = ['src', 'scripts', 'bench'] as const;

export interface LayerReport {
  readonly files: number;
  readonly imports: number;
  readonly problems: readonly string[];
  readonly warnings: readonly string[];
}

export interface LayerOptions {
  readonly layers?: Readonly<Record<string, Layer>>;
  readonly floor?: { readonly files: number; readonly imports: number };
}

/** Reads every import of `root/src` and says which the table forbids, which form a cycle, and which files are too long. */
export function checkLayers(root: string, { layers = LAYERS, floor = FLOOR }: LayerOptions = {}): LayerReport {
  const source = join(root, 'src');
  const problems: string[] = [];
  const graph = new Map<string, string[]>();
  let imports = 0;
  for (const file of sourceFiles(source)) {
    const from = relative(source, file).split(sep).join('/');
    const targets: string[] = [];
    graph.set(from, targets);
    const layer = layers[layerOf(from)];
    if (layer === undefined) {
      problems.push(`src/${from}: ${layerOf(from)} is not in the import table (scripts/layers.ts)`);
      continue;
    }
    const text = readFileSync(file, 'utf8');
    for (const { fileName, pos } of ts.preProcessFile(text, true, true).importedFiles) {
      imports++;
      const target = relativeTarget(file, fileName, source);
      if (target !== null && !isLazy(text, pos)) targets.push(target);
      const problem =
        target === null ? packageProblem(fileName, layer) : importProblem(from, fileName, target, layer, source);
      if (problem !== null) problems.push(`src/${from}: imports ${fileName}: ${problem}`);
    }
  }
  for (const cycle of cyclesOf(graph)) problems.push(`cycle: ${cycle.map((file) => `src/${file}`).join(' -> ')}`);
  if (graph.size < floor.files) problems.push(`saw ${graph.size} files of src, expected at least ${floor.files}`);
  if (imports < floor.imports) problems.push(`saw ${imports} imports, expected at least ${floor.imports}`);
  const lengths = longFiles(root);
  return {
    files: graph.size,
    imports,
    problems: [...problems, ...lengths.filter(({ lines }) => lines > LENGTH.fail).map(lengthText)],
    warnings: lengths.filter(({ lines }) => lines <= LENGTH.fail).map(lengthText),
  };
}

const layerOf = (file: string): string => file.split('/')[0] ?? file;

/** Code that ships: tests may import whatever they test with. */
function sourceFiles(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test(-d)?\.tsx?$/.test(name) && !name.includes('__fixtures__'))
    .map((name) => join(folder, name))
    .sort();
}

/** `import('…')`: what is loaded on use may know the table that loads it, so it closes no cycle. */
const isLazy = (text: string, pos: number): boolean => /\bimport\s*\(\s*["'`]?$/.test(text.slice(0, pos));

/** The file that a relative import names, from `src`; null for a package or a `node:` module. */
function relativeTarget(file: string, specifier: string, source: string): string | null {
  if (!specifier.startsWith('.')) return null;
  return relative(source, resolve(dirname(file), specifier))
    .split(sep)
    .join('/');
}

function importProblem(from: string, specifier: string, target: string, layer: Layer, source: string): string | null {
  if (target.startsWith('../')) return target === '../package.json' ? null : 'leaves src';
  if (!existsSync(join(source, target))) return 'no such file (imports name the file with its extension)';
  if (/\.test\.ts$|__fixtures__/.test(target)) return 'is a test or a fixture';
  const [own, other] = [layerOf(from), layerOf(target)];
  if (own === other || layer.imports.includes(other)) return null;
  return `${own} may import ${layer.imports.length === 0 ? 'nothing' : layer.imports.join(', ')} (${specifier} is ${other})`;
}

function packageProblem(specifier: string, layer: Layer): string | null {
  const builtin = specifier.startsWith('node:') || builtinModules.includes(specifier);
  return builtin && !layer.node ? 'this part runs in a browser too, so it uses no module of Node' : null;
}

/** One cycle for each file that closes one; every cycle is found through at least one of its files. */
function cyclesOf(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const done = new Set<string>();
  const path: string[] = [];
  const cycles: string[][] = [];
  const visit = (file: string): void => {
    const start = path.indexOf(file);
    if (start !== -1) cycles.push([...path.slice(start), file]);
    if (start !== -1 || done.has(file)) return;
    path.push(file);
    for (const target of graph.get(file) ?? []) visit(target);
    path.pop();
    done.add(file);
  };
  for (const file of graph.keys()) visit(file);
  return cycles;
}

function longFiles(root: string): { readonly file: string; readonly lines: number }[] {
  return MEASURED.flatMap((folder) => sourceFiles(join(root, folder)))
    .map((file) => ({ file: relative(root, file), lines: readFileSync(file, 'utf8').split('\n').length - 1 }))
    .filter(({ lines }) => lines > LENGTH.warn)
    .sort((a, b) => b.lines - a.lines);
}

const lengthText = ({ file, lines }: { readonly file: string; readonly lines: number }): string =>
  `${file}: ${lines} lines (warned from ${LENGTH.warn}, refused from ${LENGTH.fail})`;

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const report = checkLayers(resolve(import.meta.dirname, '..'));
  for (const warning of report.warnings) console.warn(`warning: ${warning}`);
  for (const problem of report.problems) console.error(problem);
  console.log(`${report.files} files, ${report.imports} imports, ${report.problems.length} problems`);
  process.exitCode = report.problems.length === 0 ? 0 : 1;
}
