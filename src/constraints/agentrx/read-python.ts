import { own, ownString } from '../../base/json.ts';
import { plural } from '../../base/text.ts';
import type { Note } from './import-result.ts';

export interface PythonCheck {
  readonly source: string;
  readonly functionName: string;
}

/** The function that the checker calls; it calls the check's own. */
const ENTRY = 'culprit_check';
/** Longest program that is taken, in characters, and docstring, in lines. */
const MAX_SOURCE = 500_000;
const MAX_DOCSTRING = 100;
/** Modules that AgentRx puts where a check finds them without importing them. */
const MODULES = ['json', 're', 'math', 'collections'] as const;

/**
 * The program of a `python_check`, put right where that is safe, with what makes its answer True, False or a verdict behind
 * it. The lines keep their numbers, unless a note says otherwise. Null where there is no code.
 */
export function readPython(check: unknown, note: Note): PythonCheck | null {
  const lines = linesOf(check, note);
  if (lines.every((line) => line.trim() === '')) return null;
  if (lines.reduce((sum, line) => sum + line.length + 1, 0) > MAX_SOURCE) {
    note('skipped', `its code is longer than ${MAX_SOURCE} characters`);
    return null;
  }
  const repaired = withDocstrings(lines, note);
  const name = functionNameOf(check, repaired, note);
  const body = bodyOf(repaired, name);
  noteReturns(body, note);
  const fromOne = countsFromOne(body);
  if (fromOne) {
    note(
      'repair',
      "the code takes current_step_index - 1 for the current step, but AgentRx counts from 0 there: it is given the step's number, from 1",
    );
  }
  const early = needsModulesEarly(repaired);
  if (early) note('repair', `a line that imports ${MODULES.join(', ')} was put first: lines in errors are one higher`);
  return {
    source: [
      ...(early ? [`import ${MODULES.join(', ')}`] : []),
      ...repaired,
      ...entry(name, fromOne, /\bPOLICY_TEXT\b/.test(repaired.join('\n'))),
    ].join('\n'),
    functionName: ENTRY,
  };
}

function linesOf(check: unknown, note: Note): readonly string[] {
  const given = own(check, 'code_lines') ?? own(check, 'code') ?? own(check, 'source');
  const texts = Array.isArray(given) ? given : [given];
  const lines = texts.flatMap((text) => (typeof text === 'string' ? text.split(/\r\n?|\n/) : []));
  if (typeof given === 'string') note('off-schema', 'the code is one text, not a list of lines');
  const first = lines.findIndex((line) => line.trim() !== '');
  if (!/^```/.test(lines[first]?.trim() ?? '')) return lines;
  note('repair', 'the fence of a Markdown code block around the code was taken away');
  const last = lines.findLastIndex((line) => line.trim() === '```');
  return lines.slice(first + 1, last > first ? last : undefined);
}

/** The prompts show a docstring that opens and closes with two quotes, and models copy it: a syntax error. */
function withDocstrings(lines: readonly string[], note: Note): readonly string[] {
  const fixed = [...lines];
  let count = 0;
  for (let at = 1; at < fixed.length; at++) {
    const opening = /^(\s*[rRuU]?)""([\p{L}\p{N}].*)$/u.exec(fixed[at] ?? '');
    const before = fixed[at - 1]?.trim() ?? '';
    if (opening === null || !/^(?:async\s+)?(?:def|class)\b.*:$/.test(before)) continue;
    const close = closingLine(fixed, at, opening[2] ?? '');
    if (close === null) continue;
    fixed[at] = `${opening[1]}"""${opening[2]}`;
    fixed[close] = `${(fixed[close] ?? '').trimEnd().replace(/"{2,3}$/, '')}"""`;
    count++;
  }
  if (count > 0)
    note(
      'repair',
      `${plural(count, 'docstring')} opened with two quotes instead of three: AgentRx ends in a syntax error at every step`,
    );
  return fixed;
}

/** The line on which the docstring ends. */
function closingLine(lines: readonly string[], at: number, rest: string): number | null {
  if (/"{2,3}\s*$/.test(rest)) return at;
  const end = Math.min(lines.length, at + MAX_DOCSTRING);
  for (let next = at + 1; next < end; next++) if (/"{2,3}\s*$/.test(lines[next] ?? '')) return next;
  return null;
}

const DEFINED = /^(?:async\s+)?def\s+([A-Za-z_]\w*)\s*\(/;

function functionNameOf(check: unknown, lines: readonly string[], note: Note): string {
  const given = ownString(check, 'function_name') ?? ownString(check, 'name');
  const defined = lines.flatMap((line) => DEFINED.exec(line)?.[1] ?? []);
  if (given !== null && defined.includes(given)) return given;
  const last = defined.at(-1);
  if (last === undefined) {
    note('off-schema', 'the code declares no function: its checks end in an error');
    return given !== null && /^[A-Za-z_]\w*$/.test(given) ? given : 'check';
  }
  note(
    'repair',
    given === null
      ? `no function is named; the last one, ${last}, is called`
      : `the code has no function ${given}; the last one, ${last}, is called`,
  );
  return last;
}

/** Lines of a function without those of functions inside it. */
function bodyOf(lines: readonly string[], name: string): readonly string[] {
  const start = lines.findIndex((line) => DEFINED.exec(line)?.[1] === name);
  if (start === -1) return [];
  const body: string[] = [];
  let inner: number | null = null;
  for (const line of lines.slice(start + 1)) {
    const indent = line.length - line.trimStart().length;
    if (line.trim() !== '' && indent === 0 && !line.startsWith('#') && !/^[)\]}]/.test(line)) break;
    if (inner !== null && line.trim() !== '' && indent <= inner) inner = null;
    if (inner !== null) continue;
    if (/^\s+(?:async\s+)?def\s/.test(line)) inner = indent;
    else body.push(line);
  }
  return body;
}

function noteReturns(body: readonly string[], note: Note): void {
  const returned = body.flatMap(
    (line) => /^\s*(?:(?:if|else|elif)\b.*:\s*)?return\b(.*)$/.exec(line)?.[1]?.trim() ?? [],
  );
  const some = (pattern: RegExp): boolean => returned.some((value) => pattern.test(value));
  if (some(/^\(?\s*(?:True|False)\s*,/)) {
    note(
      'return',
      'returns (True or False, words): the first says whether it holds, the words are the message. AgentRx takes any of these for a pass',
    );
  }
  if (some(/^[rRfFbB]{0,2}(?:"[^"]*"|'[^']*')\s*(?:$|[#%+]|\.format)/)) {
    note(
      'return',
      'returns text: "pass" and "fail" are taken at their word, any other text is undecided. AgentRx takes any text for a pass',
    );
  }
  if (some(/^(?:None\b.*)?(?:#.*)?$/)) {
    note('return', 'returns None: undecided. AgentRx takes it for a violation');
  }
  if (some(/^re\.(?:search|match|fullmatch)\(/)) {
    note('return', 'returns a match: a match holds, and none is undecided. AgentRx takes none for a violation');
  }
}

/** Whether the code takes the index it is given for a number that counts from 1, wherever it uses it for the current step. */
function countsFromOne(body: readonly string[]): boolean {
  const code = body.join('\n');
  const shifted =
    /^[ \t]*(?:\w{0,40}(?:idx|index|pos|position|i) ?= ?current_step_index ?- ?1|\w{0,40}(?:step|current|event) ?= ?[\w.'"[\]]{1,60}\[ ?current_step_index ?- ?1 ?\])[ \t]*(?:#.*)?$/m;
  return shifted.test(code) && !/\[ ?current_step_index ?\]|= ?current_step_index[ \t]*(?:#.*)?$/m.test(code);
}

/** Whether a line outside of functions uses a module that the code does not import before it. */
function needsModulesEarly(lines: readonly string[]): boolean {
  const known = new Set<string>();
  for (const line of lines) {
    const imported = /^(?:import\s+(.+)|from\s+(\w+).*)$/.exec(line);
    if (imported !== null) for (const name of (imported[1] ?? '').split(',')) known.add(name.trim());
    if (/^(?:\s|def\b|async\b|class\b|import\b|from\b|#|$)/.test(line)) continue;
    if (MODULES.some((name) => !known.has(name) && new RegExp(`\\b${name}\\.`).test(line))) return true;
  }
  return false;
}

const ANSWER = `
def _culprit_verdict(value):
    if value is True or value is False:
        return value
    def unsure(what):
        return {'holds': None, 'message': 'the check returned ' + what + ': neither True nor False'}
    if value is None:
        return unsure('nothing (None)')
    if isinstance(value, (tuple, list)):
        if len(value) > 0 and isinstance(value[0], bool):
            words = '; '.join(str(part) for part in value[1:] if part is not None and part != '')
            return {'holds': value[0], 'message': words[:1000] or None}
        return unsure('a ' + type(value).__name__)
    if isinstance(value, str):
        word = value.strip().lower().rstrip('.')
        if word in ('pass', 'passed', 'true', 'ok', 'satisfied', 'holds'):
            return True
        if word in ('fail', 'failed', 'false', 'violated', 'violation'):
            return False
        return unsure('the text ' + repr(value[:300]))
    if isinstance(value, dict):
        if 'holds' in value:
            return value
        said = value.get('message') or value.get('reason') or value.get('explanation')
        message = str(said)[:1000] if said else None
        for key, holds in (('passed', True), ('pass', True), ('ok', True), ('valid', True), ('satisfied', True),
                           ('result', True), ('success', True), ('violated', False), ('violation', False)):
            if isinstance(value.get(key), bool):
                return {'holds': value[key] is holds, 'message': message}
        if isinstance(value.get('verdict'), str):
            inner = _culprit_verdict(value['verdict'])
            return {'holds': inner, 'message': message} if isinstance(inner, bool) else inner
        return unsure('a dict without a verdict')
    if type(value).__name__ == 'Match':
        return True
    return unsure('a ' + type(value).__name__)
`;

/** Stands behind the check, so that its own lines keep their numbers. */
function entry(name: string, fromOne: boolean, policy: boolean): readonly string[] {
  const index = fromOne ? 'current_step_index + 1' : 'current_step_index';
  return [
    '',
    '',
    '# What follows is not of the file: modules that AgentRx provides, and what the answer of the check means.',
    `for _culprit_name in (${MODULES.map((one) => `'${one}'`).join(', ')}):`,
    '    globals().setdefault(_culprit_name, __import__(_culprit_name))',
    ...ANSWER.split('\n'),
    `def ${ENTRY}(trajectory, current_step_index):`,
    ...(policy ? POLICY : []),
    `    code = getattr(${name}, '__code__', None)`,
    '    if code is not None and code.co_argcount == 1 and not code.co_flags & 4:',
    `        return _culprit_verdict(${name}(trajectory))`,
    `    return _culprit_verdict(${name}(trajectory, ${index}))`,
  ];
}

const POLICY = [
  '    policy = "\\n\\n".join(part.get("content", "") for step in trajectory["steps"] for part in step["substeps"] if part.get("role") == "system")',
  '    if policy == "":',
  "        return {'holds': None, 'message': 'the check asks for the policy, and the trace has none'}",
  '    import sys, types',
  "    module = types.ModuleType('policy_text')",
  '    globals()["POLICY_TEXT"] = module.POLICY_TEXT = policy',
  "    sys.modules['policy_text'] = module",
];
