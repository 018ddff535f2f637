import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { RULES } from '../../constraints/rules/index.ts';
import { CATEGORIES } from '../../taxonomy/categories.ts';
import type { EmbeddedModel } from './model.ts';

const model = JSON.parse(readFileSync(join(import.meta.dirname, 'weights.json'), 'utf8')) as EmbeddedModel;
const names = [...Object.keys(model.step), ...Object.values(model.category).flatMap((weights) => Object.keys(weights))];

it('has weights to judge by', () => {
  expect(Object.keys(model.step).length).toBeGreaterThan(100);
  expect(Object.values(model.step).every(Number.isFinite)).toBe(true);
});

it('knows no data set, no scaffolding and no agent by name', () => {
  const forbidden =
    /tau|magentic|who.?when|whowhen|mas-?sim|trail|gaia|captain|websurfer|filesurfer|orchestrator\b|smolagents|\bswe\b/i;
  expect(names.filter((name) => forbidden.test(name))).toEqual([]);
});

it('weighs only rules that ship, so that no verdict rests on a rule nobody can look up', () => {
  const rules = names.flatMap((name) => /^violates ([a-z0-9-]+)/.exec(name)?.[1] ?? []);
  expect(rules.length).toBeGreaterThan(0);
  expect(rules.filter((id) => !Object.hasOwn(RULES, id))).toEqual([]);
});

it('names only categories of the taxonomy', () => {
  expect(Object.keys(model.category).filter((id) => !Object.hasOwn(CATEGORIES, id))).toEqual([]);
});
