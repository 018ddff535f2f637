import type { SandboxErrorReason } from '../../contracts/sandbox.ts';

/** A check that tries to do harm, and how it may end: with one of these errors, or with a value that shows no harm. */
export interface HostileProgram {
  readonly source: string;
  readonly ends: readonly (SandboxErrorReason | 'holds')[];
}
