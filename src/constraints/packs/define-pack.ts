import type { Step, Trajectory } from '../../contracts/trajectory.ts';
import type { PackInput } from './pack-file.ts';

/** A pack written as a module: `export default definePack({ … })` in a `culprit.constraints.ts`. */
export const definePack = (pack: PackInput): PackInput => pack;

/** What a check written as a function gets and returns; see docs/reference/checks.md. */
type CheckFunction = (
  trajectory: Trajectory,
  step: Step,
) =>
  | boolean
  | {
      readonly holds: boolean | null;
      readonly message?: string;
      readonly evidence?: readonly { readonly position: number; readonly quote?: string }[];
      readonly step?: number;
      readonly recovered?: number;
    };

/**
 * A check from a function. Its text is what runs, in the sandbox: it sees its two arguments and the pack's library, and
 * nothing of the module it stands in.
 */
export const javascript = (check: CheckFunction): { readonly language: 'javascript'; readonly source: string } => ({
  language: 'javascript',
  source: `const check = ${check.toString()};`,
});
