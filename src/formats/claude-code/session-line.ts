import { isRecord, own, ownArray, ownString } from '../../base/json.ts';

/** A line of a session with the place it stands at. */
export interface PlacedLine {
  readonly ref: string;
  readonly value: unknown;
}

/** Stretches of lines that belong to one conversation: a session up to `/clear`, or a sub-agent's. */
export interface Segment {
  readonly sessionId: string | null;
  /** 0 for the first conversation of a session, 1 after the first `/clear`, … */
  readonly part: number;
  readonly isSidechain: boolean;
  readonly agentId: string | null;
  /** Call of the main agent that a sub-agent's lines name as theirs. */
  readonly parentToolUseId: string | null;
  readonly lines: PlacedLine[];
  /** Whether the conversation ends with the user clearing it. */
  cleared: boolean;
}

/** Text of a line's message, where it is nothing else. */
export function plainContent(line: unknown): string | null {
  const content = own(own(line, 'message'), 'content');
  if (typeof content === 'string') return content;
  const [only, ...more] = ownArray(own(line, 'message'), 'content') ?? [];
  return more.length === 0 && ownString(only, 'type') === 'text' ? ownString(only, 'text') : null;
}

/** Name of the slash command that a text is; null where it is none. */
export function commandOf(text: string): string | null {
  return /<command-name>\s*\/?([\w:.-]{1,100})\s*<\/command-name>/.exec(text.slice(0, 2_000))?.[1] ?? null;
}

/**
 * Puts lines into conversations, in the order of the file: by session, split at `/clear`, sub-agents apart. Links between
 * lines (`parentUuid`) are used only to keep the sub-agents of one file apart: records that were filtered out break them.
 */
export function splitSegments(lines: readonly PlacedLine[]): readonly Segment[] {
  const segments: Segment[] = [];
  const main = new Map<string, Segment>();
  const side = new Map<string, Segment>();
  const chainOf = new Map<string, string>();
  let current: Segment | null = null;
  // Bookkeeping at the head of a file names no session: it belongs to the one that follows.
  const firstSession = lines.map((line) => sessionOf(line.value)).find((id) => id !== null) ?? null;
  const open = (key: string, map: Map<string, Segment>, facts: Omit<Segment, 'lines' | 'cleared'>): Segment => {
    const known = map.get(key);
    if (known !== undefined) return known;
    const segment: Segment = { ...facts, lines: [], cleared: false };
    map.set(key, segment);
    segments.push(segment);
    return segment;
  };
  for (const line of lines) {
    const sessionId = sessionOf(line.value) ?? current?.sessionId ?? firstSession;
    const key = sessionId ?? '';
    const facts = { sessionId, part: 0, isSidechain: false, agentId: null, parentToolUseId: null };
    if (isSidechainLine(line.value)) {
      const chain = chainKey(line.value, chainOf);
      const agentId = ownString(line.value, 'agentId');
      const parentToolUseId = ownString(line.value, 'parent_tool_use_id');
      open(`${key}/${chain}`, side, { ...facts, isSidechain: true, agentId, parentToolUseId }).lines.push(line);
      continue;
    }
    const known = main.get(key);
    const segment: Segment = known?.cleared
      ? open(key, new Map(), { ...facts, part: known.part + 1 })
      : open(key, main, facts);
    main.set(key, segment);
    current = segment;
    segment.lines.push(line);
    if (commandOf(plainContent(line.value) ?? '') === 'clear') segment.cleared = true;
  }
  return segments;
}

export const sessionOf = (line: unknown): string | null =>
  ownString(line, 'sessionId') ?? ownString(line, 'session_id');

const isSidechainLine = (line: unknown): boolean =>
  isRecord(line) && (own(line, 'isSidechain') === true || ownString(line, 'parent_tool_use_id') !== null);

/** What keeps a sub-agent's lines together: its id, the call that started it, else the line that its chain began with. */
function chainKey(line: unknown, chainOf: Map<string, string>): string {
  const named = ownString(line, 'agentId') ?? ownString(line, 'parent_tool_use_id');
  const uuid = ownString(line, 'uuid') ?? '';
  const parent = ownString(line, 'parentUuid');
  const chain = named ?? (parent === null ? uuid : (chainOf.get(parent) ?? parent));
  chainOf.set(uuid, chain);
  return chain;
}
