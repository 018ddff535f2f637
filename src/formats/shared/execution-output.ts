/** What the head of a text says about the run of a command or of code; null where the text is no execution output. */
export interface ExecutionOutput {
  /** From the exit code; null where the output has none. */
  readonly isError: boolean | null;
}

/** How executors begin their report: AutoGen's two, mini-SWE-agent's, and the words of ReAct loops. */
const EXIT_CODES: readonly RegExp[] = [
  /^\s*exitcode:\s*(-?\d+)/i,
  /^\s*The script ran, then exited with Unix exit code:\s*(-?\d+)/,
  /^\s*<returncode>\s*(-?\d+)\s*<\/returncode>/,
];
const OBSERVATION =
  /^\s*(?:\[?(?:observation|tool (?:result|output)|execution (?:result|output))\]?\s*:|<(?:observation|output|tool_response|tool_result)>)/i;

/** Reads the head of a text as execution output. */
export function executionOutput(text: string): ExecutionOutput | null {
  const head = text.slice(0, 400);
  for (const pattern of EXIT_CODES) {
    const code = pattern.exec(head)?.[1];
    if (code !== undefined) return { isError: Number(code) !== 0 };
  }
  return OBSERVATION.test(head) ? { isError: null } : null;
}
