import type { HostileProgram } from './hostile-program.ts';

const STOPPED = ['timeout', 'memory'] as const;
const THROWS = ['exception'] as const;

/** Programs that were seen to break, or get out of, some sandbox or other. */
export const HOSTILE_JAVASCRIPT: Readonly<Record<string, HostileProgram>> = {
  'endless loop': { source: '() => { while (true) {} }', ends: ['timeout'] },
  'endless loop that catches': {
    source: '() => { for (;;) { try { for (;;) {} } catch {} finally { continue; } } }',
    ends: ['timeout'],
  },
  'endless generator': { source: '() => { const g = (function* () { for (;;) yield 1; })(); for (const x of g); }', ends: ['timeout'] },
  'strings pushed for ever': { source: '() => { const a = []; for (;;) a.push("x".repeat(1e6) + a.length); }', ends: STOPPED },
  'arrays filled for ever': { source: '() => { const a = []; for (;;) a.push(new Array(1e6).fill(1)); }', ends: STOPPED },
  'out of memory, caught, again': {
    source: '() => { const a = []; for (;;) { try { for (;;) a.push("x".repeat(1e6) + a.length); } catch {} } }',
    ends: STOPPED,
  },
  'one huge array buffer': { source: '() => new ArrayBuffer(2 ** 31).byteLength > 0', ends: ['exception', 'memory'] },
  'one huge array': { source: '() => new Array(2 ** 26).fill(1).length > 0', ends: STOPPED },
  'string doubled for ever': { source: '() => { let s = "x"; for (;;) s += s; }', ends: ['exception', ...STOPPED] },
  'BigInt squared for ever': { source: '() => { let x = 2n; for (;;) x = x * x; }', ends: ['exception', ...STOPPED] },
  'prototype pollution': {
    source:
      '() => { Object.prototype.holds = true; Array.prototype.map = null; JSON.parse = null; globalThis.left = 1; return true; }',
    ends: ['holds'],
  },
  'deep recursion': { source: '() => { const f = () => f() + 1; return f() > 0; }', ends: THROWS },
  'deep recursion through getters': {
    source: '() => { const o = { get a() { return this.a; } }; return o.a; }',
    ends: THROWS,
  },
  '100 MB to the console': {
    source: '() => { for (let i = 0; i < 100; i++) console.log("x".repeat(1e6)); return true; }',
    ends: ['holds', ...STOPPED],
  },
  'catastrophic pattern': { source: '() => /^(a+)+$/.test("a".repeat(40) + "!")', ends: ['timeout'] },
  'eval in eval': { source: '() => { const f = () => eval("f()"); return f(); }', ends: THROWS },
  'eval of a long text': {
    source: '() => { let s = "1"; for (let i = 0; i < 16; i++) s = `eval(${JSON.stringify(s)})`; return eval(s) === 1; }',
    ends: ['holds', ...THROWS, ...STOPPED],
  },
  'JSON.stringify, 20,000 deep': {
    source: '() => { let a = []; for (let i = 0; i < 20000; i++) a = [a]; return JSON.stringify(a).length > 0; }',
    ends: ['exception', ...STOPPED],
  },
  'JSON.parse, 100,000 deep': { source: '() => JSON.parse("[".repeat(100000)) !== null', ends: THROWS },
  'an answer 20,000 deep': {
    source: '() => { let a = []; for (let i = 0; i < 20000; i++) a = [a]; return { holds: true, evidence: a }; }',
    ends: ['bad-return', ...STOPPED],
  },
  'an answer of 50 MB': {
    source: '() => ({ holds: false, message: "x".repeat(5e7) })',
    ends: ['bad-return', ...STOPPED],
  },
  'an answer that loops when read': { source: '() => ({ get holds() { for (;;); } })', ends: ['timeout'] },
  'an answer that is a trap': { source: '() => new Proxy({}, { get() { for (;;); } })', ends: ['timeout'] },
  'an error that loops when read': { source: '() => { throw { get message() { for (;;); } }; }', ends: ['timeout'] },
  'sort with a comparator for ever': {
    source: '() => { const a = Array.from({ length: 1e6 }, (_, i) => i); for (;;) a.sort(() => -1); }',
    ends: STOPPED,
  },
  'join of a sparse array': { source: '() => new Array(1e9).join("ab").length > 0', ends: ['exception', ...STOPPED] },
  'split into millions': { source: '() => "x".repeat(5e7).split("").length > 0', ends: STOPPED },
  'import of a module of Node': { source: '() => import("node:fs")', ends: ['bad-return'] },
  'import, waited for': { source: 'async () => (await import("node:child_process")).execSync("id") !== null', ends: ['bad-return'] },
  require: { source: '() => require("fs").readFileSync("/etc/passwd") !== null', ends: THROWS },
  process: { source: '() => process.exit(1)', ends: THROWS },
  fetch: { source: '() => fetch("http://127.0.0.1/") !== null', ends: THROWS },
  'constructor of this': { source: '() => this.constructor.constructor("return process")() !== null', ends: THROWS },
  'constructor of the trajectory': {
    source: '(trajectory) => trajectory.constructor.constructor("return process")() !== null',
    ends: THROWS,
  },
  'constructor of console.log': { source: '() => console.log.constructor("return process")() !== null', ends: THROWS },
  'a promise': { source: 'async () => true', ends: ['bad-return'] },
  'a promise for ever': { source: '() => new Promise(() => {})', ends: ['bad-return'] },
  'the current time': { source: '() => Date.now() > 0', ends: THROWS },
  'the current time, by a subclass': { source: '() => new (class extends Date {})().getTime() > 0', ends: THROWS },
  'the current time, by the constructor': { source: '() => new (new Date(0).constructor)().getTime() > 0', ends: THROWS },
  chance: { source: '() => Math.random() > 0', ends: THROWS },
};

/** Holds where nothing that an earlier check did is left. The data has `steps`, each with `position`. */
export const CLEAN_JAVASCRIPT = `(trajectory, step) =>
  ({}).holds === undefined &&
  typeof left === 'undefined' &&
  [1].map((x) => x)[0] === 1 &&
  JSON.parse('1') === 1 &&
  new Uint8Array(1e6).every((byte) => byte === 0) &&
  trajectory.evil === undefined &&
  step.position === 0`;
