// Facts that recorded run requests and those of a page are compared by.
import { isObject } from './values';

/** The first of some members that is a text. */
export const memberText = (value: unknown, ...keys: readonly string[]): string | undefined =>
  keys
    .map((key) => (isObject(value) ? value[key] : undefined))
    .find((found): found is string => typeof found === 'string');

function textOfContent(content: unknown): string {
  if (typeof content === 'string') return content;
  return Array.isArray(content) ? content.map((part) => memberText(part, 'text') ?? '').join('') : '';
}

export function inputMessages(input: unknown): readonly unknown[] {
  const messages = isObject(input) ? input['messages'] : undefined;
  return Array.isArray(messages) ? messages : [];
}

/** Text of the last user message of a run request; empty if there is none. */
export function userTextOf(input: unknown): string {
  const last = inputMessages(input).findLast((message) => memberText(message, 'role') === 'user');
  return isObject(last) ? textOfContent(last['content']) : '';
}

/** True for a run request that answers interrupts. */
export const isResumeOf = (input: unknown): boolean => isObject(input) && input['resume'] !== undefined;

/** The part of an endpoint that does not depend on the host: its path, and the method of the request's envelope. */
export function endpointOf(url: string, envelope: string | undefined): string {
  const path = url.replace(/^[a-z]+:\/\/[^/?#]*/i, '').replace(/[?#].*$/s, '');
  return envelope === undefined ? path : `${path} ${envelope}`;
}

/** True for an endpoint that only returns existing messages of a thread. */
export const joinsThread = (endpoint: string): boolean => /\/connect\/?$/.test(endpoint);
