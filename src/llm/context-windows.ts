/** When the table was last gone through. Only what the makers state of the model as such, without options. */
export const WINDOWS_AS_OF = '2026-06';

/**
 * Tokens of request and answer together, by the beginning of the model's name; the longest that fits counts. Where
 * sources differ, or an option widens it, the model is left out or the smaller number stands only if the maker enforces it.
 */
const WINDOWS: Readonly<Record<string, number>> = {
  'gpt-5-': 400_000,
  'gpt-5.1': 400_000,
  'gpt-4.1': 1_047_576,
  'gpt-4o': 128_000,
  o3: 200_000,
  'o4-mini': 200_000,
  'claude-opus-4-1': 200_000,
  'claude-opus-4-5': 200_000,
  'claude-haiku-4-5': 200_000,
  'claude-3': 200_000,
  'gemini-2.5': 1_048_576,
  'gemini-3': 1_048_576,
};

/** Null = not known. */
export function contextWindowOf(model: string): number | null {
  if (model === 'gpt-5') return 400_000;
  const name = Object.keys(WINDOWS)
    .filter((start) => model.startsWith(start))
    .sort((a, b) => b.length - a.length)[0];
  return (name === undefined ? undefined : WINDOWS[name]) ?? null;
}
