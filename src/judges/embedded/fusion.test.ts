import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { agent, result, runRule, user } from '../../../test/run-rule.ts';
import { checkRules } from '../../constraints/checking/check-rules.ts';
import toolKnown from '../../constraints/rules/tool-known.ts';
import type { Opinion } from '../../contracts/opinion.ts';
import { OPINION_FEATURES } from './features/opinions.ts';
import type { Fusion } from './fusion.ts';
import { judgeEmbedded } from './judge.ts';

const shipped = JSON.parse(readFileSync(join(import.meta.dirname, 'fusion-weights.json'), 'utf8')) as Fusion;
const madeFrom = { trajectory: 't', graph: 'g', validationLog: 'v' };
const { index, graph, trajectory } = runRule(toolKnown, [
  user('Cancel order 7.'),
  agent('I look.', ['get_order', { id: 7 }]),
  result('get_order', '{"status": "delivered"}'),
  agent('I try.', ['cancel_order', { id: 7 }]),
  result('cancel_order', 'Error: it is delivered'),
  agent('Order 7 has been cancelled.'),
]).context;
const validationLog = checkRules({ trajectory, graph, index, madeFrom });
const judge = (opinions: readonly Opinion[]) => judgeEmbedded({ index, graph, validationLog, madeFrom, opinions });

const opinion = (given: Partial<Opinion>): Opinion => ({
  judge: 'llm-all-at-once',
  modelId: 'a:b',
  model: null,
  sampleIndex: 0,
  failure: null,
  firstMistake: given.critical ?? null,
  critical: null,
  decisive: given.critical ?? null,
  agent: null,
  category: null,
  mode: null,
  confidence: 0.9,
  alternatives: [],
  evidence: [],
  rationale: '',
  correction: '',
  problems: [],
  ...given,
});

it('weighs every feature of readings, and only those', () => {
  expect(Object.keys(shipped.step)).toEqual([...OPINION_FEATURES]);
  expect(shipped.step[OPINION_FEATURES[0]]).toBeGreaterThan(0);
  expect(shipped.scale).toBeGreaterThan(0);
  expect(shipped.category.votes).toBeGreaterThan(0);
});

it('moves the verdict towards what a model says, explains it, and keeps the sum', () => {
  const alone = judge([]);
  expect(alone.judge).toBe('embedded');
  const other = alone.candidates[1]?.position ?? Number.NaN;
  const fused = judge([opinion({ critical: other, category: 'invention-of-information' })]);
  expect(fused.judge).toBe('fused');
  expect(fused.markers.critical?.position).toBe(other);
  const best = fused.candidates[0];
  expect(best?.reasons.map(({ text }) => text)).toContain(OPINION_FEATURES[0]);
  const sum = best?.reasons.reduce((total, { contribution }) => total + contribution, 0) ?? 0;
  expect(Math.abs(sum - (best?.score ?? 0))).toBeLessThan(0.1);
});

it('is not moved by readings without an answer, which it keeps', () => {
  const alone = judge([]);
  const failed = judge([opinion({ failure: 'the budget is spent', critical: null })]);
  expect(failed).toEqual({ ...alone, opinions: failed.opinions });
  expect(failed.opinions).toHaveLength(1);
});

it('counts votes as shares: two readings that differ weigh less than two that agree', () => {
  const at = judge([]).candidates[1]?.position ?? Number.NaN;
  const scoreAt = (opinions: readonly Opinion[]) =>
    judge(opinions).candidates.find(({ position }) => position === at)?.score ?? Number.NaN;
  const agreed = scoreAt([opinion({ critical: at }), opinion({ critical: at, sampleIndex: 1 })]);
  const split = scoreAt([opinion({ critical: at }), opinion({ critical: 0, sampleIndex: 1 })]);
  expect(agreed).toBeGreaterThan(split);
  expect(agreed).toBeCloseTo(scoreAt([opinion({ critical: at })]), 3);
});
