import { describe, expect, it } from 'vitest';
import { codeAction, codeBlocks, eventsWithAction, jsonTagAction, reactAction, tagAction } from './text-actions.ts';

const cut = (text: string, action: { start: number; end: number } | null): string =>
  action === null ? '' : text.slice(action.start, action.end);

describe('codeBlocks', () => {
  it('finds blocks with and without a language', () => {
    const text = 'a\n```python\nx = 1\n```\nb\n```\nls\n```';
    expect(codeBlocks(text).map(({ language, code }) => [language, code])).toEqual([
      ['python', 'x = 1'],
      ['', 'ls'],
    ]);
  });

  it('takes no fence that never closes, and none that closes on its own line', () => {
    expect(codeBlocks('```python\nx = 1')).toEqual([]);
    expect(codeBlocks('the answer is\n```red, white```\nor\n```red```')).toEqual([]);
  });

  it('closes at a fence of the same kind, so that a longer one may hold a shorter', () => {
    expect(codeBlocks('````md\n```sh\nls\n```\n````').map(({ code }) => code)).toEqual(['```sh\nls\n```']);
  });

  it('keeps an empty block empty', () => {
    expect(codeBlocks('```sh\n```').map(({ code }) => code)).toEqual(['']);
  });
});

describe('codeAction', () => {
  it('names the tool after the language', () => {
    expect(codeAction('```py\n1\n```')?.name).toBe('python');
    expect(codeAction('```sh\nls\n```')?.name).toBe('bash');
    expect(codeAction('```ruby\np 1\n```')?.name).toBe('execute_code');
  });

  it('takes several blocks as one action whose text is a quote', () => {
    const text = 'first\n```sh\npip install x\n```\nthen\n```python\nimport x\n```\nlast';
    const action = codeAction(text);
    expect(text).toContain(action?.text);
    expect(action?.text).toContain('import x');
    expect(cut(text, action)).toBe(action?.text);
  });

  it('is none without code', () => {
    expect(codeAction('no code')).toBeNull();
    expect(codeAction('```\n\n```')).toBeNull();
  });
});

describe('tagAction', () => {
  it('reads tool and parameters', () => {
    const text = 'I search.\n<action>\ntool: search\nparameters: {"query": "a: b"}\n</action>\nDone.';
    const action = tagAction(text);
    expect(action).toMatchObject({ name: 'search', text: '{"query": "a: b"}', arguments: { query: 'a: b' } });
    expect(cut(text, action)).toMatch(/^<action>[\s\S]*<\/action>$/);
  });

  it('takes the last of several, and one that is cut off', () => {
    expect(tagAction('<action>\ntool: a\n</action><action>\ntool: b\n</action>')?.name).toBe('b');
    expect(tagAction('<action>\ntool: a\nparameters: {"x": 1')).toMatchObject({ name: 'a', argumentsValid: false });
  });

  it('is none without a tool', () => {
    expect(tagAction('<action>go north</action>')).toBeNull();
  });
});

describe('reactAction and jsonTagAction', () => {
  it('reads a ReAct action with JSON or plain input, up to an observation that the agent made up', () => {
    const text = 'Thought: x\nAction: read\nAction Input: a.txt\nObservation: invented';
    expect(reactAction(text)).toMatchObject({ name: 'read', text: 'a.txt', arguments: null, argumentsValid: true });
    expect(reactAction('Action: read\nAction Input: {"p": 1}')?.arguments).toEqual({ p: 1 });
    expect(reactAction('Action: think about it')).toBeNull();
  });

  it('reads a call in tags', () => {
    const text = '<tool_call>\n{"name": "close", "arguments": {"p": 1}}\n</tool_call>';
    expect(jsonTagAction(text)).toMatchObject({ name: 'close', arguments: { p: 1 } });
    expect(jsonTagAction('<tool_call>not json</tool_call>')).toBeNull();
  });
});

describe('eventsWithAction', () => {
  it('cuts the text at the action: nothing is lost, nothing stands twice', () => {
    const text = 'before\n```sh\nls\n```\nafter';
    const action = codeAction(text);
    if (action === null) throw new Error('no action');
    const events = eventsWithAction(text, action, 'c1');
    expect(events.map(({ kind, text: part }) => [kind, part])).toEqual([
      ['message', 'before'],
      ['tool-call', 'ls'],
      ['message', 'after'],
    ]);
    expect(events[1]).toMatchObject({ inferred: true, callId: 'c1', name: 'bash' });
  });
});

describe('hostile text', () => {
  it.each([
    ['fences', '```\n'.repeat(200_000)],
    ['spaces', ' '.repeat(2_000_000)],
    ['open tags', '<action>\n'.repeat(200_000)],
    ['open calls', '<tool_call>{'.repeat(150_000)],
    ['actions', 'Action: a\n'.repeat(200_000)],
  ])('of many %s is come to an end with, which in more than linear time would take minutes', (_name, text) => {
    for (const find of [codeAction, tagAction, reactAction, jsonTagAction]) {
      const found = find(text);
      expect(found === null || found.end <= text.length).toBe(true);
    }
  });
});
