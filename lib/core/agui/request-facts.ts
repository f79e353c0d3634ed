// Facts of a run request: its prompt, and what recorded requests and those of a page are compared by.
import { isJsonArray, isJsonObject, type JsonObject, objectsIn, stringIn } from '@/lib/core/json/json';
import { urlPath } from '@/lib/core/json/url';

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
  const last = isJsonArray(input['messages']) ? input['messages'].at(-1) : undefined;
  return stringIn(last, 'role') === 'user' ? stringIn(last, 'content') : undefined;
}

/** Ids and roles of the messages of a request, in order; '' where they are missing. */
export function requestMessages(input: unknown): readonly { readonly id: string; readonly role: string }[] {
  return messagesIn(input).map((message) => ({
    id: stringIn(message, 'id') ?? '',
    role: stringIn(message, 'role') ?? '',
  }));
}

/** True for a run request that answers interrupts. */
export const isResumeOf = (input: unknown): boolean => isJsonObject(input) && input['resume'] !== undefined;

/** The part of an endpoint that does not depend on the host: its path, and the method of the request's envelope. */
export function endpointOf(url: string, envelope: string | undefined): string {
  return envelope === undefined ? urlPath(url) : `${urlPath(url)} ${envelope}`;
}

/** True for an endpoint that only returns existing messages of a thread. */
export const joinsThread = (endpoint: string): boolean => /\/connect\/?$/.test(endpoint);
