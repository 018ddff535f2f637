import { describe, expect, it } from 'vitest';
import { tryParseJson } from '../base/json.ts';
import type { ToolResult } from '../contracts/trajectory.ts';
import { failureOf } from './tool-failure.ts';

function resultOf(text: string, flags: Partial<Pick<ToolResult, 'isError' | 'errorType'>> = {}): ToolResult {
  return {
    id: 'e0',
    rawRef: null,
    kind: 'tool-result',
    callId: 'c',
    name: 'tool',
    text,
    data: (tryParseJson(text) ?? null) as ToolResult['data'],
    isError: null,
    errorType: null,
    ...flags,
  };
}

const TRACEBACK = 'Traceback (most recent call last):\n  File "a.py", line 3, in <module>\n    f()\n';

describe('failureOf', () => {
  it.each([
    ['Error: user not found', 'not-found', 'Error: user not found'],
    ['Error: non-pending order cannot be modified', 'refused', 'Error: non-pending order cannot be modified'],
    ['Error: payment amount does not add up, total price is 3, but paid 2', 'refused', 'does not add up'],
    ['Error: TimeoutError', 'infrastructure', 'TimeoutError'],
    ['{"error": "rate limit exceeded, retry later"}', 'infrastructure', 'rate limit exceeded'],
    ['{"success": false, "message": "missing required parameter: date"}', 'invocation', 'missing required'],
    ['{"status": "error", "message": "No data found"}', 'not-found', 'No data found'],
    ['{"stdout": "", "exit_code": 2}', 'execution', '"exit_code"'],
    ['{"output": "boom", "metadata": {"exit_code": 1}}', 'execution', '"exit_code"'],
    ['Exit code 2\nmake: *** no rule to make target', 'execution', 'no rule to make'],
    ['bash: line 1: whois: command not found\nexit status 127\n', 'execution', 'whois: command not found'],
    [
      `exitcode: 1 (execution failed)\nCode output: ${TRACEBACK}KeyError: 'Snowfall'\n`,
      'execution',
      "KeyError: 'Snowfall'",
    ],
    [
      `exitcode: 1 (execution failed)\nCode output: ${TRACEBACK}cv2.error: resize: empty image\n`,
      'execution',
      'cv2.error',
    ],
    [
      `exitcode: 1 (execution failed)\nCode output: ${TRACEBACK}TypeError: 'NoneType' object is not iterable\n${'page text\n'.repeat(900)}`,
      'execution',
      "'NoneType' object is not iterable",
    ],
    [
      `<returncode>1</returncode>\n<output>\n${TRACEBACK}requests.exceptions.ConnectionError: Max retries exceeded\n</output>`,
      'infrastructure',
      'Max retries exceeded',
    ],
    [
      'exitcode: 1 (execution failed)\nCode output: SyntaxError: leading zeros in decimal integer literals are not permitted\n',
      'execution',
      'leading zeros',
    ],
    [
      '<returncode>1</returncode>\n<output>\n....F\n1 failed, 4 passed in 0.2s\n</output>',
      'execution',
      '1 failed, 4 passed',
    ],
    ['exitcode: 0 (execution succeeded)\nCode output: Error: no table of that name\n', 'execution', 'Error: no table'],
    ['Address: https://a.example/x\nTitle: Error 403\n', 'access', 'Title: Error 403'],
    ['Here is a screenshot of [Just a moment...](https://a.example/).', 'access', 'Just a moment...'],
    ['Address: file:///w/a.pdf\nTitle: Error 404\n', 'not-found', 'Title: Error 404'],
    [
      'I clicked Shop. Here is a screenshot of [shop.example](chrome-error://chromewebdata/)',
      'infrastructure',
      'chrome-error',
    ],
    ['Tool "search_v2" not found', 'invocation', 'search_v2'],
    ['Exit code 1\n== FAILURES ==\ntest_a - AssertionError: expected 5', 'execution', 'AssertionError: expected 5'],
    ['Your proposed edit has introduced new syntax error(s).\nERRORS:\n- E999', 'invocation', 'Your proposed edit'],
  ] as const)('sees the failure in %j', (text, kind, words) => {
    const failure = failureOf(resultOf(text));
    expect(failure?.kind).toBe(kind);
    expect(text.slice(failure?.start, failure?.end)).toContain(words);
  });

  it.each([
    ['{"order_id": "#W1", "status": "error"}'],
    ['{"job": "nightly", "status": "failed"}'],
    ['[{"error_rate": 0.2}]'],
    ['{"error": null, "result": 3}'],
    ['Errors in Python are exceptions. This page explains them.'],
    ['exitcode: 0 (execution succeeded)\nCode output: 732050\n'],
    ['<returncode>0</returncode>\n<output>\n12: raise ValueError("x")\n</output>'],
    ['<returncode>1</returncode>\n<output>\n</output>'],
    ['[The command completed with exit code 0.]'],
    ['The log says: exit code: 3 means that the disk is full. '.padStart(900, 'text ')],
    ['[504] StaticText "Dashboard"'],
    ['# 403 lines of code were changed in this release'.padStart(2000, '-')],
    ['Login | Register | Search. Welcome to the shop.'],
    ['I was told to verify the total. '],
    [''],
  ])('sees none in %j', (text) => {
    expect(failureOf(resultOf(text))).toBeNull();
  });

  it('believes the flag of the source in both directions', () => {
    expect(failureOf(resultOf('Error: anything', { isError: false }))).toBeNull();
    expect(failureOf(resultOf('Error: Tool execution failed: Command not found', { isError: true }))?.kind).toBe(
      'not-found',
    );
    expect(failureOf(resultOf('nothing telling', { isError: true }))?.kind).toBe('execution');
    const schema = '{"error": {"message": "search requires a string id", "type": "SchemaError"}, "ok": false}';
    const flagged = failureOf(resultOf(schema, { isError: true }));
    expect(flagged?.kind).toBe('invocation');
    expect(schema.slice(flagged?.start, flagged?.end)).toBe('search requires a string id');
    expect(failureOf(resultOf('bad input', { isError: true, errorType: 'ValidationError' }))?.kind).toBe('invocation');
  });

  it('believes an exit code more than a flag that was read from it', () => {
    expect(failureOf(resultOf('<returncode>1</returncode>\n<output>\n</output>', { isError: true }))).toBeNull();
    expect(failureOf(resultOf('Exit code 1', { isError: true }))).toBeNull();
    expect(failureOf(resultOf('exitcode: 0\nCode output: Error: no such table\n', { isError: false }))).not.toBeNull();
    expect(failureOf(resultOf('Exit code 2\nE: bad option', { isError: true }))?.kind).toBe('execution');
    expect(failureOf(resultOf('Exit code 2\nE: bad option', { isError: false }))).toBeNull();
  });

  // In more than linear time these would take minutes.
  it.each([
    ['Error', 'Error'.repeat(400_000)],
    ['a.', `${'a.'.repeat(600_000)}Error`],
    ['[#', '[#'.repeat(800_000)],
    ['line breaks', `${'\n'.repeat(1_000_000)}exit code`],
  ])('comes to an end with a text of many %s', (_name, text) => {
    expect(failureOf(resultOf(text))).toBeNull();
  });
});
