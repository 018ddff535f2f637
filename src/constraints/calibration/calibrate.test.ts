import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Constraint, constraintSchema, type Severity } from '../../contracts/constraint.ts';
import type { CheckOutcome } from '../../contracts/validation-log.ts';
import { calibrate, describeCalibration } from './calibrate.ts';
import { FiringTally, type RunGroup } from './firing-tally.ts';
import { wilson } from './wilson.ts';

const constraint = (severity: Severity = 'medium', id = 'c'): Constraint => ({
  kind: 'constraint',
  schemaVersion: 1,
  id,
  description: 'it holds',
  scope: 'global',
  checkedBy: 'programmatic',
  appliesTo: 'step',
  origin: 'user',
  type: 'ANY',
  category: 'instruction-plan-adherence',
  mode: null,
  severity,
  clause: null,
  guard: null,
  check: { language: 'javascript', source: 'const check = () => true;' },
});

const outcome = (status: CheckOutcome['status'], more: Partial<CheckOutcome> = {}): CheckOutcome => ({
  constraintId: 'c',
  status,
  stepId: null,
  position: null,
  message: '',
  evidence: [],
  recoveredPosition: null,
  checked: 1,
  ...more,
});

function fill(tally: FiringTally, group: RunGroup, runs: number, fired: number): void {
  for (let run = 0; run < runs; run++) tally.add(group, [outcome(run < fired ? 'violated' : 'satisfied')]);
}

/** `fired of runs` in passing and, where given, failing runs. */
function judge(passing: [number, number], failing: [number, number] | null = null, severity: Severity = 'medium') {
  const tally = new FiringTally();
  fill(tally, 'passing', passing[1], passing[0]);
  if (failing !== null) fill(tally, 'failing', failing[1], failing[0]);
  const [result] = calibrate([constraint(severity)], tally);
  if (result === undefined) throw new Error('no result');
  return result;
}

describe('wilson', () => {
  it('gives the interval of the textbook', () => {
    expect(wilson(0, 73).low).toBe(0);
    expect(wilson(0, 73).high).toBeCloseTo(0.05, 3);
    expect(wilson(5, 10).low).toBeCloseTo(0.2366, 4);
    expect(wilson(5, 10).high).toBeCloseTo(0.7634, 4);
    expect(wilson(10, 10)).toMatchObject({ high: 1 });
    expect(wilson(0, 0)).toEqual({ low: 0, high: 1 });
  });
});

describe('FiringTally', () => {
  it('counts runs and not violations, and leaves out what could not be checked', () => {
    const tally = new FiringTally();
    tally.add('passing', [outcome('violated'), outcome('violated'), outcome('satisfied')]);
    tally.add('passing', [outcome('undecided')]);
    tally.add('passing', [outcome('error')]);
    tally.add('passing', [outcome('not-applicable')]);
    tally.add('failing', [outcome('violated', { recoveredPosition: 4 })]);
    expect(tally.runs).toEqual({ passing: 4, failing: 1 });
    expect(tally.of('c')).toEqual({
      passing: { runs: 1, fired: 1 },
      failing: { runs: 1, fired: 0 },
      undecided: 1,
      errors: 1,
    });
    expect(tally.of('another').passing).toEqual({ runs: 0, fired: 0 });
  });
});

describe('calibrate', () => {
  it('keeps what never fires on passing runs, and says so', () => {
    const kept = judge([0, 73]);
    expect(kept).toMatchObject({ decision: 'keep', calibration: { failing: null, precision: null } });
    expect(kept.calibration.weight).toBeGreaterThan(0.7);
    expect(kept.reason).toBe('violated in 0 of 73 passing runs (at most 5.0 % with 95 % confidence): no false alarm');
  });

  it('prunes what fires on many passing runs, with weight 0', () => {
    const pruned = judge([30, 73]);
    expect(pruned).toMatchObject({ decision: 'prune', calibration: { weight: 0 } });
    expect(pruned.reason).toContain('30 of 73');
    expect(judge([12, 73], [6, 23])).toMatchObject({ decision: 'down-weight' });
    expect(judge([16, 73], [5, 23])).toMatchObject({ decision: 'prune' });
    expect(judge([20, 73], [3, 23])).toMatchObject({ decision: 'prune', calibration: { weight: 0 } });
    expect(judge([10, 73], [0, 23])).toMatchObject({ decision: 'prune' });
  });

  it('does not prune for a single firing, however few the runs', () => {
    for (const result of [judge([1, 1]), judge([1, 5]), judge([1, 1], [0, 9]), judge([1, 3], [0, 50], 'low')]) {
      expect(result.decision).toBe('down-weight');
      expect(result.calibration.weight).toBeGreaterThan(0);
    }
  });

  it('weighs more what fires in failing runs alone, in nats and bounded', () => {
    const once = judge([0, 73], [1, 23]).calibration.weight;
    const often = judge([0, 73], [12, 23]).calibration.weight;
    expect(once).toBeGreaterThan(0.7);
    expect(often).toBeGreaterThan(once);
    expect(judge([0, 5000], [4000, 5000], 'high').calibration.weight).toBe(2);
    // With many runs the weight is the log of the ratio of the two rates: 30 % against 10 %.
    expect(judge([1000, 10_000], [3000, 10_000]).calibration.weight).toBeCloseTo(Math.log(3), 1);
  });

  it('stays at the guess by severity where nothing fires, whatever the sizes of the groups', () => {
    for (const failing of [10, 23, 73, 300]) expect(judge([0, 73], [0, failing]).calibration.weight).toBe(0.7);
    expect(judge([0, 0], [3, 10])).toMatchObject({
      decision: 'keep',
      calibration: { weight: 0.7, precision: { value: 1 } },
    });
    expect(judge([0, 0]).reason).toContain('no passing run');
  });

  it('states the precision with its interval', () => {
    expect(judge([2, 50], [8, 20]).calibration.precision).toEqual({ value: 0.8, low: 0.49, high: 0.943 });
    expect(judge([0, 50], [0, 20]).calibration.precision).toBeNull();
  });

  it('never weighs more for one more false alarm or less for one more hit, and gives what the contract says', () => {
    const runs = fc.integer({ min: 1, max: 60 });
    fc.assert(
      fc.property(runs, runs, fc.nat(), fc.nat(), fc.boolean(), (passing, failing, a, b, both) => {
        const [fp, ff] = [a % passing, b % failing];
        const at = (p: number, f: number) => judge([p, passing], both ? [f, failing] : null);
        const here = at(fp, ff);
        expect(at(fp + 1, ff).calibration.weight).toBeLessThanOrEqual(here.calibration.weight);
        if (both) expect(at(fp, ff + 1).calibration.weight).toBeGreaterThanOrEqual(here.calibration.weight);
        expect(here.calibration.weight).toBeLessThanOrEqual(2);
        expect(here.decision === 'prune').toBe(here.calibration.weight === 0);
        constraintSchema.parse({ ...constraint(), calibration: here.calibration });
      }),
    );
  });

  it('counts its decisions', () => {
    const tally = new FiringTally();
    fill(tally, 'passing', 40, 20);
    expect(describeCalibration(calibrate([constraint(), constraint('low', 'other')], tally))).toBe(
      '2 constraints: 1 kept, 0 down-weighted, 1 pruned',
    );
  });
});
