import { describe, expect, it } from 'vitest';
import { agent, result, runRule, user } from '../../../test/run-rule.ts';
import rule from './no-placeholder-data.ts';

const call = (argument: unknown, task = 'Find the weather.') =>
  runRule(rule, [user(task), agent('', ['fetch', argument]), result('fetch', 'Error: 401')]);

describe('no-placeholder-data', () => {
  it.each([
    [{ path: 'path/to/image.jpg' }, 'path/to/image.jpg'],
    [{ key: 'YOUR_API_KEY' }, 'YOUR_API_KEY'],
    [{ token: '<your token here>' }, '<your token here>'],
    [{ id: '2206.XXXX' }, '2206.XXXX'],
    [{ email: 'someone@example.com' }, 'someone@example.com'],
    [{ name: 'John Doe' }, 'John Doe'],
  ])('finds a call with %j', (argument, placeholder) => {
    const found = call(argument);
    expect(found.blamed).toEqual([1]);
    expect(found.quotes[0]).toBe(placeholder);
  });

  it('finds one in code that a message wants to be run', () => {
    const found = runRule(rule, [
      user('Describe the picture.'),
      agent('Run this:\n```python\nImage.open("path_to_the_image")\n```'),
    ]);
    expect(found.quotes).toEqual(['path_to_the_image']);
  });

  it('takes for real what the user or a tool gave', () => {
    expect(call({ email: 'mia@example.com' }, 'My e-mail is mia@example.com').blamed).toEqual([]);
    expect(call({ path: 'data/images/tower.jpg' }).blamed).toEqual([]);
    expect(call({ path: 'data/images/tower.jpg' }).checked).toBe(1);
  });

  it('lets written files hold made-up people', () => {
    expect(call({ content: 'name,mail\nJohn Doe,a@example.com\n' }).blamed).toEqual([]);
  });
});
