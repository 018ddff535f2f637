import { AppError } from '../../base/errors.ts';
import type { PolicyClause } from '../../contracts/constraint-pack.ts';
import { type PolicyBlock, policyBlocks } from './policy-blocks.ts';

/** Longest policy that is read, in characters. */
export const MAX_POLICY_CHARS = 1_000_000;
const MAX_CLAUSES = 10_000;

interface Section {
  readonly level: number;
  readonly id: string;
  readonly heading: string | null;
  /** How many clauses and sections it holds so far. */
  count: number;
}

/**
 * Splits a policy, in Markdown or plain text, into clauses: a clause for each list item and each paragraph. The numbers are
 * those of the text where it has numbers (`2.3 Refunds …`), else they count sections and what stands in them: `2.3` is the
 * third thing in the second section, `2.3.1` the first item below it, `0.1` stands before the first section. A heading that
 * has no other beside it is the title, and counts for nothing. Linear in the text.
 * @throws AppError POLICY_INVALID for what is no text, empty, or too long
 */
export function splitClauses(text: string, file: string): readonly PolicyClause[] {
  const fail = (message: string): never => {
    throw new AppError('POLICY_INVALID', `${file}: ${message}`);
  };
  if (text.length > MAX_POLICY_CHARS) fail(`longer than ${MAX_POLICY_CHARS} characters`);
  if (text.includes('\0')) fail('is no text');
  const blocks = withoutTitle(policyBlocks(text));
  const hasSections = blocks.some(({ kind }) => kind === 'heading');
  const ids = createIds();
  const clauses: PolicyClause[] = [];
  const root: Section = { level: 0, id: '', heading: null, count: 0 };
  const before: Section = { level: 0, id: '0', heading: null, count: 0 };
  let sections: readonly Section[] = [root];
  let items: string[] = [];
  let below: number[] = [];
  for (const block of blocks) {
    const inner = sections.filter((one) => block.kind !== 'heading' || one.level < block.level);
    const parent = inner.at(-1) ?? root;
    if (block.kind === 'heading') {
      const { number, rest } = numberedHeading(block.text);
      sections = [...inner, { level: block.level, id: ids.next(parent, number), heading: rest, count: 0 }];
      items = [];
      below = [];
      continue;
    }
    if (clauses.length >= MAX_CLAUSES) fail(`more than ${MAX_CLAUSES} clauses`);
    const section = parent === root && hasSections ? before : parent;
    const depth = block.kind === 'item' ? Math.min(block.depth, items.length) : 0;
    const above = depth === 0 ? undefined : items[depth - 1];
    const counted = above === undefined ? section : { id: above, count: below[depth - 1] ?? 0 };
    const id = ids.next(counted, block.number);
    if (above !== undefined) below[depth - 1] = counted.count;
    items = block.kind === 'item' ? [...items.slice(0, depth), id] : [];
    below = block.kind === 'item' ? [...below.slice(0, depth), 0] : [];
    clauses.push({ id, heading: section.heading, text: block.text });
  }
  if (clauses.length === 0) fail('holds no clause: neither a paragraph nor a list item');
  return clauses;
}

/** A first heading that no other stands beside or above is the title of the whole, if it looks like one. */
function withoutTitle(blocks: readonly PolicyBlock[]): readonly PolicyBlock[] {
  const [first, ...rest] = blocks;
  if (first?.kind !== 'heading') return blocks;
  const below = rest.filter((block) => block.kind === 'heading');
  const isAlone = below.every((block) => block.level > first.level);
  return isAlone && (first.level === 1 || below.length > 0) ? rest : blocks;
}

function numberedHeading(text: string): { readonly number: string | null; readonly rest: string } {
  const match = /^(?:section |article |§ ?)?(\d{1,4}(?:\.\d{1,4}){0,8})[.):]?(?:[ \t]+|$)/i.exec(text);
  if (match?.[1] === undefined) return { number: null, rest: text };
  return { number: match[1], rest: text.slice(match[0].length) || text };
}

/** Gives ids that no other clause or section has. */
function createIds() {
  const taken = new Set<string>();
  const doubles = new Map<string, number>();
  const claim = (id: string): string => {
    let free = id;
    for (let number = doubles.get(id) ?? 2; taken.has(free); number++) {
      free = `${id}-${number}`;
      doubles.set(id, number + 1);
    }
    taken.add(free);
    return free;
  };
  const under = (parent: string, number: number | string): string =>
    parent === '' ? `${number}` : `${parent}.${number}`;
  return {
    /** Of what the text numbers, that number; else the next one of its section. */
    next: (section: { readonly id: string; count: number }, number: string | null): string => {
      if (number?.includes('.') === true) {
        section.count++;
        return claim(number);
      }
      if (number !== null && !taken.has(under(section.id, Number(number)))) {
        section.count = Math.max(section.count, Number(number));
        return claim(under(section.id, Number(number)));
      }
      do section.count++;
      while (taken.has(under(section.id, section.count)));
      return claim(under(section.id, section.count));
    },
  };
}
