import { describe, expect, it } from 'vitest';
import { outlineOf, parseFirst, readFormatFixture } from '../../../test/read-format-fixture.ts';
import { whowhen } from './index.ts';

describe('whowhen', () => {
  it('reads a chat of experts, and the code that the terminal ran', () => {
    const [run] = readFormatFixture(whowhen, 'expert-chat.json');
    expect(run && outlineOf(run)).toEqual([
      '0 agent Number_Expert: message',
      '1 environment Computer_terminal: message',
      '2 agent Number_Expert: message, call python*, message',
      '3 tool Computer_terminal: result python true',
      '4 agent Verification_Expert: message, call bash*',
      '5 tool Computer_terminal: result bash false',
      '6 agent Verification_Expert: message',
    ]);
    expect(run?.steps[2]?.events[1]?.text).toBe('print(sum(1 for n in range(1, 30) if prime(n)))');
    expect(run?.policy).toContain('# Verification_Expert\n## Your role');
    expect(run?.metadata).toEqual({ level: '1' });
    expect(run?.coverage.elided).toEqual([{ what: 'field `extra`', count: 1 }]);
  });

  it('names an orchestrator by what stands before the bracket, and takes the bracket for the kind', () => {
    const [run] = readFormatFixture(whowhen, 'orchestrated.json');
    expect(run && outlineOf(run)).toEqual([
      '0 user human: message',
      '1 agent Orchestrator: plan',
      '2 agent Orchestrator: reasoning',
      '3 agent Orchestrator: handoff to WebSurfer',
      '4 agent Orchestrator: reasoning',
      '5 agent WebSurfer: call type*, result type null',
      '6 agent Orchestrator: handoff to WebSurfer',
      '7 agent WebSurfer: call click*, result click null',
      '8 agent WebSurfer: message',
      '9 agent Orchestrator: handoff to ComputerTerminal, call bash*',
      '10 agent Orchestrator: reasoning',
      '11 tool ComputerTerminal: result bash true',
      '12 agent Orchestrator: handoff to ComputerTerminal',
      '13 environment ComputerTerminal: message',
      '14 agent Orchestrator: plan',
      '15 agent Orchestrator: message',
    ]);
  });

  it('keeps labels and the answer in gold, and sets the outcome from the verdict alone', () => {
    const [run] = readFormatFixture(whowhen, 'orchestrated.json');
    expect(run?.gold).toEqual({
      ground_truth: 'Dogs on a leash',
      is_corrected: 'False',
      mistake_agent: 'WebSurfer',
      mistake_reason: 'The surfer opens a page that is not allowed instead of the page of the north gate.',
      mistake_step: '7',
    });
    expect(run?.outcome).toMatchObject({ status: 'failed', reward: null });
    expect(run?.instruction).toBe('What does the sign at the north gate of the park say?');
  });

  it('leaves the outcome open where the run has no verdict', () => {
    const history = [{ role: 'human', content: 'q' }];
    expect(parseFirst(whowhen, { question: 'q', ground_truth: 'x', history }).outcome.status).toBe('unknown');
    expect(parseFirst(whowhen, { question: 'q', is_correct: true, history }).outcome.status).toBe('succeeded');
  });

  it('takes no output for an answer to code of its own speaker', () => {
    const run = parseFirst(whowhen, {
      question: 'q',
      is_correct: false,
      history: [
        { name: 'A', role: 'assistant', content: '```python\n1\n```' },
        { name: 'A', role: 'assistant', content: 'exitcode: 0 (execution succeeded)\nCode output: 1' },
      ],
    });
    expect(outlineOf(run)).toEqual(['0 agent A: message', '1 agent A: message']);
  });
});
