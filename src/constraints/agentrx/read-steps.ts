import { isRecord, own } from '../../base/json.ts';
import type { Guard } from '../../contracts/constraint.ts';
import type { Note } from './import-result.ts';

type Range = NonNullable<Guard['steps']>[number];

/** A step beyond every run. */
const LAST = Number.MAX_SAFE_INTEGER;
const ANY = new Set(['', '*', 'any', 'all', 'none', 'null']);

/** Whether a part of a trigger asks for nothing. */
export const isAny = (value: unknown): boolean =>
  value === null || value === undefined || (typeof value === 'string' && ANY.has(value.trim().toLowerCase()));

/** The steps that a trigger asks for, as positions from 0; null = all. Triggers count steps from 1. */
export function readSteps(value: unknown, note: Note): Guard['steps'] {
  if (isAny(value)) return null;
  const parts = Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : [value];
  if (parts.some(isAny) && parts.length > 1) return null;
  const ranges: Range[] = [];
  for (const part of parts) {
    const range = rangeOf(part);
    if (range === null) note('off-schema', `the step ${JSON.stringify(part)} of the trigger is no number and no range`);
    else if (range.from > range.to || range.to < 1)
      note('steps', `no step has a number in ${JSON.stringify(part)}: steps count from 1`);
    else ranges.push({ from: Math.max(range.from, 1) - 1, to: range.to === LAST ? LAST : range.to - 1 });
  }
  const shown = JSON.stringify(value);
  if (ranges.length === 0) {
    note('never-matches', `the trigger's step_index ${shown} matches no step`);
  } else if (parts.length > 1 || isRecord(value) || (typeof value === 'string' && /[<>]/.test(value))) {
    note('steps', `step_index ${shown}: AgentRx's own checker takes one number or "first-last" and never matches this`);
  } else if (ranges.some(({ from, to }) => from !== to)) {
    note('steps', `step_index ${shown} is taken as every step from the first to the last that it names`);
  }
  return ranges;
}

function rangeOf(value: unknown): Range | null {
  if (isRecord(value)) {
    const from = own(value, 'from') ?? own(value, 'start') ?? own(value, 'min') ?? 1;
    const to = own(value, 'to') ?? own(value, 'end') ?? own(value, 'max') ?? LAST;
    return isStep(from) && isStep(to) ? { from, to } : null;
  }
  if (typeof value === 'number') return isStep(value) ? { from: value, to: value } : null;
  if (typeof value !== 'string') return null;
  const text = value.trim();
  const one = /^-?\d{1,9}$/.exec(text);
  if (one !== null) return { from: Number(text), to: Number(text) };
  const range = /^(\d{1,9})\s*(?:-|–|\.\.|:|to)\s*(\d{1,9})$/.exec(text);
  if (range !== null) return { from: Number(range[1]), to: Number(range[2]) };
  const half = /^(>=?|<=?)\s*(\d{1,9})$/.exec(text);
  if (half === null) return null;
  const bound = Number(half[2]);
  if (half[1] === '>=' || half[1] === '>') return { from: half[1] === '>' ? bound + 1 : bound, to: LAST };
  return { from: 1, to: half[1] === '<' ? bound - 1 : bound };
}

const isStep = (value: unknown): value is number => typeof value === 'number' && Number.isSafeInteger(value);
