import { AppError } from '../../base/errors.ts';
import { isRecord, own, ownArray, ownString } from '../../base/json.ts';

/** A message of a chat with its place in the record. */
export interface ChatElement {
  readonly message: unknown;
  readonly ref: string;
  /** What the provider says of the call that wrote the message: the response body, or the message itself. */
  readonly body: unknown;
}

/** One chat as a document holds it: messages, and what stands beside them. */
export interface ChatRecord {
  /** Place of the record in the document. */
  readonly pointer: string;
  readonly elements: readonly ChatElement[];
  /** Bodies that may hold tools, a system prompt, ids and outcomes: the record itself, its request, its response. */
  readonly bodies: readonly Record<string, unknown>[];
  /** Where a response stands that is no JSON object: streamed, or an error page; null where there is none. */
  readonly unread: string | null;
  /** How many earlier exchanges were left out because this one repeats them. */
  readonly repeated: number;
}

/** How many messages tell of what kind a chat is. */
const SAMPLE = 20;

const LISTS = ['messages', 'conversation', 'traj'];

/** Whether a value looks like a chat message of whatever provider. */
export const isMessageLike = (value: unknown): boolean =>
  isRecord(value) &&
  ownString(value, 'role') !== null &&
  ['content', 'tool_calls', 'function_call'].some((key) => own(value, key) !== undefined);

/**
 * The chats of a document: a bare list of messages, an object that holds one, a request to a provider's API, its
 * response, a recorded exchange of both, or a list of such objects. Empty where there is none.
 * @throws AppError TRACE_FORMAT_INVALID where an element of such a list holds no chat
 */
export function chatRecords(document: unknown): readonly ChatRecord[] {
  if (!Array.isArray(document)) return single(recordOf(document, ''));
  const first = document.find(isRecord);
  if (first !== undefined && recordOf(first, '') !== null && !isMessageLike(first)) {
    return withoutRepeats(
      document.map((element, index) => {
        const record = recordOf(element, `/${index}`);
        if (record === null) throw new AppError('TRACE_FORMAT_INVALID', `/${index} holds no messages`);
        return record;
      }),
    );
  }
  return [{ pointer: '', elements: elementsOf(document, ''), bodies: [], unread: null, repeated: 0 }];
}

/** The head of a document, enough to tell of what kind its chats are. */
export function sampleMessages(document: unknown): readonly unknown[] {
  const first = Array.isArray(document) ? document.slice(0, SAMPLE).find(isRecord) : document;
  const record = isMessageLike(first) && Array.isArray(document) ? null : recordOf(first, '', SAMPLE);
  if (record !== null) return record.elements.map(({ message }) => message);
  return Array.isArray(document) ? document.slice(0, SAMPLE) : [];
}

const single = (record: ChatRecord | null): ChatRecord[] => (record === null ? [] : [record]);

const elementsOf = (messages: readonly unknown[], pointer: string): ChatElement[] =>
  messages.map((message, index) => ({ message, ref: `${pointer}/${index}`, body: message }));

function recordOf(value: unknown, pointer: string, limit?: number): ChatRecord | null {
  if (!isRecord(value)) return null;
  const request = own(value, 'request');
  const response = own(value, 'response');
  if (isRecord(request) && messageList(request) !== null) {
    const answer = isRecord(response) ? response : null;
    return {
      pointer,
      elements: [...listed(request, '/request', limit), ...answered(answer, '/response')],
      bodies: answer === null ? [request] : [answer, request],
      unread: answer === null && response !== undefined && response !== null ? '/response' : null,
      repeated: 0,
    };
  }
  const elements = messageList(value) === null ? answered(value, '') : listed(value, '', limit);
  return elements.length === 0 ? null : { pointer, elements, bodies: [value], unread: null, repeated: 0 };
}

/** The field of a chat that holds its messages; null where none does. */
export const messageList = (value: Record<string, unknown>): string | null =>
  LISTS.find((key) => ownArray(value, key) !== null) ?? null;

function listed(value: Record<string, unknown>, pointer: string, limit?: number): readonly ChatElement[] {
  const key = messageList(value);
  return key === null ? [] : elementsOf((ownArray(value, key) ?? []).slice(0, limit), `${pointer}/${key}`);
}

/** The message of a response body: the first choice of OpenAI's, or the body itself, which is Anthropic's message. */
function answered(body: Record<string, unknown> | null, pointer: string): readonly ChatElement[] {
  const message = own(ownArray(body, 'choices')?.[0], 'message');
  if (isMessageLike(message)) return [{ message, ref: `${pointer}/choices/0/message`, body }];
  return ownString(body, 'type') === 'message' && isMessageLike(body) ? [{ message: body, ref: pointer, body }] : [];
}

/** Exchanges of an agent's loop repeat all that went before: of those that the next one continues, the last is kept. */
function withoutRepeats(records: readonly ChatRecord[]): readonly ChatRecord[] {
  const asked = records.map(({ elements }) =>
    elements.filter(({ ref }) => ref.startsWith('/request/')).map(({ message }) => JSON.stringify(message)),
  );
  const kept: ChatRecord[] = [];
  let repeated = 0;
  records.forEach((record, index) => {
    const before = asked[index] ?? [];
    const next = asked[index + 1] ?? [];
    const isContinued = before.length > 0 && next.length > before.length && before.every((key, at) => key === next[at]);
    if (isContinued) {
      repeated++;
      return;
    }
    kept.push({ ...record, repeated });
    repeated = 0;
  });
  return kept;
}
