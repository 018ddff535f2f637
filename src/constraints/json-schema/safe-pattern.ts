import { compileLinearRegex } from '../guards/linear-regex.ts';
import type { PatternTest } from './place.ts';

/** Compiles a pattern of a schema so that it runs in linear time; text = why it cannot. */
export function safePattern(pattern: string): PatternTest | string {
  // JSON Schema takes the syntax of JavaScript, which writes characters by their number in another way.
  const compiled = compileLinearRegex(
    pattern.replace(/\\(?:u([\da-fA-F]{4})|[\s\S])/g, (whole, hex: string | undefined) =>
      hex === undefined ? whole : `\\x{${hex}}`,
    ),
  );
  return compiled.ok ? (text) => compiled.value.test(text) : compiled.error;
}
