import { expect, it } from 'vitest';
import type { PackInput } from './pack-file.ts';
import { readPack } from './read-pack.ts';
import { writePack } from './write-pack.ts';

const about = { description: 'it holds', category: 'instruction-plan-adherence' } as const;
const PACK = {
  name: 'shop',
  description: 'a shop',
  clauses: [{ id: '1', heading: null, text: 'Ask first.' }],
  library: { javascript: 'lib/shop.js', python: 'shop.py' },
  constraints: [
    { id: 'a', ...about, clause: '1', check: { language: 'javascript', functionName: 'asked' } },
    { id: 'b', ...about, check: { language: 'python', source: 'def check(t, s): return True' }, view: 'agentrx-ir' },
    { id: 'c', ...about, check: { language: 'json-schema', schema: { type: 'object' } }, guard: { tool: ['x', 'y'] } },
    {
      id: 'd',
      ...about,
      check: { language: 'rubric', criteria: ['It is polite.'] },
      examples: [{ holds: true, trace: [] }],
    },
    {
      id: 'e',
      ...about,
      check: { language: 'javascript', source: 'const check = () => true;' },
      calibration: { passing: { runs: 3, fired: 1 }, failing: null, precision: null, weight: 0.2 },
    },
  ],
} satisfies PackInput;

it('writes a pack as files that are read as the very same pack', () => {
  const pack = readPack(PACK, 'shop.json', (path) => `source of ${path}`);
  const [main, ...libraries] = writePack(pack);
  expect(main?.name).toBe('shop.constraints.json');
  expect(libraries).toEqual([
    { name: 'shop.library.js', text: 'source of lib/shop.js' },
    { name: 'shop.library.py', text: 'source of shop.py' },
  ]);
  const textOf = (path: string) => libraries.find(({ name }) => name === path)?.text ?? 'not there';
  expect(readPack(JSON.parse(main?.text ?? ''), 'again.json', textOf)).toEqual(pack);
});
