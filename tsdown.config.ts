import { defineConfig } from 'tsdown';

export default defineConfig({
  entry: {
    index: 'src/index.ts',
    node: 'src/node.ts',
    'cli/main': 'src/cli/main.ts',
    'cli/diagnose-worker': 'src/cli/diagnose-worker.ts',
    // Loaded when a constraint is a program; its two interpreters are programs of their own.
    'sandbox/open-sandbox': 'src/sandbox/open-sandbox.ts',
    'sandbox/javascript-worker': 'src/sandbox/javascript/javascript-worker.ts',
    'sandbox/python-child': 'src/sandbox/python/python-child.ts',
  },
  format: 'esm',
  platform: 'node',
  target: 'node20',
  dts: { entry: ['src/index.ts', 'src/node.ts'] },
  fixedExtension: false,
  clean: true,
});
