import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSandbox } from '../compose.ts';
import { type Constraint, constraintSchema } from '../contracts/constraint.ts';
import { runSchema } from '../contracts/run.ts';
import type { Sandbox, SandboxLanguage } from '../contracts/sandbox.ts';
import type { Trajectory } from '../contracts/trajectory.ts';
import { parseTrace } from '../formats/read-trace.ts';
import { runWithConstraints } from './run-with-constraints.ts';

const call = (id: string, name: string, args: unknown) => ({
  role: 'assistant',
  content: null,
  tool_calls: [{ id, type: 'function', function: { name, arguments: JSON.stringify(args) } }],
});

const [parsed] = parseTrace(
  JSON.stringify([
    { role: 'user', content: 'Please cancel order #W1234567.' },
    call('c1', 'get_order', { order_id: '#W1234567' }),
    { role: 'tool', tool_call_id: 'c1', content: '{"status": "pending", "total": 71.5}' },
    call('c2', 'cancel_order', { order_id: '#W1234567', reason: 7 }),
    { role: 'tool', tool_call_id: 'c2', content: '{"status": "cancelled"}' },
    { role: 'assistant', content: 'Your order #W1234567 has been cancelled.' },
  ]),
);
if (!parsed?.ok) throw new Error('the sample cannot be read');
const trajectory: Trajectory = parsed.value;

const constraint = (id: string, more: Record<string, unknown>): Constraint =>
  constraintSchema.parse({
    kind: 'constraint',
    schemaVersion: 1,
    id,
    description: `${id} must hold`,
    scope: 'global',
    checkedBy: 'programmatic',
    appliesTo: 'step',
    origin: 'user',
    type: 'PROTOCOL',
    category: 'instruction-plan-adherence',
    mode: null,
    severity: 'high',
    clause: null,
    guard: null,
    ...more,
  });
const guard = (more: Record<string, unknown>) => ({
  steps: null,
  agent: null,
  role: null,
  tool: null,
  content: null,
  ...more,
});
const javascript = (source: string, more: Record<string, unknown> = {}) => ({
  check: { language: 'javascript', source, ...more },
});

const ASKED_FIRST = javascript(
  `const check = (trajectory, step) => {
    const asked = trajectory.steps.slice(0, step.position).some((one) => says(one, 'shall I'));
    return { holds: asked, message: 'cancelled without asking', evidence: [{ position: step.position, quote: '#W1234567' }] };
  };`,
  { library: 'shop' },
);

describe('runWithConstraints', () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await createSandbox({ language: 'javascript' });
  });
  afterAll(async () => {
    await sandbox.close();
  });
  const open = async (language: SandboxLanguage): Promise<Sandbox> => {
    if (language !== 'javascript') throw new Error(language);
    return sandbox;
  };
  const run = (constraints: readonly Constraint[]) =>
    runWithConstraints(trajectory, {
      constraints,
      libraries: new Map([
        [
          'shop',
          {
            javascript: 'const says = (step, words) => step.events.some((e) => e.text.includes(words));',
            python: null,
          },
        ],
      ]),
      sandbox: open,
    });
  const outcomesOf = async (one: Constraint) => {
    const { validationLog } = await run([one]);
    return validationLog.outcomes.filter(({ constraintId }) => constraintId === one.id);
  };

  it('blames the step that violates a constraint, with the words that show it, and the judge takes it up', async () => {
    const one = constraint('asked-before-cancelling', { guard: guard({ tool: 'cancel_order' }), ...ASKED_FIRST });
    const result = await run([one]);
    expect(runSchema.safeParse(JSON.parse(JSON.stringify(result))).error?.issues).toBeUndefined();
    const [violation] = result.validationLog.outcomes.filter(({ status }) => status === 'violated');
    expect(violation).toMatchObject({ constraintId: one.id, position: 3, message: 'cancelled without asking' });
    expect(violation?.evidence[0]).toMatchObject({ position: 3, quote: '#W1234567' });
    expect(result.diagnosis.markers.critical?.position).toBe(3);
    expect(result.judgments[0]?.candidates[0]?.reasons[0]?.text).toContain('asked-before-cancelling');
  });

  it('counts the time of the checks as time of the diagnosis', async () => {
    let clock = 0;
    const now = () => clock;
    const slow = async (language: SandboxLanguage): Promise<Sandbox> => {
      clock += 500;
      return open(language);
    };
    const one = constraint('holds', javascript('const check = () => true;'));
    const { diagnosis } = await runWithConstraints(trajectory, { constraints: [one], sandbox: slow }, { now });
    expect(diagnosis.cost.durationMs).toBe(500);
  });

  it('runs a check only where its guard lets the step pass', async () => {
    const once = javascript('const check = () => true;');
    const placesOf = async (given: Record<string, unknown>) =>
      (await outcomesOf(constraint('c', { guard: guard(given), ...once }))).map(({ status, checked }) => [
        status,
        checked,
      ]);
    expect(await placesOf({})).toEqual([['satisfied', 6]]);
    expect(await placesOf({ role: ['agent'] })).toEqual([['satisfied', 3]]);
    expect(await placesOf({ tool: ['get_order', 'cancel_order'] })).toEqual([['satisfied', 2]]);
    expect(await placesOf({ tool: 'get_order', content: '(?i)#w\\d{7}' })).toEqual([['satisfied', 1]]);
    expect(await placesOf({ steps: [{ from: 1, to: 2 }] })).toEqual([['satisfied', 2]]);
    expect(await placesOf({ agent: 'nobody' })).toEqual([['not-applicable', 0]]);
  });

  it.each([
    ['throws', 'const check = () => { throw new Error("boom"); };', 'exception: Error: boom'],
    ['returns nothing', 'const check = () => {};', 'bad-return'],
    ['returns text', 'const check = () => "no";', 'bad-return'],
    ['returns a promise', 'const check = async () => true;', 'bad-return'],
    ['does not compile', 'const check = (;', 'compile'],
    ['never ends', 'const check = () => { for (;;); };', 'timeout'],
    ['blames a step that is not there', 'const check = () => ({ holds: false, step: 99 });', 'bad-return'],
  ])('a check that %s is an error, never a pass or a violation', async (_what, source, message) => {
    const broken = constraint('broken', { guard: guard({ tool: 'cancel_order' }), ...javascript(source) });
    const sound = constraint('sound', {
      guard: guard({ tool: 'cancel_order' }),
      ...javascript('const check = () => true;'),
    });
    const { validationLog } = await run([broken, sound]);
    const of = (id: string) => validationLog.outcomes.filter(({ constraintId }) => constraintId === id);
    expect(of('broken').map(({ status }) => status)).toEqual(['error']);
    expect(of('broken')[0]?.message).toContain(message);
    expect(of('sound').map(({ status }) => status)).toEqual(['satisfied']);
  });

  it('says what could not be checked', async () => {
    const unknown = constraint('unsure', {
      guard: guard({ tool: 'cancel_order' }),
      ...javascript('const check = () => ({ holds: null, message: "two orders fit" });'),
    });
    expect(await outcomesOf(unknown)).toMatchObject([{ status: 'undecided', message: 'two orders fit' }]);
    const pattern = constraint('pattern', {
      guard: guard({ content: '(a' }),
      ...javascript('const check = () => true;'),
    });
    expect(await outcomesOf(pattern)).toMatchObject([{ status: 'error' }]);
    const rubric = constraint('rubric', { check: { language: 'rubric', criteria: ['It is polite.'] } });
    expect(await outcomesOf(rubric)).toMatchObject([{ status: 'undecided', checked: 6 }]);
    const { diagnosis } = await run([unknown, pattern]);
    expect(diagnosis.checks.given).toMatchObject({ constraints: 2, ran: 0, violated: 0, undecided: 1, errors: 1 });
  });

  it('runs no constraint that calibration pruned: the verdict is the one without it, and the log lists it', async () => {
    const one = constraint('noise', { guard: guard({ role: 'agent' }), ...javascript('const check = () => false;') });
    const calibrated = (weight: number): Constraint => ({
      ...one,
      calibration: { passing: { runs: 9, fired: 9 }, failing: null, precision: null, weight },
    });
    const verdict = ({ judgments, diagnosis }: Awaited<ReturnType<typeof run>>) => ({
      candidates: judgments[0]?.candidates,
      markers: diagnosis.markers,
      violations: diagnosis.violations,
      headline: diagnosis.headline,
    });
    const without = await run([]);
    const pruned = await run([calibrated(0)]);
    expect(verdict(await run([calibrated(0.1)]))).not.toEqual(verdict(without));
    expect(verdict(pruned)).toEqual(verdict(without));
    const listed = pruned.validationLog.outcomes.filter(({ constraintId }) => constraintId === one.id);
    expect(listed).toMatchObject([{ status: 'not-applicable', message: 'pruned by its calibration: not run' }]);
    expect(pruned.validationLog.constraints.find(({ id }) => id === one.id)?.calibration?.weight).toBe(0);
    expect(pruned.diagnosis.checks.given).toMatchObject({ constraints: 1, ran: 0, violated: 0, errors: 0 });
  });

  it('does not take quotes on trust', async () => {
    const source = 'const check = (t, s) => ({ holds: false, evidence: [{ position: 0, quote: "never said" }] });';
    const [violation] = await outcomesOf(
      constraint('lies', { guard: guard({ tool: 'cancel_order' }), ...javascript(source) }),
    );
    expect(violation?.message).toContain('1 quoted words do not stand');
    expect(violation?.evidence.map(({ position }) => position)).toEqual([3]);
  });

  it('holds the calls of a tool against its schema', async () => {
    const schema = { type: 'object', properties: { reason: { type: 'string' } }, required: ['order_id'] };
    const one = constraint('cancel-order-arguments', {
      guard: guard({ tool: 'cancel_order' }),
      check: { language: 'json-schema', schema, result: { type: 'object', required: ['refund'] } },
    });
    const [violation] = await outcomesOf(one);
    expect(violation).toMatchObject({ status: 'violated', position: 3 });
    expect(violation?.message).toContain('reason should be string');
    expect(violation?.message).toContain('refund');
  });
});
