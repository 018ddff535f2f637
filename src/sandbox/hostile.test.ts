import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Sandbox, SandboxLanguage } from '../contracts/sandbox.ts';
import { CLEAN_JAVASCRIPT, HOSTILE_JAVASCRIPT } from './__fixtures__/hostile-javascript.ts';
import type { HostileProgram } from './__fixtures__/hostile-program.ts';
import { CLEAN_PYTHON, HOSTILE_PYTHON } from './__fixtures__/hostile-python.ts';
import { PYTHON_CACHE } from './__fixtures__/python-cache.ts';
import { openSandbox, type SandboxOptions } from './open-sandbox.ts';

/** Python loads modules within its limit, and slowly where the machine is shared. */
const TIMEOUT_MS: Readonly<Record<SandboxLanguage, number>> = { javascript: 500, python: 2000 };
/** Stopping from outside, a new interpreter and a busy machine: far from for ever. */
const MAX_MS = 30_000;
const data = { steps: [{ position: 0 }, { position: 1 }] };

const server = createServer();
let connections = 0;
let port = 0;
beforeAll(async () => {
  server.on('connection', (socket) => {
    connections++;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  port = typeof address === 'object' && address !== null ? address.port : 0;
});
afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())));

function contains(
  name: string,
  options: SandboxOptions,
  programs: Readonly<Record<string, HostileProgram>>,
  clean: string,
): void {
  describe(name, () => {
    const sandbox: Sandbox = openSandbox({
      ...options,
      cacheFolder: PYTHON_CACHE,
      limits: { timeoutMs: TIMEOUT_MS[options.language] },
    });
    afterAll(() => sandbox.close());
    beforeAll(() => {
      const checks = Object.entries({ ...programs, clean: { source: clean } });
      sandbox.define(
        checks.map(([id, { source }]) => ({
          id,
          source: source.replaceAll('PORT', String(port)),
          functionName: null,
        })),
      );
      sandbox.load(data);
    });

    test.each(Object.entries(programs))('%s', async (id, { ends }) => {
      const start = performance.now();
      const [hostile, clean] = await sandbox.run([
        { checkId: id, position: 0 },
        { checkId: 'clean', position: 0 },
      ]);
      const end =
        hostile?.kind === 'value' ? (hostile.value.holds === true ? 'holds' : hostile.value) : hostile?.reason;
      expect(ends, JSON.stringify(hostile)).toContain(end);
      expect(clean).toMatchObject({ kind: 'value', value: { holds: true } });
      expect(performance.now() - start).toBeLessThan(MAX_MS);
      expect(hostile?.output.length).toBeLessThanOrEqual(4_000);
      // Nothing of it is here.
      expect(Object.keys(Object.prototype)).toEqual([]);
      expect(connections).toBe(0);
    });
  });
}

const javascript: SandboxLanguage = 'javascript';
contains('hostile JavaScript', { language: javascript }, HOSTILE_JAVASCRIPT, CLEAN_JAVASCRIPT);
contains('hostile Python', { language: 'python' }, HOSTILE_PYTHON, CLEAN_PYTHON);

const network = ['a socket', 'a web page', 'mount the host’s files'];
contains(
  'hostile Python, where the system does not cut the network off',
  { language: 'python', useNetworkNamespace: false },
  Object.fromEntries(Object.entries(HOSTILE_PYTHON).filter(([id]) => network.includes(id))),
  CLEAN_PYTHON,
);
