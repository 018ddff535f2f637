/** Actions that change something, each with the forms a sentence reports it in and the words a tool for it is named by. */
export interface WriteVerb {
  readonly stem: string;
  /** Nouns for the action, as a pattern: "the return has been processed". */
  readonly noun: string;
  /** Past participle or past tense, as a pattern. */
  readonly done: string;
  /** Words of tool names that do it. */
  readonly tools: readonly string[];
}

export const WRITE_VERBS: readonly WriteVerb[] = [
  { stem: 'cancel', noun: 'cancell?ation', done: 'cancell?ed', tools: ['cancel'] },
  { stem: 'book', noun: 'booking|reservation', done: 'booked|reserved', tools: ['book', 'reserve'] },
  {
    stem: 'update',
    noun: 'update|modification|change|adjustment',
    done: 'updated|modified|changed|edited|adjusted',
    tools: ['update', 'modify', 'change', 'edit', 'set', 'patch', 'put', 'exchange', 'replace'],
  },
  { stem: 'exchange', noun: 'exchange', done: 'exchanged', tools: ['exchange', 'replace', 'modify'] },
  { stem: 'return', noun: 'return', done: 'returned', tools: ['return'] },
  {
    stem: 'send',
    noun: 'message|e-?mail',
    done: 'sent|e-?mailed|forwarded',
    tools: ['send', 'email', 'mail', 'message', 'notify', 'post', 'reply', 'forward'],
  },
  {
    stem: 'delete',
    noun: 'deletion|removal',
    done: 'deleted|removed',
    tools: ['delete', 'remove', 'update', 'modify', 'rm'],
  },
  {
    stem: 'create',
    noun: 'creation',
    done: 'created',
    tools: ['create', 'add', 'new', 'make', 'write', 'open', 'book', 'insert'],
  },
  {
    stem: 'upgrade',
    noun: 'upgrade|downgrade',
    done: 'upgraded|downgraded',
    tools: ['update', 'upgrade', 'downgrade', 'modify', 'change'],
  },
  {
    stem: 'schedule',
    noun: '(?:re)?scheduling',
    done: 'rescheduled|scheduled',
    tools: ['schedule', 'create', 'book', 'update', 'calendar'],
  },
  { stem: 'transfer', noun: 'transfer', done: 'transferred', tools: ['transfer', 'escalate', 'handoff'] },
];

/** Words of a tool's name: `cancel_pending_order` and `cancelPendingOrder` alike. */
export const toolWords = (name: string): string[] =>
  name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '');

/** Whether a tool, by its name, may do what the verb says. */
export const doesVerb = (verb: WriteVerb, tool: string): boolean => {
  const words = toolWords(tool);
  return verb.tools.some((word) => words.includes(word));
};

const READS = new Set(
  'get find search list read fetch lookup look check calculate think describe show view query count'.split(' '),
);
const WRITES = new Set(
  'cancel modify update change return exchange book reserve delete remove send create add set pay refund transfer order purchase buy submit post put patch upgrade downgrade approve issue schedule'.split(
    ' ',
  ),
);

/** Whether a tool, by its name, only reads: its first word says so. */
export const isReadTool = (name: string): boolean => READS.has(toolWords(name)[0] ?? '');

/** Whether a tool, by its name, changes state. A name that starts with a reading verb does not, whatever follows. */
export function isWriteTool(name: string): boolean {
  const words = toolWords(name);
  return !isReadTool(name) && words.some((word) => WRITES.has(word));
}
