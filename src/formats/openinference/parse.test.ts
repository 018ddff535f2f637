import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { expectSound } from '../../../test/expect-sound.ts';
import { outlineTrajectory } from '../../../test/outline-trajectory.ts';
import { parseJson } from '../../base/json.ts';
import type { Trajectory } from '../../contracts/trajectory.ts';
import { openinference } from './index.ts';

const context = { uri: null, recordRef: '' };

function read(document: unknown): readonly Trajectory[] {
  const trajectories = openinference.parse(document, context);
  for (const trajectory of trajectories) expectSound(trajectory);
  return trajectories;
}

function readFixture(name: string): readonly Trajectory[] {
  const document = parseJson(readFileSync(new URL(`./__fixtures__/${name}`, import.meta.url), 'utf8'));
  expect(openinference.detect(document)).toBe(0.9);
  return read(document);
}

describe('openinference on recorded spans', () => {
  it('reads a code agent: what ran, what it printed, and the answer, once each (smolagents)', () => {
    const [trajectory] = readFixture('smolagents.flat.json');
    expect(trajectory && outlineTrajectory(trajectory)).toMatchInlineSnapshot(`
      [
        "user/user 93fcaaeb814a0650: message "What is the population of Tokyo?"",
        "system/system 527aa0aa58906c7f/input/0: message "You are an expert assistant who can solv…"",
        "agent/CodeAgent 527aa0aa58906c7f: message "Thought: I need to find the current popu…" | call python_interpreter#call_1 "result = web_search(query=\\"population of…"",
        "tool/web_search 6f3d4f46c51e575f: call web_search#6f3d4f46c51e575f "{\\"args\\": [], \\"sanitize_inputs_outputs\\": …" | result #6f3d4f46c51e575f "## Search Results\\n\\n[Population of Tokela…"",
        "tool/python_interpreter 9f024ee562c898c8/input/4: result #call_1 "Execution logs:\\n## Search Results\\n\\n[Popu…"",
        "agent/CodeAgent 9f024ee562c898c8: message "Thought: Based on the search results, I …"",
        "tool/final_answer 22dbd2485281e912: call final_answer#22dbd2485281e912 "{\\"args\\": [\\"The population of Tokyo is ap…" | result #22dbd2485281e912 "The population of Tokyo is approximately…"",
      ]
    `);
    expect(trajectory?.instruction).toBe('What is the population of Tokyo?');
    expect(trajectory?.coverage.warnings).toEqual([]);
  });

  it('reads agents that hand over to each other (OpenAI Agents SDK)', () => {
    const [trajectory] = readFixture('openai-agents.flat.json');
    expect(trajectory && outlineTrajectory(trajectory)).toMatchInlineSnapshot(`
      [
        "system/system 0d5ab39f79fe5e6a/input/0: message "You are a coordinator agent. You delegat…"",
        "user/user 0d5ab39f79fe5e6a/input/1: message "What is 42 * 7, and what's the weather i…"",
        "agent/coordinator 0d5ab39f79fe5e6a: call transfer_to_math_specialist#call_BcvqKc5BjhX0NeiqTG2eaeFA "" | call transfer_to_research_specialist#call_HxtaQFaymn4MK1H6XUUGChBm """,
        "agent/coordinator d0fb2bfaa2e75b2a: handoff coordinator -> math_specialist "" | error "the span has the status ERROR"",
        "system/system 9dff5545acb5b39e/input/0: message "You are a math specialist agent. You sol…"",
        "tool/transfer_to_research_specialist 9dff5545acb5b39e/input/4: result #call_HxtaQFaymn4MK1H6XUUGChBm "Multiple handoffs detected, ignoring thi…"",
        "tool/transfer_to_math_specialist 9dff5545acb5b39e/input/5: result #call_BcvqKc5BjhX0NeiqTG2eaeFA "{\\"assistant\\": \\"math_specialist\\"}"",
        "agent/math_specialist 9dff5545acb5b39e: call multiply_numbers#call_6OK7LCjPfCaxaJID3WPkrmds "{\\"a\\":42,\\"b\\":7}"",
        "tool/multiply_numbers b66d0b3d5a01d316: result #call_6OK7LCjPfCaxaJID3WPkrmds "294.0"",
        "agent/math_specialist a3638478517b5bf0: message "The product of \\\\(42 \\\\times 7\\\\) is \\\\(294\\\\…"",
      ]
    `);
    expect(trajectory?.tools.map((tool) => tool.name)).toEqual([
      'transfer_to_math_specialist',
      'transfer_to_research_specialist',
      'add_numbers',
      'multiply_numbers',
      'divide_numbers',
    ]);
  });

  it('takes the answers of a whole run apart at the tools that they called (Claude Agent SDK)', () => {
    const [trajectory] = readFixture('claude-agent-sdk.flat.json');
    expect(trajectory && outlineTrajectory(trajectory)).toMatchInlineSnapshot(`
      [
        "user/user c3d1bcc351bf9653: message "What is 42 * 7, and how many miles is th…"",
        "agent/ClaudeAgentSDK c3d1bcc351bf9653/output/2: reasoning "The user wants two things:\\n1. Calculate …" | message "I'll delegate both tasks simultaneously …" | call Agent#toolu_bdrk_013DnTxpqTDkwezwKkHizcHT "{\\"description\\": \\"Calculate 42 * 7\\", \\"sub…" | call Agent#toolu_bdrk_01RQYH5cNSJ2iYbufJ8VbEk4 "{\\"description\\": \\"Convert 294 miles to ki…"",
        "tool/Bash 9ba74ad8363a1acd: call Bash#toolu_bdrk_01SW1rX7PUer9zBaVQv9wLUa "{\\"command\\": \\"echo $((42 * 7))\\", \\"descrip…" | result #toolu_bdrk_01SW1rX7PUer9zBaVQv9wLUa "{\\"stdout\\": \\"294\\", \\"stderr\\": \\"\\", \\"interru…"",
        "tool/Bash d0706922917bdcd1: call Bash#toolu_bdrk_01T4wcJbc3MxsEgsGoQEowaa "{\\"command\\": \\"python3 -c 'miles = 294; km…" | result #toolu_bdrk_01T4wcJbc3MxsEgsGoQEowaa "{\\"stdout\\": \\"Configuration of aws_configu…"",
        "tool/Agent 52c63a60a79dc3e3: result #toolu_bdrk_013DnTxpqTDkwezwKkHizcHT "{\\"status\\": \\"completed\\", \\"prompt\\": \\"Calcu…"",
        "tool/Agent 5399ec80b54ac27c: result #toolu_bdrk_01RQYH5cNSJ2iYbufJ8VbEk4 "{\\"status\\": \\"completed\\", \\"prompt\\": \\"Conve…"",
        "agent/ClaudeAgentSDK c3d1bcc351bf9653/output/4: message "Here are your results:\\n\\n1. **42 × 7 = 29…"",
      ]
    `);
    expect(trajectory?.usage).toEqual({ inputTokens: 4, outputTokens: 767, costUsd: 0.0712653 });
  });

  it('reads retrieval and the root wrapper of a chain, with base64 ids', () => {
    const [trajectory] = readFixture('rag.otlp.json');
    expect(trajectory && outlineTrajectory(trajectory)).toMatchInlineSnapshot(`
      [
        "user/user ed78e4e77f97ca97: message "what was meta's revenue in Q4 2023"",
        "tool/VectorStoreRetriever 2f697b2fba27c4f2: call VectorStoreRetriever#2f697b2fba27c4f2 "{\\"query\\":\\"what was meta's revenue in Q4 …" | result #2f697b2fba27c4f2 "Meta Platforms Inc. Q4 2023 Earnings Rep…"",
        "user/user 19c9ad380e6da405/input/0: message "\\n    Answer the following question based…"",
        "agent/assistant 19c9ad380e6da405: message "Meta Platforms Inc.'s revenue in Q4 2023…"",
      ]
    `);
    expect(trajectory?.coverage.elided).toMatchInlineSnapshot(`
      [
        {
          "count": 1,
          "what": "database spans",
        },
        {
          "count": 3,
          "what": "wrapper spans",
        },
        {
          "count": 1,
          "what": "other spans without an agent, model or tool",
        },
      ]
    `);
  });

  it("reads bodies that AWS's distribution moved into events", () => {
    expect(readFixture('langchain-adot.flat.json').map((one) => outlineTrajectory(one))).toMatchInlineSnapshot(`
      [
        [
          "user/user adot-inf-1/input/0: message "What is the weather in Alaska?"",
          "agent/assistant adot-inf-1: message "Let me check the weather for you." | call get_weather#tc_01 "{\\"city\\":\\"Alaska\\"}"",
          "tool/get_weather adot-tool-1: result #tc_01 "Weather in Alaska: -5C, snowy"",
          "agent/assistant adot-inf-2: message "The weather in Alaska is -5C and snowy."",
          "user/human adot-skip-remaining: message "hi"",
          "agent/assistant adot-skip-remaining/output/0: message "ok"",
        ],
        [
          "user/user adot-t2-inf-1/input/0: message "Tell me a joke"",
          "agent/assistant adot-t2-inf-1: message "Why did the chicken cross the road? To g…"",
        ],
      ]
    `);
  });
});

describe('nested files', () => {
  const llm = (messages: readonly (readonly [string, string])[], answer: string): Record<string, unknown> => ({
    'openinference.span.kind': 'LLM',
    'llm.model_name': 'm',
    'llm.output_messages.0.message.role': 'assistant',
    'llm.output_messages.0.message.content': answer,
    ...Object.fromEntries(
      messages.flatMap(([role, content], index) => [
        [`llm.input_messages.${index}.message.role`, role],
        [`llm.input_messages.${index}.message.content`, content],
      ]),
    ),
  });
  const span = (
    id: string,
    second: number,
    attributes: Record<string, unknown>,
    more: Record<string, unknown> = {},
  ) => ({
    timestamp: `2025-01-01T00:00:${String(second).padStart(2, '0')}.000000Z`,
    duration: 'PT1S',
    trace_id: 'a'.repeat(32),
    span_id: id.padEnd(16, '0'),
    span_name: id,
    span_attributes: attributes,
    status_code: 'Ok',
    status_message: '',
    events: [],
    logs: [],
    child_spans: [],
    ...more,
  });
  const thought = 'Thought: I will count the words of the text with code.\n```py\nprint(len(text.split()))\n```';
  const calls = `Calling tools:\n[{'id': 'call_2', 'type': 'function', 'function': {'name': 'python_interpreter', 'arguments': 'print(len(text.split()))\\nprint(\\'done\\')'}}]`;
  const failure = "Code execution failed at line 'print(x)' due to: InterpreterError: The variable `x` is not defined.";
  const task = [
    ['system', 'You write code to solve tasks.'],
    ['user', 'New task:\nHow many words are in the attached text file?'],
  ] as const;
  const nested = {
    trace_id: 'a'.repeat(32),
    spans: [
      span(
        'main',
        0,
        { 'pat.app': 'test' },
        {
          logs: [{ body: { 'function.arguments': { example: { true_answer: 'GOLD-42' } } } }],
          child_spans: [
            span(
              'run',
              1,
              {
                'openinference.span.kind': 'AGENT',
                'input.value': '{"task": "How many words are in the attached text file?"}',
                'output.value': '7',
              },
              {
                span_name: 'CodeAgent.run',
                duration: 'PT30S',
                child_spans: [
                  span(
                    'step1',
                    2,
                    { 'openinference.span.kind': 'CHAIN', 'output.value': 'Execution logs:\n7' },
                    {
                      child_spans: [span('llm1', 2, llm(task, thought))],
                    },
                  ),
                  span(
                    'step2',
                    4,
                    { 'openinference.span.kind': 'CHAIN' },
                    {
                      status_code: 'Error',
                      status_message: `AgentExecutionError: ${failure}`,
                      events: [
                        {
                          Name: 'exception',
                          Attributes: { 'exception.type': 'AgentExecutionError', 'exception.message': failure },
                        },
                      ],
                      child_spans: [
                        span(
                          'llm2',
                          4,
                          llm(
                            [
                              ...task,
                              ['assistant', `${thought}<end_code>`],
                              ['tool-call', calls],
                              ['tool-response', 'Call id: call_2\nObservation:\nExecution logs:\n7'],
                            ],
                            'Thought: check.',
                          ),
                        ),
                      ],
                    },
                  ),
                  span(
                    'step3',
                    6,
                    { 'openinference.span.kind': 'CHAIN' },
                    {
                      child_spans: [
                        span(
                          'llm3',
                          6,
                          llm(
                            [
                              ...task,
                              ['assistant', `${thought}<end_code>`],
                              ['tool-call', calls],
                              ['tool-response', 'Call id: call_2\nObservation:\nExecution logs:\n7'],
                              ['assistant', 'Thought: check.'],
                              ['tool-call', calls.replace('call_2', 'call_3')],
                              ['tool-response', `Call id: call_3\nError:\n${failure}`],
                            ],
                            'It is 7.',
                          ),
                        ),
                        span('final', 8, {
                          'openinference.span.kind': 'TOOL',
                          'tool.name': 'final_answer',
                          'input.value': '{"args": ["7"]}',
                        }),
                      ],
                    },
                  ),
                ],
              },
            ),
          ],
        },
      ),
    ],
  };

  it('tells each model call and tool as a step under its span id, and the conversation between them once', () => {
    expect(openinference.detect(nested)).toBe(0.95);
    const [trajectory] = read(nested);
    expect(trajectory && outlineTrajectory(trajectory, 60)).toMatchInlineSnapshot(`
      [
        "user/user run0000000000000: message "How many words are in the attached text file?"",
        "system/system llm1000000000000/input/0: message "You write code to solve tasks."",
        "agent/CodeAgent llm1000000000000: message "Thought: I will count the words of the text with code.\\n\`\`\`py…" | call python_interpreter#call_2 "print(len(text.split()))\\nprint('done')"",
        "tool/python_interpreter llm2000000000000/input/4: result #call_2 "Execution logs:\\n7"",
        "agent/CodeAgent llm2000000000000: message "Thought: check." | call python_interpreter#call_3 "print(len(text.split()))\\nprint('done')"",
        "tool/python_interpreter llm3000000000000/input/7: result #call_3 error "Error:\\nCode execution failed at line 'print(x)' due to: Inte…"",
        "agent/CodeAgent llm3000000000000: message "It is 7."",
        "tool/final_answer final00000000000: call final_answer#final00000000000 "{\\"args\\": [\\"7\\"]}" | result #final00000000000 """,
        "agent/CodeAgent run0000000000000/output/0: message "7"",
      ]
    `);
    expect(trajectory?.metadata.stepOfSpan).toEqual({
      step100000000000: 'llm1000000000000',
      step200000000000: 'llm2000000000000',
      step300000000000: 'llm3000000000000',
    });
  });

  it('keeps what the harness logged out of everything but gold', () => {
    const [trajectory] = read(nested);
    expect(JSON.stringify({ ...trajectory, gold: null })).not.toContain('GOLD-42');
    expect(JSON.stringify(trajectory?.gold)).toContain('GOLD-42');
    expect(trajectory?.coverage.elided).toContainEqual({ what: 'logs of the harness (kept as gold)', count: 1 });
  });

  it('reads a call that a text renders as inferred, its arguments as the code they were', () => {
    const [trajectory] = read(nested);
    const call = trajectory?.steps.flatMap((step) => step.events).find((event) => event.kind === 'tool-call');
    expect(call).toMatchObject({
      callId: 'call_2',
      name: 'python_interpreter',
      text: "print(len(text.split()))\nprint('done')",
      inferred: true,
      argumentsValid: true,
    });
  });

  it('does not recurse: spans nested far deeper than a stack holds are read', () => {
    let inner = span('leaf', 1, llm([], 'deep'));
    for (let depth = 0; depth < 10_000; depth++) {
      inner = span(`s${depth}`, 1, { 'openinference.span.kind': 'CHAIN' }, { child_spans: [inner] });
    }
    const trajectories = openinference.parse({ trace_id: 'a'.repeat(32), spans: [inner] }, context);
    expect(trajectories[0]?.steps.map((step) => step.id)).toEqual(['leaf000000000000']);
  });
});
