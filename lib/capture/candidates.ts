// Which requests and answers may be AG-UI, decided from headers and, for a run request, a look for three words.
// Nothing is parsed here.
import { REQUEST_BODY_MAX } from '../wire/limits';
import { RESPONSE_HEADERS } from '../wire/records';
import {
  asText,
  forEach,
  hasAny,
  includes,
  isOneOf,
  slice,
  split,
  toLowerCase,
  trim,
  words,
} from './natives';
import { namesRun } from './sniffer';

/** What is known of a request that may be a run. */
export interface RequestFacts {
  readonly t: number;
  readonly url: string;
  readonly method: string;
  readonly accept: string | undefined;
  /** The body, where it is a string. */
  readonly body: string | undefined;
}

const PROTOBUF = 'application/vnd.ag-ui.event+proto';
/** Content types that carry events and nothing else of interest to a page. */
const STREAM_TYPES = words(
  'text/event-stream application/x-ndjson application/ndjson application/jsonl application/x-jsonlines ' +
    `application/json-seq ${PROTOBUF}`,
);
/** Content types that servers put on event streams by mistake, or on a run's only answer; none at all is one too. */
const LOOSE_TYPES = words(' application/json text/plain application/octet-stream text/html');
const ASKED_FOR = words('event-stream ndjson jsonl json-seq vnd.ag-ui');

/** True where an Accept header asks for events. */
export const asksForStream = (accept: string | undefined): boolean =>
  accept !== undefined && hasAny(toLowerCase(accept), ASKED_FOR);

/** True for a body that may be a JSON object, from its first character alone. */
export const looksLikeJson = (body: unknown): body is string => asText(body)?.[0] === '{';

/** True for a request that starts a run, as far as Accept or the body show. */
export function isRunRequest({ accept, body }: RequestFacts): boolean {
  if (asksForStream(accept)) return true;
  if (!looksLikeJson(body)) return false;
  const head = slice(body, 0, REQUEST_BODY_MAX);
  return namesRun(head) && includes(head, 'messages');
}

/** How an answer is followed: to its end, or until enough was seen of it without a sign of AG-UI. */
export type Interest = 'sure' | 'unsure';

/** What we want of an answer, from its status and content type and its request; undefined for most. */
export function interestIn(
  contentType: string | null,
  ok: boolean,
  facts: RequestFacts | undefined,
): Interest | undefined {
  const essence = toLowerCase(trim(split(contentType ?? '', ';')[0] as string));
  const isStream = isOneOf(STREAM_TYPES, essence);
  const isRun =
    facts !== undefined && (isStream || !ok || isOneOf(LOOSE_TYPES, essence)) && isRunRequest(facts);
  // A page may ask for any event stream with GET, a run is posted.
  if (essence === PROTOBUF || (isRun && facts.method !== 'GET')) return 'sure';
  return isStream || isRun ? 'unsure' : undefined;
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
  forEach(RESPONSE_HEADERS, (name) => {
    const value = read(name);
    if (value !== null) headers[name] = slice(value, 0, 1024);
  });
  return headers;
}
