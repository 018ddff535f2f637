import { defineConfig } from 'tsdown';

export default defineConfig({
  entry: { index: 'src/index.ts', 'cli/main': 'src/cli/main.ts', 'cli/diagnose-worker': 'src/cli/diagnose-worker.ts' },
  format: 'esm',
  platform: 'node',
  target: 'node20',
  dts: { entry: 'src/index.ts' },
  fixedExtension: false,
  clean: true,
});
