/** A text with its fenced code blanked out, so that offsets stay and only prose is read. */
export function withoutCode(text: string): string {
  if (!text.includes('```')) return text;
  let out = '';
  let at = 0;
  for (;;) {
    const open = text.indexOf('```', at);
    if (open === -1) return out + text.slice(at);
    const close = text.indexOf('```', open + 3);
    const end = close === -1 ? text.length : close + 3;
    out += text.slice(at, open) + text.slice(open, end).replace(/[^\n]/g, ' ');
    at = end;
  }
}

/** The fenced code of a text, in order, without the fences. */
export function codeBlocks(text: string): { readonly text: string; readonly start: number }[] {
  const blocks: { text: string; start: number }[] = [];
  let at = 0;
  for (;;) {
    const open = text.indexOf('```', at);
    if (open === -1) return blocks;
    const line = text.indexOf('\n', open);
    if (line === -1) return blocks;
    const close = text.indexOf('```', line);
    const end = close === -1 ? text.length : close;
    blocks.push({ text: text.slice(line + 1, end), start: line + 1 });
    at = end + 3;
  }
}
