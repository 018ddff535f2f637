import { afterEach, beforeEach } from 'vitest';

// A test that reaches for the network or writes to the console has left what it should test: both fail loudly.
const consoleMethods = ['log', 'info', 'warn', 'error', 'debug'] as const;
const originals = new Map(consoleMethods.map((method) => [method, console[method]]));

const fetchOriginal = globalThis.fetch;

/** Where a request goes; null where that cannot be told. */
function hostOf(input: Parameters<typeof fetch>[0]): string | null {
  const text = input instanceof Request ? input.url : String(input);
  return URL.canParse(text) ? new URL(text).hostname : null;
}

beforeEach(() => {
  // A server that the test itself started is no network; a redirect might lead away from it, so none is followed.
  globalThis.fetch = (input, init) => {
    if (hostOf(input) === '127.0.0.1') return fetchOriginal(input, { ...init, redirect: 'manual' });
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
