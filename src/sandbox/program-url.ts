import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { contentHash } from '../base/hash.ts';

/** Where programs lie beside the code that starts them, in the order in which bundlers may have put that code. */
const BUILT_FOLDERS = ['./', './sandbox/', '../sandbox/'] as const;

/**
 * The program of a thread or a process of its own, by the name of its file without ending. Built, it lies in
 * `dist/sandbox`. From source it is made into JavaScript first, file by file, so it may import types and packages only.
 */
export async function programUrl(folder: 'javascript' | 'python', name: string): Promise<URL> {
  for (const built of BUILT_FOLDERS) {
    const url = new URL(`${built}${name}.js`, import.meta.url);
    if (existsSync(url)) return url;
  }
  const source = new URL(`./${folder}/${name}.ts`, import.meta.url);
  if (!existsSync(source)) throw new Error(`a part of this program is missing: sandbox/${name}.js`);
  return transpiled(source, name);
}

async function transpiled(source: URL, name: string): Promise<URL> {
  // By a name that bundlers do not follow: it is there in development only.
  const compiler: string = 'typescript';
  const { default: ts }: typeof import('typescript') & { default: typeof import('typescript') } = await import(
    compiler
  );
  const text = await readFile(source, 'utf8');
  const { outputText } = ts.transpileModule(text, {
    compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022, verbatimModuleSyntax: true },
  });
  // Under node_modules, where the packages that it imports are found.
  const cache = new URL('../../node_modules/.cache/culprit/', import.meta.url);
  const file = new URL(`${name}-${contentHash(outputText)}.mjs`, cache);
  if (!existsSync(file)) {
    mkdirSync(cache, { recursive: true });
    // Written aside and moved, for others may start the same program at the same time.
    const draft = new URL(`${name}-${process.pid}-${performance.now()}.tmp`, cache);
    writeFileSync(draft, outputText);
    renameSync(draft, file);
  }
  return file;
}

/** The path of a file URL. */
export const pathOf = (url: URL): string => fileURLToPath(url);
