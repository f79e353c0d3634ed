// Finds requests and responses that may be AG-UI by headers and, for a run request, by three words in its body.
// Nothing is parsed here.
import { REQUEST_BODY_MAX } from '../messages/limits';
import { type OpenRecord, RESPONSE_HEADERS } from '../messages/records';
import {
  asText,
  create,
  forEach,
  hasAny,
  includes,
  indexOf,
  slice,
  toLowerCase,
  trim,
  words,
} from './natives';
import { namesRun } from './sniffer';

/** Facts of a record that only the director has. */
export interface DirectedFacts {
  readonly origin?: OpenRecord['origin'] | undefined;
  /** Transport of the page's call, if the director uses another one. */
  readonly transport?: OpenRecord['transport'];
}

export interface RequestFacts {
  readonly t: number;
  readonly url: string;
  readonly method: string;
  readonly accept: string | undefined;
  /** The body, if it is a string. */
  readonly body: string | undefined;
  readonly directed?: DirectedFacts | undefined;
}

const PROTOBUF = 'application/vnd.ag-ui.event+proto';
/** Parts of content types for events, and of an Accept header that requests events. */
const STREAMS = words(
  'event-stream x-sse ndjson jsonl json-lines json-seq stream+json json-stream vnd.ag-ui',
);
/** Parts of content types of text responses to a run; a missing content type counts, too. */
const TEXTS = words('json text/ multipart/ xml octet-stream');

const CAPABILITY_PATHS = words('/info /capabilities');

export const asksForStream = (accept: string | undefined): boolean =>
  accept !== undefined && hasAny(toLowerCase(accept), STREAMS);

/** True for a body that may be a JSON object, judging only by its first character. */
export const looksLikeJson = (body: unknown): body is string => asText(body)?.[0] === '{';

/** True for the path of a request that stops a run at CopilotKit's runtime; it need not have a body. */
export const isStopPath = (url: string): boolean => includes(url, '/agent/') && includes(url, '/stop/');

/** True for a request that stops a run. Its response is not a stream. */
export const isStopRequest = ({ url, body }: RequestFacts): boolean =>
  isStopPath(url) || includes(body ?? '', '"agent/stop"');

/** True for a request whose response may declare capabilities: AG-UI's `/capabilities`, CopilotKit's `info`. */
export const asksForCapabilities = (url: string, body = ''): boolean =>
  hasAny(url, CAPABILITY_PATHS) || includes(body, '"method":"info"');

/** True for a request that starts a run, judging by Accept or the body. */
export function isRunRequest({ accept, body }: Pick<RequestFacts, 'accept' | 'body'>): boolean {
  if (asksForStream(accept)) return true;
  if (!looksLikeJson(body)) return false;
  const head = slice(body, 0, REQUEST_BODY_MAX);
  return namesRun(head) && includes(head, 'messages');
}

/**
 * `sure`: a response is followed to its end. `unsure`: until enough of it shows no sign of AG-UI. `declaration`: only
 * if its first segment declares capabilities.
 */
export type Interest = 'sure' | 'unsure' | 'declaration';

/** Undefined for most. The response to a run is always followed, as only its content shows its kind. */
export function interestIn(
  contentType: string | null,
  facts: RequestFacts | undefined,
): Interest | undefined {
  const type = contentType ?? '';
  const end = indexOf(type, ';');
  const essence = toLowerCase(trim(slice(type, 0, end < 0 ? undefined : end)));
  const isStream = hasAny(essence, STREAMS);
  const isRun = facts !== undefined && isRunRequest(facts);
  // A page may GET any event stream, but a run is POSTed. Other responses to a run than text (sounds, pictures) are
  // recorded only as far as they are sniffed.
  const isText = isStream || !essence || hasAny(essence, TEXTS);
  if (essence === PROTOBUF || (isRun && isText && facts.method !== 'GET')) return 'sure';
  if (isStream || isRun) return 'unsure';
  const isAsked = facts !== undefined && asksForCapabilities(facts.url, facts.body);
  return isAsked && includes(essence, 'json') ? 'declaration' : undefined;
}

export function requestPart({ t, url, method, accept, body, directed }: RequestFacts) {
  const isCut = body !== undefined && body.length > REQUEST_BODY_MAX;
  return {
    t,
    url,
    method,
    accept,
    ...directed,
    requestBody: isCut ? slice(body, 0, REQUEST_BODY_MAX) : body,
    requestBodyLength: isCut ? body.length : undefined,
  };
}

/** The headers for a record, read one by one. */
export function headerPart(read: (name: string) => string | null): Record<string, string> {
  const headers: Record<string, string> = create(null);
  forEach(RESPONSE_HEADERS, (name) => {
    const value = read(name);
    if (value !== null) headers[name] = slice(value, 0, 1024);
  });
  return headers;
}
