// Facts of a run request: its prompt, and what recorded requests and those of a page are compared by.
import { arrayIn, isJsonObject, type JsonObject, objectsIn, stringIn } from '@/lib/core/json/json';
import { urlPath } from '@/lib/core/json/url';

/** Members of a request body that may hold the run request. */
export const ENVELOPE_KEYS = ['body', 'params', 'payload', 'data'] as const;

/** The text of a message's content: a string as it is, or the texts among its parts, one line each. */
export function promptText(message: JsonObject): string {
  // Messages of TanStack AI have `parts`, with their text in `content`.
  const content = message['content'] ?? message['parts'];
  if (typeof content === 'string') return content;
  const texts = objectsIn(content).map((part) => stringIn(part, 'text') ?? stringIn(part, 'content'));
  return texts.filter((text) => text !== undefined && text !== '').join('\n');
}

const messagesIn = (input: unknown): readonly JsonObject[] =>
  isJsonObject(input) ? objectsIn(input['messages']) : [];

export function lastMessage(input: JsonObject | undefined): JsonObject | undefined {
  const last = arrayIn(input?.['messages']).at(-1);
  return isJsonObject(last) ? last : undefined;
}

/** The last user message with a text; undefined for none. */
export function lastPrompt(input: unknown): JsonObject | undefined {
  return messagesIn(input).findLast((message) => message['role'] === 'user' && promptText(message) !== '');
}

/** Text of the last user message with a text; '' for none. */
export function lastUserText(input: unknown): string {
  const message = lastPrompt(input);
  return message === undefined ? '' : promptText(message);
}

/** Text of the user message at the end of a request, as a user typed it; undefined if there is none. */
export function promptIn(input: JsonObject): string | undefined {
  const last = lastMessage(input);
  return stringIn(last, 'role') === 'user' ? stringIn(last, 'content') : undefined;
}

export interface RequestMessage {
  readonly id: string;
  readonly role: string;
}

/** Facts of a run request that recorded ones are compared by. */
export interface RunRequestFacts {
  /** Its path, and the method of its envelope. */
  readonly endpoint: string;
  readonly userText: string;
  /** True if it answers interrupts. */
  readonly isResume: boolean;
  /** Its messages, in order; '' for a missing id or role. */
  readonly input: readonly RequestMessage[];
}

export function requestFacts(value: unknown, endpoint: string): RunRequestFacts {
  const input = isJsonObject(value) ? value : {};
  return {
    endpoint,
    userText: lastUserText(input),
    isResume: input['resume'] !== undefined,
    input: messagesIn(input).map((message) => ({
      id: stringIn(message, 'id') ?? '',
      role: stringIn(message, 'role') ?? '',
    })),
  };
}

const turnsOf = ({ input }: Pick<RunRequestFacts, 'input'>): number =>
  input.filter(({ role }) => role === 'user').length;

/** The likeness of requests that ask the same. */
export const SAME_QUESTION = 24;

/** Rates a recorded request against one of a page; negative if its response cannot be used. */
export function likeness(
  recorded: Partial<RunRequestFacts> & Pick<RunRequestFacts, 'input'>,
  asked: RunRequestFacts,
): number {
  const { endpoint = asked.endpoint, isResume = false } = recorded;
  if (joinsThread(endpoint) !== joinsThread(asked.endpoint)) return -1;
  const isAlike = recorded.input.at(-1)?.role === asked.input.at(-1)?.role && isResume === asked.isResume;
  return (
    16 * Number(isAlike) +
    8 * Number(recorded.userText?.trim() === asked.userText.trim()) +
    4 * Number(endpoint === asked.endpoint) +
    Number(turnsOf(recorded) === turnsOf(asked))
  );
}

/** The part of an endpoint that does not depend on the host: its path, and the method of the request's envelope. */
export function endpointOf(url: string, envelope: string | undefined): string {
  return envelope === undefined ? urlPath(url) : `${urlPath(url)} ${envelope}`;
}

/** True for an endpoint that only returns existing messages of a thread. */
export const joinsThread = (endpoint: string): boolean => /\/connect\/?$/.test(endpoint);
