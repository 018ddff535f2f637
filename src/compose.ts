import type { Sandbox } from './contracts/sandbox.ts';
import type { SandboxOptions } from './sandbox/open-sandbox.ts';

/** A sandbox for checks of one language. What it is made of is loaded with the first one that is asked for. */
export async function createSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { openSandbox } = await import('./sandbox/open-sandbox.ts');
  return openSandbox(options);
}
