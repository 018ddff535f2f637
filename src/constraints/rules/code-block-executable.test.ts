import { describe, expect, it } from 'vitest';
import { runRule } from '../../../test/run-rule.ts';
import rule from './code-block-executable.ts';

const chat = (...turns: readonly (readonly [string, string])[]) => ({
  question: 'How many?',
  history: turns.map(([name, content]) => ({ role: 'assistant', name, content })),
  mistake_agent: '',
  mistake_step: '0',
  mistake_reason: '',
});
const COMPLAINT = ['Computer_terminal', 'There is no code from the last 1 message for me to execute.'] as const;

describe('code-block-executable', () => {
  it('blames the first message without code where none that runs ever follows', () => {
    const run = runRule(rule, chat(['Lead', 'Let us count.'], COMPLAINT, ['Lead', 'It is 12, I think.'], COMPLAINT));
    expect(run.blamed).toEqual([0]);
    expect(run.quotes).toContain('Let us count.');
  });

  it('lets a slip pass that the next code makes good', () => {
    const code = ['Lead', 'Here:\n```python\nprint(12)\n```'] as const;
    const output = ['Computer_terminal', 'exitcode: 0 (execution succeeded)\nCode output: 12\n'] as const;
    const run = runRule(rule, chat(['Lead', 'Let us count.'], COMPLAINT, code, output, ['Lead', 'It is 12.']));
    expect(run.checked).toBe(2);
    expect(run.blamed).toEqual([]);
  });

  it('does not apply where no executor speaks', () => {
    expect(runRule(rule, chat(['Lead', 'There is no code to execute.'])).checked).toBe(0);
  });
});
