import type { JsonValue } from '../../base/json.ts';
import type { Constraint } from '../../contracts/constraint.ts';

type PythonProgram = Extract<Constraint['check'], { language: 'python' }>;

/** Names of Python that checks use and AgentRx does not provide. */
const MISSING =
  /\b(?:next|iter|hasattr|getattr|repr|ord|chr|frozenset|AttributeError|NameError|RuntimeError|StopIteration|bytes|open|divmod|pow|hash|vars|slice|format)\b(?=\s*[(:])/g;

/**
 * A program as a `python_check`. AgentRx runs code so that functions beside the check cannot be found from within it: all of
 * it goes inside one function, whose answer is True where the check does not say that something is violated.
 */
export function exportPython(id: string, check: PythonProgram, note: (message: string) => void): JsonValue {
  const name = id.replace(/\W+/g, '_').replace(/^(?=\d)/, '_') || 'check';
  const inner = check.functionName ?? lastFunction(check.source) ?? 'check';
  const missing = [...new Set(check.source.match(MISSING) ?? [])];
  if (missing.length > 0) note(`AgentRx does not provide ${missing.join(', ')}: the check ends in an error there`);
  if (/"""|'''/.test(check.source))
    note('its text in triple quotes is indented, as the program was put inside a function');
  note('an answer that is undecided counts as a pass in AgentRx, and its message is lost');
  return {
    function_name: name,
    args: ['trajectory', 'current_step_index'],
    code_lines: [
      `def ${name}(trajectory, current_step_index):`,
      ...check.source.split('\n').map((line) => (line.trim() === '' ? '' : `    ${line}`)),
      `    verdict = ${inner}(trajectory, current_step_index)`,
      '    holds = verdict.get("holds") if isinstance(verdict, dict) else verdict',
      '    return holds is not False',
    ],
  };
}

const lastFunction = (source: string): string | null =>
  [...source.matchAll(/^def ([A-Za-z_]\w*)\s*\(/gm)].at(-1)?.[1] ?? null;
