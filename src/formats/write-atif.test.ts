import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { dataFolder, dataPath } from '../../test/data-folder.ts';
import { isRecord, own, ownArray, parseJson } from '../base/json.ts';
import type { Trajectory } from '../contracts/trajectory.ts';
import { atif } from './atif/index.ts';
import { claudeCode } from './claude-code/index.ts';
import type { TraceFormat } from './format.ts';
import { openinference } from './openinference/index.ts';
import { otelJsonLocal } from './otel-json-local/index.ts';
import { otlpGenai } from './otlp-genai/index.ts';
import { tauBench } from './tau-bench/index.ts';
import { writeAtif } from './write-atif.ts';

const context = { uri: null, recordRef: '' };

/** What has to come back: everything of a step but where it stood in the file. */
const comparable = (trajectory: Trajectory): unknown =>
  trajectory.steps.map(({ rawRef: _, ...step }) => ({
    ...step,
    events: step.events.map((event) => ({ ...event, id: '', rawRef: null })),
  }));

function expectRoundTrip(trajectory: Trajectory): void {
  const written: unknown = JSON.parse(JSON.stringify(writeAtif(trajectory)));
  expectValid(written);
  const [read] = atif.parse(written, context);
  if (read === undefined) throw new Error('nothing was read');
  expect(comparable(read)).toEqual(comparable(trajectory));
  expect(read).toMatchObject({
    id: trajectory.id,
    instruction: trajectory.instruction,
    policy: trajectory.policy,
    outcome: trajectory.outcome,
  });
  expect(read.tools).toEqual(trajectory.tools);
}

/** What the schema of version 1.7 asks for beyond the types. */
function expectValid(document: unknown): void {
  expect(document).toMatchObject({
    schema_version: 'ATIF-v1.7',
    agent: { name: expect.any(String), version: expect.any(String) },
  });
  for (const [index, step] of (ownArray(document, 'steps') ?? []).entries()) {
    expect(step).toMatchObject({
      step_id: index + 1,
      message: expect.any(String),
      source: expect.stringMatching(/^(?:system|user|agent)$/),
    });
    const calls = (ownArray(step, 'tool_calls') ?? []).map((call) => {
      expect(call).toMatchObject({ tool_call_id: expect.any(String), function_name: expect.any(String) });
      expect(isRecord(own(call, 'arguments'))).toBe(true);
      return own(call, 'tool_call_id');
    });
    for (const result of ownArray(own(step, 'observation'), 'results') ?? []) {
      const id = own(result, 'source_call_id');
      if (id !== undefined) expect(calls).toContain(id);
    }
    if (own(step, 'source') === 'agent') continue;
    for (const key of ['tool_calls', 'metrics', 'model_name', 'reasoning_content'])
      expect(own(step, key)).toBeUndefined();
  }
}

const FIXTURES: readonly (readonly [TraceFormat, string])[] = [
  [atif, 'atif/__fixtures__/openhands.json'],
  [atif, 'atif/__fixtures__/terminus-compaction.json'],
  [atif, 'atif/__fixtures__/terminus-continued.json'],
  [claudeCode, 'claude-code/__fixtures__/sample-session.json'],
  [openinference, 'openinference/__fixtures__/smolagents.flat.json'],
  [openinference, 'openinference/__fixtures__/openai-agents.flat.json'],
  [openinference, 'openinference/__fixtures__/claude-agent-sdk.flat.json'],
  [otelJsonLocal, 'otel-json-local/__fixtures__/electric-kettle.json'],
  [otlpGenai, 'otlp-genai/__fixtures__/weather-agent.flat.json'],
  [otlpGenai, 'otlp-genai/__fixtures__/helm-agent.tempo.json'],
];

describe('writeAtif', () => {
  it.each(FIXTURES)('%o: what is written reads as what it was', (format, file) => {
    const document = parseJson(readFileSync(new URL(`./${file}`, import.meta.url), 'utf8'));
    for (const trajectory of format.parse(document, context)) expectRoundTrip(trajectory);
  });

  it("puts a result into the step of its call, in ATIF's own words", () => {
    const document = parseJson(
      readFileSync(new URL('./otlp-genai/__fixtures__/weather-agent.flat.json', import.meta.url), 'utf8'),
    );
    const [trajectory] = otlpGenai.parse(document, context);
    const written = trajectory && writeAtif(trajectory);
    expect(ownArray(written, 'steps')?.[1]).toMatchObject({
      source: 'agent',
      message: 'Let me check the weather for both cities.',
      tool_calls: [
        { tool_call_id: 'call_paris_001', function_name: 'get_weather', arguments: { location: 'Paris' } },
        { tool_call_id: 'call_london_001', function_name: 'get_weather', arguments: { location: 'London' } },
      ],
      observation: {
        results: [
          { source_call_id: 'call_paris_001', content: 'rainy, 57°F' },
          { source_call_id: 'call_london_001', content: 'TimeoutError' },
        ],
      },
    });
  });

  it('does not write gold', () => {
    const document = parseJson(
      readFileSync(new URL('./otel-json-local/__fixtures__/electric-kettle.json', import.meta.url), 'utf8'),
    );
    const [trajectory] = otelJsonLocal.parse(document, context);
    expect(JSON.stringify(trajectory?.gold)).toContain('expected_answer');
    expect(JSON.stringify(trajectory && writeAtif(trajectory))).not.toContain('expected_answer');
  });
});

describe.skipIf(dataFolder === null)(
  dataFolder === null ? 'writeAtif on whole runs (no data)' : 'writeAtif on whole runs',
  () => {
    it('brings back every step of tau-bench runs and of nested traces', () => {
      const runs = parseJson(readFileSync(dataPath('tau-bench', 'gpt-4o-airline.json'), 'utf8'));
      const trajectories = [...tauBench.parse(runs, context)];
      for (const file of readdirSync(dataPath('trail', 'SWE_Bench'))) {
        trajectories.push(
          ...openinference.parse(parseJson(readFileSync(dataPath('trail', 'SWE_Bench', file), 'utf8')), context),
        );
      }
      expect(trajectories.length).toBeGreaterThan(40);
      for (const trajectory of trajectories) expectRoundTrip(trajectory);
    });
  },
);
