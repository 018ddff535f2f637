/** What one part of `src` may import. */
export interface Layer {
  /** Other parts it may import; its own files always. */
  readonly imports: readonly string[];
  /** True where it may use `node:` modules; the rest runs in a browser too. */
  readonly node: boolean;
}

const FOUNDATION = ['base', 'contracts', 'taxonomy', 'trajectory', 'prompting'] as const;
const STAGES = ['formats', 'graph', 'constraints', 'judges', 'diagnosis', 'reports'] as const;
const ADAPTERS = ['llm', 'sandbox', 'store', 'queue'] as const;
const OVER_STAGES = ['pipeline', 'learning', 'bench', 'faults', 'monitor'] as const;
const UNDER_COMPOSE = [...FOUNDATION, 'config', ...STAGES, ...OVER_STAGES] as const;
const HOST = { imports: [...UNDER_COMPOSE, 'compose.ts'], node: true } as const satisfies Layer;

const stage: Layer = { imports: FOUNDATION, node: false };
const adapter: Layer = { imports: FOUNDATION, node: true };
const overStages: Layer = { imports: [...FOUNDATION, ...STAGES, 'pipeline'], node: true };

/**
 * The import table of ARCHITECTURE.md, section 3: by folder of `src`, or by file for those that stand alone.
 * `index.ts` stands in no list, so nobody imports it.
 */
export const LAYERS: Readonly<Record<string, Layer>> = {
  base: { imports: [], node: false },
  taxonomy: { imports: ['base'], node: false },
  contracts: { imports: ['base', 'taxonomy'], node: false },
  trajectory: { imports: ['base', 'taxonomy', 'contracts'], node: false },
  prompting: { imports: ['base', 'taxonomy', 'contracts', 'trajectory'], node: false },
  config: { imports: FOUNDATION, node: true },
  ...Object.fromEntries(STAGES.map((name) => [name, stage])),
  ...Object.fromEntries(ADAPTERS.map((name) => [name, adapter])),
  pipeline: { imports: [...FOUNDATION, ...STAGES], node: false },
  // What is learned from is what is measured on: the labelled runs of bench.
  learning: { imports: [...overStages.imports, 'bench'], node: true },
  bench: overStages,
  faults: overStages,
  monitor: overStages,
  'compose.ts': { imports: [...UNDER_COMPOSE, ...ADAPTERS], node: true },
  cli: HOST,
  // What tests of users import: the files and the sandbox of the command, without its words.
  'node.ts': { imports: [...HOST.imports, 'cli'], node: true },
  server: HOST,
  worker: HOST,
  mcp: HOST,
  'index.ts': { imports: UNDER_COMPOSE, node: false },
};
