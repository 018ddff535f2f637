/**
 * Runs inside QuickJS before any check: takes away what differs from one call to the next, and returns the functions
 * that the host calls. It keeps its own copies of what it needs, though a check could only deceive itself.
 */
export const JAVASCRIPT_HARNESS = `(function (maxResultChars, maxOutputChars) {
  'use strict';
  const { parse, stringify } = JSON;
  const text = String;
  const RealDate = Date;
  const refuse = (what) => {
    throw new Error(what + ' is not available to a check: the same trace must always get the same answer');
  };
  function CheckDate(...args) {
    if (new.target === undefined || args.length === 0) refuse('the current time');
    return Reflect.construct(RealDate, args, new.target);
  }
  CheckDate.UTC = RealDate.UTC;
  CheckDate.parse = RealDate.parse;
  CheckDate.now = () => refuse('the current time');
  CheckDate.prototype = RealDate.prototype;
  RealDate.prototype.constructor = CheckDate;
  globalThis.Date = CheckDate;
  Math.random = () => refuse('Math.random');
  delete globalThis.performance;
  delete globalThis.WeakRef;
  delete globalThis.FinalizationRegistry;

  let output = '';
  const print = (...parts) => {
    for (const part of parts) {
      if (output.length >= maxOutputChars) return;
      let shown;
      try {
        shown = typeof part === 'string' ? part : (stringify(part) ?? text(part));
      } catch {
        shown = typeof part;
      }
      output += shown.slice(0, maxOutputChars - output.length) + ' ';
    }
    output += '\\n';
  };
  globalThis.console = { log: print, info: print, warn: print, error: print, debug: print };

  const describe = (value) => {
    if (value === null) return 'null';
    if (value === undefined) return 'nothing';
    if (typeof value === 'object' && typeof value.then === 'function') return 'a promise';
    return Array.isArray(value) ? 'a list' : typeof value === 'object' ? 'an object' : 'a ' + typeof value;
  };
  const describeError = (error) => {
    let message = 'threw ' + typeof error;
    let line = null;
    try {
      const named = error !== null && typeof error === 'object' && 'message' in error;
      message = named ? text(error.name) + ': ' + text(error.message) : 'threw ' + text(error);
      const place = /check\\.js:(\\d+)/.exec(text(error.stack));
      if (place !== null) line = +place[1];
    } catch {}
    return { message: message.slice(0, 2000), line };
  };
  const reply = (value) => stringify(value);

  let data = null;
  return {
    load: (json) => {
      data = parse(json);
    },
    describeError: (error) => reply({ failure: describeError(error), output }),
    call: (check, position) => {
      let value;
      try {
        const step = position === null ? null : (data?.steps?.[position] ?? null);
        value = check(data, step);
      } catch (error) {
        return reply({ failure: { reason: 'exception', ...describeError(error) }, output });
      }
      const wrong = (message) => reply({ failure: { reason: 'bad-return', message, line: null }, output });
      if (typeof value !== 'boolean' && (typeof value !== 'object' || value === null)) return wrong('got ' + describe(value));
      try {
        if (describe(value) === 'a promise') return wrong('got a promise');
        const json = stringify(value);
        if (typeof json !== 'string') return wrong('got ' + describe(value));
        if (json.length > maxResultChars) {
          return wrong('the answer is ' + json.length + ' characters, more than ' + maxResultChars);
        }
        return reply({ json, output });
      } catch (error) {
        return wrong('the answer is not JSON: ' + describeError(error).message);
      }
    },
  };
})`;
