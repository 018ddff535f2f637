import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runInvariants } from '../../../test/run-invariants.ts';
import { agent, result, user } from '../../../test/run-rule.ts';
import { RULES } from '../../constraints/rules/index.ts';
import { judgmentSchema } from '../../contracts/judgment.ts';
import { MODE_IDS, MODES } from '../../taxonomy/modes.ts';

const EXAMPLES = join(import.meta.dirname, '../../../examples');
const example = (name: string) => runInvariants(readFileSync(join(EXAMPLES, name), 'utf8'));

describe('judgeInvariants', () => {
  it('names the miscounted shirts, and why', () => {
    const { judgment } = example('tau-retail-miscounted-shirts.json');
    expect(judgment.markers.critical).toEqual({
      position: 6,
      reason: 'the data hold 10 available (of 12 variants), the answer says 11',
    });
    expect(judgment.candidates[0]).toMatchObject({
      position: 6,
      mode: 'context-miss',
      category: 'misinterpretation-of-tool-output',
    });
  });

  it('abstains where nothing is broken that can be seen without a model', () => {
    const { judgment } = example('tau-retail-passing.json');
    expect(judgment.abstained?.reason).toContain('no invariant is broken');
    expect(judgment.markers.critical).toBeNull();
  });

  it('gives scores that are the sums of their reasons; what was made good weighs nothing', () => {
    const { judgment } = runInvariants([
      user('Show orders W55012 and W55019.'),
      agent('', ['get_order', { id: 'W55012' }]),
      result('get_order', 'Error: service unavailable'),
      agent('', ['get_order', { id: 'W55012' }]),
      result('get_order', '{"id": "W55012", "item": "lamp"}'),
      agent('', ['get_order', { order: 'W55019' }]),
      result('get_order', 'Error: missing required argument: id'),
      agent('The second one cannot be shown.'),
    ]);
    for (const { score, reasons } of judgment.candidates) {
      expect(score).toBeCloseTo(
        reasons.reduce((sum, { contribution }) => sum + contribution, 0),
        2,
      );
    }
    expect(judgment.candidates[0]?.mode).toBe('invocation-issue');
    const recovered = judgment.candidates
      .flatMap(({ reasons }) => reasons)
      .filter(({ text }) => /made good/.test(text));
    expect(recovered.length).toBeGreaterThan(0);
    expect(recovered.every(({ contribution }) => contribution === 0)).toBe(true);
  });

  it('gives for every example a judgment that fits its schema, with markers in order', () => {
    const files = readdirSync(EXAMPLES).filter((file) => file.endsWith('.json'));
    expect(files.length).toBeGreaterThan(4);
    for (const file of files) {
      const { judgment } = example(file);
      expect(judgmentSchema.safeParse(judgment).success, file).toBe(true);
      const { firstAnomaly, critical, lastRecoverable, pointOfNoReturn } = judgment.markers;
      if (critical === null) continue;
      expect(firstAnomaly?.position).toBeLessThanOrEqual(critical.position);
      expect(critical.position).toBeLessThanOrEqual(pointOfNoReturn?.position ?? -1);
      if (lastRecoverable !== null) expect(lastRecoverable.position).toBeLessThan(pointOfNoReturn?.position ?? -1);
    }
  });

  it('says the same of a run whose tools, agents and ids have other names', () => {
    const text = readFileSync(join(EXAMPLES, 'tau-retail-miscounted-shirts.json'), 'utf8');
    const renamed = text.replaceAll('get_product_details', 'fetch_article_record').replaceAll('#W', '#Z');
    const gist = ({ judgment }: ReturnType<typeof runInvariants>) =>
      judgment.candidates.map(({ position, mode, category, score }) => ({ position, mode, category, score }));
    expect(gist(runInvariants(renamed))).toEqual(gist(runInvariants(text)));
  });
});

it('takes in the violations of every rule, each under a mode of its own', () => {
  const without = Object.values(RULES).filter(({ mode }) => mode === null || !Object.hasOwn(MODES, mode));
  expect(without.map(({ id }) => id)).toEqual([]);
});

describe('openModes', () => {
  const { open, view } = example('tau-retail-miscounted-shirts.json');

  it('leaves nothing open at steps of others than agents', () => {
    for (const position of open.keys()) expect(view.steps[position]?.role).toBe('agent');
    expect(open.size).toBeGreaterThan(0);
  });

  it('asks for the end once, and for calls only where something is called', () => {
    const positionsOf = (mode: (typeof MODE_IDS)[number]) =>
      [...open].flatMap(([position, modes]) => (modes.includes(mode) ? [position] : []));
    expect(positionsOf('premature-termination')).toEqual([view.lastAgentStep]);
    for (const position of positionsOf('action-mismatch')) expect(view.callsAt(position).length).toBeGreaterThan(0);
    expect(positionsOf('step-loop').length).toBeLessThan(positionsOf('context-miss').length);
  });

  it('closes what was found broken for good', () => {
    expect(open.get(6)).not.toContain('context-miss');
    expect(open.get(6)).toContain('wrong-context');
  });

  it('is less than half of all modes at all steps', () => {
    const asked = [...open.values()].reduce((sum, modes) => sum + modes.length, 0);
    expect(asked / (view.steps.length * MODE_IDS.length)).toBeLessThan(0.5);
  });
});
