// Facts of a run request that matching recorded requests and naming runs need.
import { arrayIn, isJsonObject, type JsonObject, objectsIn, stringIn } from '@/lib/core/json/json';
import { urlPath } from '@/lib/core/json/url';

/** Members of a request body that may hold the run request. */
export const ENVELOPE_KEYS = ['body', 'params', 'payload', 'data'] as const;

const messagesIn = (input: unknown): readonly JsonObject[] =>
  isJsonObject(input) ? objectsIn(input['messages']) : [];

export function lastMessage(input: JsonObject | undefined): JsonObject | undefined {
  const last = arrayIn(input?.['messages']).at(-1);
  return isJsonObject(last) ? last : undefined;
}

/** Text of the last user message, its parts joined; '' for none. */
export function lastUserText(input: unknown): string {
  const content = messagesIn(input).findLast(({ role }) => role === 'user')?.['content'];
  if (typeof content === 'string') return content;
  return objectsIn(content)
    .map((part) => stringIn(part, 'text') ?? '')
    .join('');
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

/** The part of an endpoint that does not depend on the host: its path, and the method of the request's envelope. */
export function endpointOf(url: string, envelope: string | undefined): string {
  return envelope === undefined ? urlPath(url) : `${urlPath(url)} ${envelope}`;
}

/** True for an endpoint that only returns existing messages of a thread. */
export const joinsThread = (endpoint: string): boolean => /\/connect\/?$/.test(endpoint);
