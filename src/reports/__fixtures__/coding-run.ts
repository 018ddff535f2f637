import type { Run } from '../../contracts/run.ts';
import {
  calls,
  constraint,
  evidenceAt,
  gives,
  makeRun,
  makeTrajectory,
  outcome,
  says,
  type StepDraft,
  user,
  violation,
} from './make-run.ts';

// A coding agent that edits the wrong file early and then circles. `stepCount` sets its length; written for these tests.

const FILES = ['src/cache/lru.ts', 'src/cache/index.ts', 'src/server/routes.ts', 'test/cache.test.ts'];

export function codingRun(stepCount = 600, textFactor = 1): Run {
  const drafts: StepDraft[] = [
    user('The cache returns entries after they expired. Find out why, fix it, and make the tests pass.'),
    {
      role: 'agent',
      agent: 'coder',
      events: [
        {
          kind: 'plan',
          text: '1. Read the cache.\n2. Find where the age is checked.\n3. Fix it there.\n4. Run the tests.',
        },
        { kind: 'reasoning', text: 'The expiry must be compared somewhere in lru.ts. I will read it first.' },
      ],
    },
  ];
  const guilty = Math.min(12, stepCount - 2);
  const blocked = Math.min(40, stepCount - 2);
  while (drafts.length < stepCount - 1) {
    const position = drafts.length;
    const id = `call_${position}`;
    const file = FILES[position % FILES.length] ?? '';
    if (position === guilty) {
      drafts.push(
        calls(
          id,
          'edit_file',
          { path: 'src/server/routes.ts', find: 'cache.get(key)', replace: 'cache.get(key) ?? load(key)' },
          'The route should reload. I will change it there instead of in the cache.',
          'coder',
        ),
      );
    } else if (position % 2 === 0) {
      drafts.push(
        calls(
          id,
          position % 8 === 0 ? 'run' : 'read_file',
          position % 8 === 0 ? { command: 'npm test -- cache' } : { path: file },
          '',
          'coder',
        ),
      );
    } else if (position % 8 === 1) {
      drafts.push(
        gives(
          `call_${position - 1}`,
          'run',
          `FAIL test/cache.test.ts\n  ✗ drops entries after their time (${position} ms)\n    expected undefined, got "stale"\n\nTests: 1 failed, 11 passed\n`.repeat(
            textFactor,
          ),
          true,
        ),
      );
    } else {
      drafts.push(
        gives(
          `call_${position - 1}`,
          'read_file',
          `// ${file}\nexport function get(key: string) {\n  const entry = entries.get(key);\n  return entry?.value;\n}\n`.repeat(
            textFactor,
          ),
        ),
      );
    }
  }
  drafts.push(says('The cache now reloads expired entries in the route, and all tests pass.', 'coder'));
  const trajectory = makeTrajectory(`coding-${stepCount}`, drafts.slice(0, stepCount), {
    source: { uri: 'session.jsonl', format: 'openai-chat', recordRef: '' },
    outcome: { status: 'failed', reward: null, reason: 'the test command fails at the end' },
  });
  const last = stepCount - 1;
  const failing = trajectory.steps.filter(
    (step) => step.position > blocked && step.position < last && step.position % 8 === 1,
  );
  return makeRun({
    trajectory,
    constraints: [
      constraint('claim-matches-tool-output', 'What the agent states agrees with the tool output it speaks of.', {
        severity: 'high',
        category: 'misinterpretation-of-tool-output',
      }),
      constraint('no-repeat-without-change', 'A command that failed is not run again before something changed.', {
        category: 'intent-plan-misalignment',
        mode: 'step-loop',
      }),
      constraint('plan-followed', 'The agent does what its plan says, or says that the plan changed.', {
        severity: 'high',
        category: 'instruction-plan-adherence',
        mode: 'action-mismatch',
      }),
      constraint('tool-call-answered', 'Every tool call gets a result before the run goes on.', {
        category: 'system-failure',
      }),
    ],
    outcomes: [
      violation(
        trajectory,
        'plan-followed',
        guilty,
        'the plan says to fix the cache, the edit is made in src/server/routes.ts',
        [
          evidenceAt(trajectory, guilty, 'src/server/routes.ts', 'the file that is edited'),
          evidenceAt(trajectory, 1, 'Fix it there', 'the plan'),
        ],
      ),
      ...failing.map((step) =>
        violation(
          trajectory,
          'no-repeat-without-change',
          step.position - 1,
          'the test command was run again with nothing changed since it failed',
          [evidenceAt(trajectory, step.position, 'Tests: 1 failed', 'same result as before')],
        ),
      ),
      violation(
        trajectory,
        'claim-matches-tool-output',
        last,
        'the answer says all tests pass, the last test run had a failure',
        [evidenceAt(trajectory, last, 'all tests pass', 'the claim')],
      ),
      outcome('tool-call-answered', 'satisfied', 'holds', stepCount >> 1),
    ],
    edges: trajectory.steps.slice(1).map((step) => ({
      from: step.position - 1,
      to: step.position,
      kind: 'control' as const,
      carrier: { type: 'order' as const },
    })),
    markers: {
      firstAnomaly: [guilty, 'first check that fails and stays failed'],
      critical: [guilty, 'the edit misses the cause and is never revisited'],
      decisive: [blocked, 'from here on the run only repeats itself'],
      lastRecoverable: [last - 1, 'the last test output still showed the failure'],
      pointOfNoReturn: [last, 'the agent declares the task done'],
      symptom: [last, 'the claim disagrees with the last test run'],
    },
    diagnosis: {
      category: 'instruction-plan-adherence',
      mode: 'action-mismatch',
      owner: 'model',
      score: 2.7,
      probability: 0.81,
      headline: `It broke at step ${guilty + 1}, coder: instruction or plan not followed.`,
      reasons: [
        { text: 'the edit is in a file that the plan does not name', contribution: 1.9 },
        { text: 'the same test keeps failing afterwards', contribution: 1.1 },
        { text: 'many steps lie between it and the end', contribution: -0.3 },
      ],
      causalPath: [
        guilty,
        guilty + 1,
        guilty + 2,
        guilty + 3,
        blocked,
        blocked + 8,
        blocked + 16,
        blocked + 24,
        last - 1,
        last,
      ]
        .filter((position, index, all) => position <= last && all.indexOf(position) === index)
        .map((position, index) => ({ position, via: index === 0 ? '' : index % 3 === 0 ? 'retry' : 'order' })),
      selection: [
        {
          marker: 'decisive',
          position: blocked,
          differsFrom: 'critical',
          relation: 'same-cause',
          why: `it comes of step ${guilty + 1}`,
        },
      ],
      fixes: [{ owner: 'model', text: 'Use a stronger model for this step, or have the step checked.' }],
      cost: { modelCalls: 3, usd: 0.0123, durationMs: 4120 },
    },
  });
}
