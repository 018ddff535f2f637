import type { TextAction } from '../shared/text-actions.ts';

const OPENING = /```(?:bash|mswea_bash_command)[^\S\n]*\n/g;

/** The commands of a message as mini-SWE-agent itself finds them: from a bash fence to the first closing fence. */
export function bashBlocks(text: string): readonly TextAction[] {
  const blocks: TextAction[] = [];
  let from = 0;
  for (const match of text.matchAll(OPENING)) {
    if (match.index < from) continue;
    const codeStart = match.index + match[0].length;
    const close = text.indexOf('\n```', codeStart - 1);
    if (close === -1) break;
    from = close + 4;
    blocks.push({
      name: 'bash',
      start: match.index,
      end: from,
      text: text.slice(codeStart, Math.max(codeStart, close)),
      arguments: null,
      argumentsValid: true,
    });
  }
  return blocks;
}
