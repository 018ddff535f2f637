import { isRecord } from '../../base/json.ts';
import { excerpt } from '../../base/text.ts';
import type { Difference, DiffRow } from '../../contracts/run-diff.ts';
import type { ToolResult } from '../../contracts/trajectory.ts';
import type { CallRecord } from '../../trajectory/index-trajectory.ts';
import { likeness } from '../../trajectory/text-sketch.ts';
import type { StepFace } from './step-face.ts';

const MAX_DIFFERENCES = 12;
const MAX_LEAVES = 400;
const MAX_DEPTH = 12;
const MAX_VALUE = 160;
/** Words this alike say the same. */
const SAME_WORDS = 0.95;

/** What two counterparts do otherwise, and whether it is more than words. */
export function compareFaces(failing: StepFace, passing: StepFace): Pick<DiffRow, 'relation' | 'differences'> {
  const differences = [...callDifferences(failing.calls, passing.calls), ...resultDifferences(failing, passing)];
  if (differences.length > 0) return { relation: 'changed', differences: differences.slice(0, MAX_DIFFERENCES) };
  const [said, saidThere] = [spoken(failing), spoken(passing)];
  const isSame = failing.exact === passing.exact || likeness(failing.words, passing.words) >= SAME_WORDS;
  if (isSame || said === saidThere) return { relation: 'same', differences: [] };
  const words: Difference = { what: 'words', path: null, failing: cut(said), passing: cut(saidThere) };
  return { relation: 'reworded', differences: failing.calls.length > 0 ? [] : [words] };
}

const spoken = ({ step }: StepFace): string =>
  step.events
    .flatMap((event) => (event.kind === 'tool-call' || event.kind === 'tool-result' ? [] : [event.text]))
    .join(' ');

function callDifferences(failing: readonly CallRecord[], passing: readonly CallRecord[]): Difference[] {
  const differences: Difference[] = [];
  for (let at = 0; at < Math.max(failing.length, passing.length); at++) {
    const [mine, theirs] = [failing[at]?.call, passing[at]?.call];
    if (mine?.name !== theirs?.name) {
      differences.push({
        what: 'tool',
        path: null,
        failing: mine === undefined ? null : cut(`${mine.name} ${mine.text}`),
        passing: theirs === undefined ? null : cut(`${theirs.name} ${theirs.text}`),
      });
      continue;
    }
    if (failing[at]?.signature === passing[at]?.signature || mine === undefined || theirs === undefined) continue;
    differences.push(...valueDifferences('argument', mine.arguments ?? mine.text, theirs.arguments ?? theirs.text));
  }
  return differences;
}

function resultDifferences(failing: StepFace, passing: StepFace): Difference[] {
  const results = (face: StepFace) =>
    face.step.events.filter((event): event is ToolResult => event.kind === 'tool-result');
  const [mine, theirs] = [results(failing), results(passing)];
  const differences: Difference[] = [];
  for (let at = 0; at < Math.max(mine.length, theirs.length); at++) {
    const [here, there] = [mine[at], theirs[at]];
    if (here?.text.trim() === there?.text.trim()) continue;
    differences.push(...valueDifferences('result', contentOf(here), contentOf(there)));
  }
  return differences;
}

/** What is in a result: its fields where it has some, else its words. */
const contentOf = (result: ToolResult | undefined): unknown =>
  result === undefined ? null : isRecord(result.data) || Array.isArray(result.data) ? result.data : result.text;

/** The places at which two JSON values differ, in the order of the first; one for the whole where they are no trees. */
function valueDifferences(what: Difference['what'], failing: unknown, passing: unknown): Difference[] {
  const isTree = (value: unknown) => isRecord(value) || Array.isArray(value);
  if (!isTree(failing) || !isTree(passing)) {
    const [a, b] = differingPart(asText(failing), asText(passing));
    return [{ what, path: null, failing: a, passing: b }];
  }
  const [mine, theirs] = [leavesOf(failing), leavesOf(passing)];
  const differences: Difference[] = [];
  for (const path of new Set([...mine.keys(), ...theirs.keys()])) {
    const [a, b] = [mine.get(path) ?? null, theirs.get(path) ?? null];
    if (a !== b) differences.push({ what, path, failing: a, passing: b });
    if (differences.length >= MAX_DIFFERENCES) break;
  }
  return differences;
}

/** Leaves of a JSON value by their paths, the first few hundred. */
function leavesOf(value: unknown): ReadonlyMap<string, string> {
  const leaves = new Map<string, string>();
  const visit = (inner: unknown, path: string, depth: number): void => {
    if (leaves.size >= MAX_LEAVES) return;
    const entries = isRecord(inner) ? Object.entries(inner) : Array.isArray(inner) ? [...inner.entries()] : null;
    if (entries === null || entries.length === 0 || depth >= MAX_DEPTH) {
      leaves.set(path, cut(asText(inner)));
      return;
    }
    for (const [key, child] of entries) {
      if (leaves.size >= MAX_LEAVES) return;
      visit(child, path === '' ? String(key) : `${path}.${key}`, depth + 1);
    }
  };
  visit(value, '', 0);
  return leaves;
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

/** Both texts from shortly before the place at which they part; null for a text that is empty. */
function differingPart(failing: string, passing: string): readonly [string | null, string | null] {
  const limit = Math.min(failing.length, passing.length, 20_000);
  let at = 0;
  while (at < limit && failing.charCodeAt(at) === passing.charCodeAt(at)) at++;
  const from = at < 40 ? 0 : at - 20;
  const part = (text: string) =>
    text.trim() === '' ? null : `${from > 0 ? '…' : ''}${cut(text.slice(from, from + 4 * MAX_VALUE))}`;
  return [part(failing), part(passing)];
}

const cut = (text: string): string => excerpt(text, MAX_VALUE);
