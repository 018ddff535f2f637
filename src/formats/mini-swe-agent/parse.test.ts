import { describe, expect, it } from 'vitest';
import { outlineOf, parseFirst, readFormatFixture } from '../../../test/read-format-fixture.ts';
import { bashBlocks } from './bash-blocks.ts';
import { miniSweAgent } from './index.ts';

describe('mini-swe-agent', () => {
  it('pairs commands with what they returned, and leaves a rejected message without a call', () => {
    const [run] = readFormatFixture(miniSweAgent, 'format-error-and-submission.json');
    expect(run?.id).toBe('astropy__astropy-14995');
    expect(run && outlineOf(run)).toEqual([
      '1 system system: message',
      '2 user user: message',
      '3 agent assistant: reasoning, call bash*',
      '4 tool bash: result bash false',
      '5 agent assistant: reasoning, call bash*',
      '6 tool bash: result bash false',
      '7 agent assistant: message',
      '8 environment environment: message',
      '9 agent assistant: reasoning, call bash*',
      '10 tool bash: result bash false',
      '11 agent assistant: reasoning, call bash*',
      '12 tool bash: result bash null',
    ]);
  });

  it('does not take a submission for a success, and keeps its facts', () => {
    const [run] = readFormatFixture(miniSweAgent, 'format-error-and-submission.json');
    expect(run?.outcome).toMatchObject({ status: 'unknown', reward: null });
    expect(run?.metadata).toMatchObject({ exitStatus: 'Submitted', stepLimit: 250, costLimit: 3 });
    expect(String(run?.metadata.submission)).toMatch(/^diff --git/);
    expect(run?.steps[2]?.usage).toMatchObject({ inputTokens: expect.any(Number), outputTokens: expect.any(Number) });
  });

  it('takes a limit for a failure, and reads the tool calls of the second version', () => {
    const [run] = readFormatFixture(miniSweAgent, 'tool-calls-limits.json');
    expect(run?.outcome).toMatchObject({ status: 'failed', reason: 'the run ended by LimitsExceeded' });
    expect(run && outlineOf(run)).toEqual([
      '1 system system: message',
      '2 user user: message',
      '3 agent assistant: message, call bash',
      '4 tool bash: result bash true',
      '5 agent assistant: message, call bash',
      '6 tool bash: result bash false',
      '7 environment exit: message',
    ]);
  });

  it('reads bare messages, whose last answer is the submission', () => {
    const [run] = readFormatFixture(miniSweAgent, 'bare-messages.json');
    expect(run?.steps.at(-1)).toMatchObject({ role: 'tool', events: [{ kind: 'tool-result', name: 'bash' }] });
    expect(run?.coverage.warnings).toEqual([]);
  });

  it('takes a killed command for an error', () => {
    const run = parseFirst(miniSweAgent, {
      info: { mini_version: '1.0.0' },
      messages: [
        { role: 'system', content: 's' },
        { role: 'user', content: 'u' },
        { role: 'assistant', content: 'THOUGHT: wait\n\n```bash\nsleep 99\n```' },
        { role: 'user', content: 'The last command <command>sleep 99</command> timed out and has been killed.' },
      ],
    });
    expect(run.steps[3]?.events[0]).toMatchObject({ kind: 'tool-result', isError: true, errorType: 'timeout' });
  });
});

describe('bashBlocks', () => {
  it('ends a command at the first closing fence, as the agent itself does', () => {
    const text = 'a\n```bash\ncat <<EOF > x.md\n```python\n1\nEOF\n```\n```python\n2\n```\n```bash\nls\n```';
    expect(bashBlocks(text).map((block) => block.text)).toEqual(['cat <<EOF > x.md', 'ls']);
    expect(bashBlocks('```bash\nls')).toEqual([]);
  });
});
