/** One page that is written from a table the program uses. A file of this folder exports one as its default. */
export interface DocPage {
  /** From the root of the repository, with slashes. */
  readonly path: string;
  /** Where only a part of a page is written: it stands between `<!-- NAME -->` and `<!-- /NAME -->`. */
  readonly block?: string;
  readonly render: () => string | Promise<string>;
}

export const definePage = (page: DocPage): DocPage => page;

/** A Markdown table; bars, angle brackets and line ends inside a cell are taken care of. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

const cell = (text: string): string =>
  text
    .split('`')
    .map((part, index) => (index % 2 === 0 ? part.replaceAll('<', '&lt;') : part))
    .join('`')
    .replaceAll('|', '\\|')
    .replace(/\s*\n\s*/g, ' ');

export const code = (text: string): string => `\`${text}\``;
