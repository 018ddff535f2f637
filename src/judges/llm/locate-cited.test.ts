import { expect, it } from 'vitest';
import { baseRun } from '../../../test/base-run.ts';
import type { Step } from '../../contracts/trajectory.ts';
import { locateCited } from './locate-cited.ts';

const steps: readonly Step[] = baseRun().steps;
const at = (position: number): Step => {
  const step = steps[position];
  if (step === undefined) throw new Error('no step');
  return step;
};

it.each([
  [9, '{"path":"stock.txt","text":"3"}', '{"path":"stock.txt","text":"3"}'],
  [9, '"path": "stock.txt"', '"path":"stock.txt"'],
  [9, 'write_file {"path":"stock.txt","text":"3"}', '{"path":"stock.txt","text":"3"}'],
  [9, 'write_file({"path":"stock.txt","text":"3"})', '{"path":"stock.txt","text":"3"}'],
  [9, '[tool call] write_file {"path":"stock.txt"', '{"path":"stock.txt"'],
  [9, 'calls write_file: {"path":"stock.txt","text":"3"}', '{"path":"stock.txt","text":"3"}'],
  [9, '[step 10] calls write_file: {"path":"stock.txt","text":"3"}', '{"path":"stock.txt","text":"3"}'],
  [8, '[step 9] says to planner: There are 3', 'There are 3'],
  [7, 'result of open_page: Aurora lamps: a warm', 'Aurora lamps: a warm'],
  [9, 'write_file {"path":"other.txt"}', null],
  [9, 'write_file', null],
  [9, 'write_file: ', null],
  [8, 'There are 4', null],
  [8, '', null],
])('step %i, %j', (position, words, found) => {
  expect(locateCited(at(position), words)?.quote ?? null).toBe(found);
});
