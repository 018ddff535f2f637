import { describe, expect, it } from 'vitest';
import { ConversationMemory } from './conversation-memory.ts';

const LONG = 'This is the task that the agent was given, in full words.';

describe('ConversationMemory', () => {
  it('knows a text as often as it was said', () => {
    const memory = new ConversationMemory();
    memory.note('user', 'yes', null);
    const times = new Map<string, number>();
    expect(memory.recall('user', 'yes', times, true)).not.toBe(null);
    expect(memory.recall('user', 'yes', times, true)).toBe(null);
  });

  it('takes a long text for the same whoever says it, a short one only from the same', () => {
    const memory = new ConversationMemory();
    memory.note('assistant', LONG, null);
    memory.note('assistant', 'ok', null);
    expect(memory.recall('user', LONG, new Map(), true)).not.toBe(null);
    expect(memory.recall('user', 'ok', new Map(), true)).toBe(null);
  });

  it('knows a text with a little around it, and not one that merely quotes it', () => {
    const memory = new ConversationMemory();
    memory.note('user', LONG, null);
    expect(memory.recall('user', `New task:\n${LONG}`, new Map(), true)).not.toBe(null);
    expect(memory.recall('user', `${LONG} ${'And much more is said here. '.repeat(10)}`, new Map(), true)).toBe(null);
    expect(memory.recall('user', `New task: ${LONG}`, new Map(), false)).toBe(null);
  });

  it('finds an answer with its closing tag put back, however long ago it was', () => {
    const memory = new ConversationMemory();
    memory.note('assistant', LONG, null);
    for (let index = 0; index < 50; index++)
      memory.note('assistant', `${index}: something else was said at length`, null);
    expect(memory.recall('assistant', `${LONG}</code>`, new Map(), true)).not.toBe(null);
  });
});
