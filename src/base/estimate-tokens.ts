/**
 * About how many tokens a model makes of a text: a third of the ASCII characters, and one for each other. Rather too
 * many than too few: English has some four characters a token, JSON three, Chinese one or less. Linear.
 */
export function estimateTokens(text: string): number {
  let other = 0;
  for (let index = 0; index < text.length; index++) if (text.charCodeAt(index) > 0x7f) other++;
  return Math.ceil((text.length - other) / 3) + other;
}
