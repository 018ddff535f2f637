import { afterEach, beforeEach } from 'vitest';

// A test that reaches for the network or writes to the console has left what it should test: both fail loudly.
const consoleMethods = ['log', 'info', 'warn', 'error', 'debug'] as const;
const originals = new Map(consoleMethods.map((method) => [method, console[method]]));

beforeEach(() => {
  globalThis.fetch = (input) => {
    throw new Error(`Unexpected network access in a test: ${String(input)}`);
  };
  for (const method of consoleMethods) {
    console[method] = (...args: unknown[]) => {
      throw new Error(`Unexpected console.${method} in a test: ${args.map(String).join(' ')}`);
    };
  }
});

afterEach(() => {
  for (const method of consoleMethods) console[method] = originals.get(method) as (typeof console)[typeof method];
});
