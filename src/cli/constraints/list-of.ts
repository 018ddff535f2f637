/** The values of a flag that may be given several times. */
export const listOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.map(String) : typeof value === 'string' ? [value] : [];
