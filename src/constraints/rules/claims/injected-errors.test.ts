import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { dataFolder, dataPath } from '../../../../test/data-folder.ts';
import { runRule } from '../../../../test/run-rule.ts';
import claimMatchesToolOutput from '../claim-matches-tool-output.ts';
import claimedActionWasMade from '../claimed-action-was-made.ts';
import confirmationBeforeWrite from '../confirmation-before-write.ts';
import type { Rule } from '../rule.ts';

interface Message {
  readonly role: string;
  readonly content: string | null;
  readonly tool_calls?: readonly { readonly function: { readonly name: string } }[];
}
type Run = readonly Message[];

/** Runs that passed, each of which gets one error put in. */
function passingRuns(): readonly Run[] {
  const runs = JSON.parse(readFileSync(dataPath('agentrx/tau_retail/tau_dataset_passed.json'), 'utf8')) as {
    traj: Run;
  }[];
  return runs.map((one) => one.traj);
}

const withContent = (run: Run, at: number, content: string): Run =>
  run.map((message, place) => (place === at ? { ...message, content } : message));

/** Changes the first statement of the agent that fits, and says where it stands. */
function reworded(run: Run, pattern: RegExp, change: (found: string) => string): { run: Run; at: number } | null {
  for (const [at, { role, content }] of run.entries()) {
    const found = role === 'assistant' ? pattern.exec(content ?? '')?.[0] : undefined;
    if (found !== undefined) return { run: withContent(run, at, (content ?? '').replace(found, change(found))), at };
  }
  return null;
}

const WRITES = /^(?:cancel|modify|return|exchange)_/;
const calledAt = (message: Message | undefined): string => message?.tool_calls?.[0]?.function.name ?? '';

/** The first call that changes something, is the only one of its tool, worked, and is reported as done. */
function reportedWrite(run: Run): number | null {
  const at = run.findIndex(
    (message, place) =>
      WRITES.test(calledAt(message)) &&
      run.filter((other) => calledAt(other) === calledAt(message)).length === 1 &&
      !/^Error/.test(run[place + 1]?.content ?? '') &&
      /\bhas been (?:successfully )?(?:processed|requested|cancell?ed|updated|modified|exchanged)\b/.test(
        run[place + 2]?.content ?? '',
      ),
  );
  return at === -1 ? null : at;
}

const INJECTIONS: readonly [string, Rule, (run: Run) => { run: Run; at: number } | null][] = [
  [
    'a status becomes another',
    claimMatchesToolOutput,
    (run) =>
      reworded(
        run,
        /#W\d{7}\*{0,2} \((?:Status: )?(?:Delivered|Pending)\)|#W\d{7} is (?:currently )?in "(?:delivered|pending)" status/,
        (found) => found.replace(/delivered|pending/i, (word) => (/^d/i.test(word) ? 'pending' : 'delivered')),
      ),
  ],
  [
    'a price in a list becomes another',
    claimMatchesToolOutput,
    (run) =>
      reworded(run, /^\d+\. \*\*[A-Z][A-Za-z ]+\*\*(?: \([^)]*\))? - \$\d+\.\d\d$/m, (found) =>
        found.replace(/\d(?=\d$)/, (digit) => String((Number(digit) + 3) % 10)),
      ),
  ],
  [
    'the call that is reported as done fails',
    claimedActionWasMade,
    (run) => {
      const at = reportedWrite(run);
      return at === null
        ? null
        : { run: withContent(run, at + 1, 'Error: the database rejected the change'), at: at + 2 };
    },
  ],
  [
    'the user does not agree',
    confirmationBeforeWrite,
    (run) => {
      const at = run.findIndex((message, place) => WRITES.test(calledAt(message)) && run[place - 1]?.role === 'user');
      if (at === -1) return null;
      return {
        run: withContent(withContent(run, at - 2, 'Anything else?'), at - 1, 'How long does delivery take?'),
        at,
      };
    },
  ],
];

describe.skipIf(dataFolder === null)('errors put into runs that passed (no data)', () => {
  it.each(INJECTIONS)('finds where %s', (_error, rule, inject) => {
    const faulty = passingRuns().flatMap((run) => inject(run) ?? []);
    const found = faulty.filter(({ run, at }) => runRule(rule, [{ traj: run, reward: 1 }]).blamed.includes(at));
    expect(faulty.length).toBeGreaterThan(2);
    expect(found.length / faulty.length).toBeGreaterThan(0.85);
  });
});
