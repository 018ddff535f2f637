import type { CheckOutcome } from '../../contracts/validation-log.ts';
import type { TrajectoryIndex } from '../../trajectory/index-trajectory.ts';

export const PATTERN_KINDS = ['constraint', 'tool', 'transition', 'steps'] as const;
export type PatternKind = (typeof PATTERN_KINDS)[number];

/** What a pattern is made of, kept apart so that names of a trace are never mistaken for the words around them. */
export interface Pattern {
  readonly kind: PatternKind;
  /** What is said of the parts, such as `first`. */
  readonly form: PatternForm;
  readonly parts: readonly string[];
}

const FORMS = {
  violated: ([id]: readonly string[]) => `${id} is violated`,
  first: ([tool]: readonly string[]) => `first tool ${tool}`,
  last: ([tool]: readonly string[]) => `last tool ${tool}`,
  transition: ([from, to]: readonly string[]) => `${from} -> ${to}`,
  'again-failing': ([tool]: readonly string[]) => `the same failing call of ${tool} again`,
  sequence: (parts: readonly string[]) => parts.join(', '),
  end: ([token]: readonly string[]) => `ends with ${token}`,
} as const satisfies Record<string, (parts: readonly string[]) => string>;

type PatternForm = keyof typeof FORMS;

/** A pattern in words. */
export const describePattern = ({ form, parts }: Pattern): string => FORMS[form](parts);

/** Longest sequence of steps that is looked at. */
const LONGEST_SEQUENCE = 3;

/** Names as small numbers, so that a sequence of long names costs no more than one of short ones. */
export class NameTable {
  readonly #numbers = new Map<string, number>();

  numberOf(name: string): number {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    const number = this.#numbers.size;
    this.#numbers.set(name, number);
    return number;
  }
}

/**
 * The patterns of one run, each once, by a key that is the same in every run that shares the table: violated
 * constraints, the tools it began and ended with, each tool that followed another, a failing call made again, sequences
 * of one to three steps by role, tool and outcome, and how it ended. Linear in the number of steps.
 */
export function patternsOf(
  { trajectory, calls }: TrajectoryIndex,
  outcomes: readonly CheckOutcome[],
  names: NameTable,
): ReadonlyMap<string, Pattern> {
  const patterns = new Map<string, Pattern>();
  const add = (kind: PatternKind, form: PatternForm, parts: readonly string[]): void => {
    const key = `${form}:${parts.map((part) => names.numberOf(part)).join(',')}`;
    if (!patterns.has(key)) patterns.set(key, { kind, form, parts });
  };
  for (const { status, constraintId, recoveredPosition } of outcomes) {
    if (status === 'violated' && recoveredPosition === null) add('constraint', 'violated', [constraintId]);
  }
  const failed = new Map<string, true>();
  let before: string | null = null;
  for (const { call, failure, signature } of calls) {
    if (before === null) add('tool', 'first', [call.name]);
    else add('transition', 'transition', [before, call.name]);
    before = call.name;
    if (failure === null) continue;
    if (failed.has(signature)) add('tool', 'again-failing', [call.name]);
    failed.set(signature, true);
  }
  if (before !== null) add('tool', 'last', [before]);
  const tokens = stepTokens(trajectory, calls);
  for (let end = 1; end <= tokens.length; end++) {
    for (let size = 1; size <= Math.min(LONGEST_SEQUENCE, end); size++) {
      add('steps', 'sequence', tokens.slice(end - size, end));
    }
  }
  const last = tokens.at(-1);
  if (last !== undefined) add('steps', 'end', [last]);
  return patterns;
}

/** What each step did, in a word or two: its role, and its tool or the outcome that it shows. Prompts are no steps here. */
function stepTokens({ steps }: TrajectoryIndex['trajectory'], calls: TrajectoryIndex['calls']): readonly string[] {
  const called = new Map<number, string>();
  const shown = new Map<number, string>();
  for (const { call, step, resultStep, failure } of calls) {
    if (!called.has(step.position)) called.set(step.position, `calls ${call.name}`);
    if (resultStep === null) continue;
    if (failure !== null) shown.set(resultStep.position, `${call.name} fails`);
    else if (!shown.has(resultStep.position)) shown.set(resultStep.position, `${call.name} answers`);
  }
  return steps.flatMap(({ role, position, events }) => {
    if (role === 'system') return [];
    const what =
      called.get(position) ??
      (role === 'agent' ? null : shown.get(position)) ??
      (events.some(({ kind }) => kind === 'error') ? 'error' : 'speaks');
    return [`${role} ${what}`];
  });
}
