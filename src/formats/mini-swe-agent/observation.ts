/** What a message of the environment says about the command before it. */
export interface Observation {
  readonly isError: boolean | null;
  readonly errorType: string | null;
}

const RETURN_CODE = /^\s*<returncode>\s*(-?\d+)\s*<\/returncode>/;
const TIMED_OUT = /^\s*The last command <command>/;

/** Reads a message as the answer to a command; null where it is none, such as a complaint about the format. */
export function readObservation(text: string): Observation | null {
  const code = RETURN_CODE.exec(text.slice(0, 200))?.[1];
  if (code !== undefined) return { isError: Number(code) !== 0, errorType: null };
  if (TIMED_OUT.test(text.slice(0, 200)) && text.includes('timed out')) return { isError: true, errorType: 'timeout' };
  return null;
}
