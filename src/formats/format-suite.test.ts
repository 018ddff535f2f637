import { existsSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dataFolder, dataPath } from '../../test/data-folder.ts';
import { checkTrajectory, formatOf, readFixture, trajectoriesOf } from '../../test/format-checks.ts';
import { FORMATS } from './index.ts';

const fixturesOf = (id: string): readonly string[] => {
  const folder = join(import.meta.dirname, id, '__fixtures__');
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => /\.(?:jsonl?|traj)$/.test(name) && !name.includes('expected'))
    .map((name) => join(folder, name));
};

describe.each(Object.keys(FORMATS))('format %s', (id) => {
  const fixtures = fixturesOf(id);

  it('has fixtures', () => {
    expect(fixtures.length).toBeGreaterThan(0);
  });

  it.each(fixtures.map((file) => [relative(import.meta.dirname, file), file]))('%s', (_name, file) => {
    const source = readFixture(file);
    expect(formatOf(source)).toBe(id);
    const read = trajectoriesOf(source);
    expect(read.length).toBeGreaterThan(0);
    for (const trajectory of read) checkTrajectory(trajectory, source);
  });
});

/** What the folders of the public data hold, of the formats that are written as text or chat. */
const TEXT_FORMATS = new Set([
  'agentrx-ir',
  'anthropic-messages',
  'magentic-one',
  'mini-swe-agent',
  'openai-chat',
  'swe-agent',
  'tau-bench',
  'whowhen',
]);
const EXPECTED: readonly (readonly [path: RegExp, format: string])[] = [
  [/^agentrx\/magentic_dataset\//, 'magentic-one'],
  [/^agentrx\/tau_retail\//, 'tau-bench'],
  [/^agentrx\/tool_schemas\//, 'openai-chat'],
  [/^tau-bench\/gpt-4o-airline/, 'tau-bench'],
  [/^formats\/docent-samples\/tb_airline/, 'tau-bench'],
  [/^formats\/tau2-activegraph\/.*results\.json$/, 'tau-bench'],
  [/^whowhen\//, 'whowhen'],
  [/^formats\/magentic-one-mira\/.*_log\.json$/, 'whowhen'],
  [/^formats\/magentic-one-mira\/.*magentic_trace\.json$/, 'magentic-one'],
  [/^mini-swe-agent-gemini3\/trajs\//, 'mini-swe-agent'],
  [/^formats\/mini-swe-agent-upstream\//, 'mini-swe-agent'],
  [/^formats\/swe-agent-traj\//, 'swe-agent'],
  [/^mas-sim\/trajectory_(?:agentrx|telemetry)\//, 'agentrx-ir'],
  [/^agenterrorbench\/GAIA\//, 'openai-chat'],
  [/^formats\/bioagent-benchmark\/logs\/logs_by_error\/.*(?:react|langgraph)_.*json$/, 'openai-chat'],
  [/^formats\/provider-api-cassettes\/test_openai_test/, 'openai-chat'],
  [/^formats\/provider-api-cassettes\/test_anthropic/, 'anthropic-messages'],
  [/^formats\/invariant-explorer\/.*jsonl$/, 'openai-chat'],
  [/^formats\/inspect-scout\/crux1-sample-telemetry\.jsonl$/, 'anthropic-messages'],
];

function* filesUnder(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesUnder(path);
    else if (/\.(?:jsonl?|traj)$/.test(entry.name)) yield path;
  }
}

describe.skipIf(dataFolder === null)('public data (no data: skipped)', () => {
  const files = dataFolder === null ? [] : [...filesUnder(dataPath())].map((file) => relative(dataPath(), file));

  it('is detected as what it is, and nothing else as a text format', () => {
    const wrong: string[] = [];
    for (const name of files) {
      const expected = EXPECTED.find(([path]) => path.test(name))?.[1] ?? null;
      const source = readFixture(dataPath(name));
      const found = formatOf(source);
      const asText = found !== null && TEXT_FORMATS.has(found) ? found : null;
      if (asText !== expected) wrong.push(`${name}: ${found}, not ${expected}`);
    }
    expect(wrong).toEqual([]);
  });

  it.each(EXPECTED)('%s is read as %s', (path) => {
    const matching = files.filter((name) => path.test(name));
    expect(matching.length).toBeGreaterThan(0);
    for (const name of matching) {
      const source = readFixture(dataPath(name));
      const read = trajectoriesOf(source);
      expect(read.length, name).toBeGreaterThan(0);
      for (const trajectory of read) checkTrajectory(trajectory, source);
    }
  });
});
