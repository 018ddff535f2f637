import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { expectSound } from '../../../test/expect-sound.ts';
import { outlineTrajectory } from '../../../test/outline-trajectory.ts';
import { parseJson } from '../../base/json.ts';
import type { Trajectory } from '../../contracts/trajectory.ts';
import { otlpGenai } from './index.ts';

const context = { uri: null, recordRef: '' };

function readFixture(name: string): readonly Trajectory[] {
  const document = parseJson(readFileSync(new URL(`./__fixtures__/${name}`, import.meta.url), 'utf8'));
  expect(otlpGenai.detect(document)).toBe(0.85);
  const trajectories = otlpGenai.parse(document, context);
  for (const trajectory of trajectories) expectSound(trajectory);
  return trajectories;
}

describe('otlp-genai on recorded spans', () => {
  it('reads structured messages from events, joins tools to their calls, and tells nothing twice', () => {
    const [trajectory] = readFixture('weather-agent.flat.json');
    expect(trajectory && outlineTrajectory(trajectory)).toMatchInlineSnapshot(`
      [
        "user/user 1000000000000001: message "What's the weather in Paris and London?"",
        "agent/WeatherAssistant 1000000000000002: message "Let me check the weather for both cities…" | call get_weather#call_paris_001 "{\\"location\\":\\"Paris\\"}" | call get_weather#call_london_001 "{\\"location\\":\\"London\\"}"",
        "tool/get_weather 1000000000000003: result #call_paris_001 "rainy, 57°F"",
        "tool/get_weather 1000000000000004: result #call_london_001 error "TimeoutError"",
        "agent/WeatherAssistant 1000000000000005: message "The weather in Paris is rainy at 57°F. I…"",
      ]
    `);
    expect(trajectory?.instruction).toBe("What's the weather in Paris and London?");
    expect(trajectory?.tools.map((tool) => tool.name)).toEqual(['get_weather']);
    expect(trajectory?.usage).toEqual({ inputTokens: 200, outputTokens: 60, costUsd: null });
  });

  it('tells a model call once that three libraries report, and gives it the agent around it (ADK)', () => {
    const [trajectory] = readFixture('adk-calculator.flat.json');
    expect(trajectory && outlineTrajectory(trajectory)).toMatchInlineSnapshot(`
      [
        "system/system f402c1e62b85df9b/input/0: message "You are a math assistant. Use the calcul…"",
        "user/user f402c1e62b85df9b/input/1: message "What is 15 multiplied by 37?"",
        "agent/math_agent f402c1e62b85df9b: call calculator#uwpsprd2 "{\\"expression\\":\\"15 * 37\\"}"",
        "tool/calculator 771ce4dcbd861745: result #uwpsprd2 "{\\"result\\": \\"555\\"}"",
        "agent/math_agent 49b19fa1ee559677: message "15 multiplied by 37 is 555."",
      ]
    `);
    expect(trajectory?.metadata.stepOfSpan).toEqual({
      b5aaea6a8c6e066f: 'f402c1e62b85df9b',
      '44872427376a4cb5': '49b19fa1ee559677',
      '67654e241edd27e4': 'f402c1e62b85df9b',
    });
    expect(trajectory?.coverage.elided).toMatchInlineSnapshot(`
      [
        {
          "count": 2,
          "what": "spans that tell again what the span around them tells",
        },
        {
          "count": 1,
          "what": "other spans without an agent, model or tool",
        },
      ]
    `);
  });

  it('reads Tempo batches with the older library spans, among the spans of web servers', () => {
    const [trajectory] = readFixture('helm-agent.tempo.json');
    expect(trajectory && outlineTrajectory(trajectory)).toMatchInlineSnapshot(`
      [
        "system/system ef7e626b81d68000/input/0: message "# Helm AI Agent System Prompt\\n\\nYou are a…"",
        "user/user ef7e626b81d68000/input/1: message "list all helm releases\\n"",
        "agent/helm_agent ef7e626b81d68000: call helm_list_releases#call_w0eKlvnaE7S9GQJeSSs0gn05 "{}"",
        "tool/helm_list_releases def5801af66aaae7: result #call_w0eKlvnaE7S9GQJeSSs0gn05 "{\\"content\\": [{\\"type\\": \\"text\\", \\"text\\": \\"N…"",
        "agent/helm_agent c8186a2f55581ff1: message "There are two Helm releases currently de…"",
      ]
    `);
    expect(trajectory?.steps[2]?.rawRef).toMatch(/^\/batches\/\d+\/instrumentationLibrarySpans\/0\/spans\/\d+$/);
    expect(trajectory?.coverage.elided).toMatchInlineSnapshot(`
      [
        {
          "count": 3,
          "what": "HTTP spans",
        },
        {
          "count": 4,
          "what": "spans that tell again what the span around them tells",
        },
      ]
    `);
  });

  it('reads a Jaeger export', () => {
    const [trajectory] = readFixture('helm-agent.jaeger.json');
    expect(trajectory && outlineTrajectory(trajectory)).toMatchInlineSnapshot(`
      [
        "system/system e37fdd8f56146d31/input/0: message "# Helm AI Agent System Prompt\\n\\nYou are a…"",
        "user/user e37fdd8f56146d31/input/1: message "list all Helm releases"",
        "agent/helm_agent e37fdd8f56146d31: call helm_list_releases#call_P09kjRKHTTJA02oB9HIe4u5t "{}"",
        "tool/helm_list_releases 75cdce51ad52a7c8: result #call_P09kjRKHTTJA02oB9HIe4u5t "{\\"content\\": [{\\"type\\": \\"text\\", \\"text\\": \\"N…"",
        "agent/helm_agent e4594ab9853c8b23: message "There are two Helm releases installed in…"",
      ]
    `);
    expect(trajectory?.startedAt).toBe('2026-02-16T10:25:34.567Z');
  });

  it('reads indexed prompts and completions (Traceloop)', () => {
    const [trajectory] = readFixture('traceloop-chat.otlp.json');
    expect(trajectory && outlineTrajectory(trajectory)).toMatchInlineSnapshot(`
      [
        "user/user aabf16e416ae4952/input/0: message "What is LLM Observability?"",
        "agent/assistant aabf16e416ae4952: message "LLM Observability (Logs, Metrics, and Tr…"",
      ]
    `);
  });

  it('reads observations of the Langfuse SDK', () => {
    const [trajectory] = readFixture('langfuse-sdk.otlp.json');
    expect(trajectory && outlineTrajectory(trajectory)).toMatchInlineSnapshot(`
      [
        "user/user 57f02554179741bd/input/0: message "hello"",
        "agent/assistant 57f02554179741bd: message "what's up?"",
      ]
    `);
  });

  it('reads spans of the AI SDK, each trace by itself', () => {
    const trajectories = readFixture('ai-sdk.spans.json');
    expect(trajectories.map((one) => outlineTrajectory(one))).toMatchInlineSnapshot(`
      [
        [
          "system/system 6c0201026326855d/input/0: message "You are a helpful assistant."",
          "user/user 6c0201026326855d/input/1: message "What is 2 + 2?"",
          "agent/assistant 6c0201026326855d/input/2: message "2 + 2 equals 4."",
          "user/user 6c0201026326855d/input/3: message "And what is 3 + 3?"",
          "agent/assistant 6c0201026326855d: message "3 + 3 equals 6."",
        ],
        [
          "system/system d3661934fbcf93fd: message "You are a helpful assistant."",
          "user/user d3661934fbcf93fd/input/1: message "What is 2 + 2?"",
          "agent/assistant d3661934fbcf93fd/input/2: message "2 + 2 equals 4."",
          "user/user d3661934fbcf93fd/input/3: message "And what is 3 + 3?"",
          "agent/assistant d3661934fbcf93fd/output/0: message "3 + 3 equals 6."",
        ],
      ]
    `);
  });
});
