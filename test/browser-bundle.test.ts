import { builtinModules } from 'node:module';
import { join, resolve } from 'node:path';
import { build, type Plugin } from 'vite';
import { beforeAll, describe, expect, test } from 'vitest';
import { syntheticRun } from '../bench/synthetic-run.ts';
import type * as culprit from '../src/index.ts';
import { chromiumPath } from './chromium.ts';
import { withPage } from './with-page.ts';

const ROOT = resolve(import.meta.dirname, '..');
const ENTRY = '\0browser-entry';
const nodeImports: string[] = [];

/** The whole public face as one script that leaves it in `globalThis.culprit`; notes what asks for Node. */
const entry: Plugin = {
  name: 'browser-entry',
  enforce: 'pre',
  resolveId(id, importer) {
    if (id === ENTRY) return id;
    if (id.startsWith('node:') || builtinModules.includes(id)) nodeImports.push(`${importer} imports ${id}`);
    return null;
  },
  load(id) {
    const index = JSON.stringify(join(ROOT, 'src/index.ts'));
    return id === ENTRY ? `import * as culprit from ${index};\nglobalThis.culprit = culprit;` : null;
  },
};

async function bundle(): Promise<string> {
  const output = await build({
    configFile: false,
    root: ROOT,
    logLevel: 'silent',
    plugins: [entry],
    build: { write: false, target: 'es2023', rollupOptions: { input: ENTRY, output: { format: 'iife' } } },
  });
  const chunks = [output].flat().flatMap((one) => ('output' in one ? one.output : []));
  return chunks.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.code : [])).join('\n');
}

describe('in a browser', () => {
  let code = '';
  beforeAll(async () => {
    code = await bundle();
  });

  test('the public face needs nothing of Node', () => {
    expect(nodeImports).toEqual([]);
    expect(code).not.toMatch(/\bfrom\s*["']node:|require\(["']node:|__vite-browser-external/);
    expect(code.length).toBeGreaterThan(10_000);
  });

  test.skipIf(chromiumPath === null)('a trace is diagnosed there, as here (needs Chromium)', async () => {
    const trace = JSON.stringify(syntheticRun(40, 5));
    const { parseTrace, runPipeline } = await import('../src/index.ts');
    const here = parseTrace(trace).map((result) => (result.ok ? runPipeline(result.value).diagnosis : null));
    const there = await withPage(async (page) => {
      const problems: string[] = [];
      page.on('pageerror', (error) => problems.push(error.message));
      page.on('console', (message) => problems.push(message.text()));
      page.on('request', (request) => problems.push(`asked for ${request.url()}`));
      await page.addScriptTag({ content: code });
      const diagnoses = await page.evaluate((text) => {
        const loaded = (globalThis as unknown as { culprit: typeof culprit }).culprit;
        return loaded.parseTrace(text).map((result) => (result.ok ? loaded.runPipeline(result.value).diagnosis : null));
      }, trace);
      expect(problems).toEqual([]);
      return diagnoses;
    });
    expect(here).toHaveLength(1);
    expect(here[0]?.stepCount).toBe(40);
    expect(there).toEqual(here);
  });
});
