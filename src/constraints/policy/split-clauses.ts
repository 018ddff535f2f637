import type { PolicyClause } from '../../contracts/constraint-pack.ts';

const HEADING = /^ {0,3}(#{1,6})\s+(.*?)\s*#*\s*$/;
const BULLET = /^(\s*)(?:[-*+•]|\d{1,3}[.)])\s+(\S.*)$/;
const FENCE = /^ {0,3}(?:```|~~~)/;

interface Open {
  /** How deep it stands: the level of a heading, or the indent of a bullet. */
  readonly depth: number;
  readonly id: string;
  children: number;
}

/**
 * Splits a policy (Markdown or plain text) into clauses: each bullet and each paragraph is one, numbered like a legal
 * text. What stands under a heading or a bullet shares one count with its sub-headings, so that 4.2 names one thing. A
 * single heading at the top is the title of the document and takes no number. Linear in the length of the text.
 */
export function splitClauses(text: string): PolicyClause[] {
  const lines = text.replace(/^\ufeff/, '').split(/\r\n?|\n/);
  const levels = lines.flatMap((line) => HEADING.exec(line)?.[1]?.length ?? []);
  const top = Math.min(...new Set(levels));
  const title = levels[0] === top && levels.filter((level) => level === top).length === 1 ? top : null;
  const root: Open = { depth: 0, id: '', children: 0 };
  let headings: { readonly open: Open; readonly text: string }[] = [];
  let bullets: Open[] = [];
  let current: { id: string; heading: string | null; parts: string[] } | null = null;
  let isFenced = false;
  const clauses: PolicyClause[] = [];
  const finish = (): void => {
    const said = current?.parts.join(' ').replace(/\s+/g, ' ').trim() ?? '';
    if (current !== null && said !== '') clauses.push({ id: current.id, heading: current.heading, text: said });
    current = null;
  };
  const next = (parent: Open): string => {
    parent.children++;
    return parent.id === '' ? `${parent.children}` : `${parent.id}.${parent.children}`;
  };
  const section = (): Open => headings.at(-1)?.open ?? root;
  const begin = (parent: Open, words: string): Open => {
    finish();
    const id = next(parent);
    current = { id, heading: headings.at(-1)?.text ?? null, parts: [words] };
    return { depth: 0, id, children: 0 };
  };
  for (const line of lines) {
    if (FENCE.test(line)) isFenced = !isFenced;
    const heading = isFenced ? null : HEADING.exec(line);
    const bullet = isFenced ? null : BULLET.exec(line);
    if (heading !== null) {
      finish();
      bullets = [];
      const depth = heading[1]?.length ?? 1;
      if (depth === title) continue;
      headings = headings.filter(({ open }) => open.depth < depth);
      headings.push({ open: { depth, id: next(section()), children: 0 }, text: heading[2] ?? '' });
    } else if (bullet !== null) {
      const indent = bullet[1]?.length ?? 0;
      bullets = bullets.filter(({ depth }) => depth < indent);
      const open = begin(bullets.at(-1) ?? section(), bullet[2] ?? '');
      bullets.push({ ...open, depth: indent });
    } else if (line.trim() === '') {
      // A list item goes on after an empty line where what follows is indented.
      if (bullets.length === 0) finish();
    } else if (current !== null && (bullets.length === 0 || /^\s/.test(line) || isFenced)) {
      (current as { parts: string[] }).parts.push(line.trim());
    } else {
      bullets = [];
      begin(section(), line.trim());
    }
  }
  finish();
  return clauses;
}
