// Which requests and answers may be AG-UI, decided from headers and, for a run request, a look for three words.
// Nothing is parsed here.
import { REQUEST_BODY_MAX } from '../wire/limits';
import { RESPONSE_HEADERS } from '../wire/records';
import { charCodeAt, includes, indexOf, slice, toLowerCase, trim } from './natives';

/** What is known of a request that may be a run. */
export interface RequestFacts {
  readonly t: number;
  readonly url: string;
  readonly method: string;
  readonly accept: string | undefined;
  /** The body, where it is a string. */
  readonly body: string | undefined;
}

/** Content types that carry events and nothing else of interest to a page. */
const STREAM_TYPES = [
  'text/event-stream',
  'application/x-ndjson',
  'application/ndjson',
  'application/jsonl',
  'application/x-jsonlines',
  'application/json-seq',
  'application/vnd.ag-ui.event+proto',
];
/** Content types that servers put on event streams by mistake, or on a run's only answer. */
const LOOSE_TYPES = ['', 'application/json', 'text/plain', 'application/octet-stream', 'text/html'];

function isOneOf(list: readonly string[], text: string): boolean {
  for (let at = 0; at < list.length; at++) if (list[at] === text) return true;
  return false;
}

/** True where an Accept header asks for events. */
export function asksForStream(accept: string | undefined): boolean {
  if (!accept) return false;
  const text = toLowerCase(accept);
  return (
    includes(text, 'event-stream') ||
    includes(text, 'ndjson') ||
    includes(text, 'jsonl') ||
    includes(text, 'json-seq') ||
    includes(text, 'vnd.ag-ui')
  );
}

/** True for a body that may be a JSON object, from its first character alone. */
export const looksLikeJson = (body: unknown): body is string =>
  typeof body === 'string' && charCodeAt(body, 0) === 0x7b;

/** True for a request that starts a run, as far as Accept or the body show. */
export function isRunRequest({ accept, body }: RequestFacts): boolean {
  if (asksForStream(accept)) return true;
  if (!looksLikeJson(body)) return false;
  const head = slice(body, 0, REQUEST_BODY_MAX);
  return (
    (includes(head, 'threadId') || includes(head, 'thread_id')) &&
    (includes(head, 'runId') || includes(head, 'run_id')) &&
    includes(head, 'messages')
  );
}

/** True for an answer that is to be followed; its status and content type decide. */
export function isCandidate(
  contentType: string | null,
  ok: boolean,
  facts: RequestFacts | undefined,
): boolean {
  const type = contentType ?? '';
  const end = indexOf(type, ';');
  const essence = toLowerCase(trim(end < 0 ? type : slice(type, 0, end)));
  if (isOneOf(STREAM_TYPES, essence)) return true;
  return facts !== undefined && (!ok || isOneOf(LOOSE_TYPES, essence)) && isRunRequest(facts);
}

/** The parts of a request that an open record holds. */
export function requestPart({ t, url, method, accept, body }: RequestFacts) {
  const isCut = body !== undefined && body.length > REQUEST_BODY_MAX;
  return {
    t,
    url,
    method,
    accept,
    requestBody: isCut ? slice(body, 0, REQUEST_BODY_MAX) : body,
    requestBodyLength: isCut ? body.length : undefined,
  };
}

/** The headers that a record may hold, read one by one. */
export function headerPart(read: (name: string) => string | null): Record<string, string> {
  const headers: Record<string, string> = {};
  for (let at = 0; at < RESPONSE_HEADERS.length; at++) {
    const name = RESPONSE_HEADERS[at];
    const value = name === undefined ? null : read(name);
    if (name !== undefined && value !== null) headers[name] = slice(value, 0, 1024);
  }
  return headers;
}
