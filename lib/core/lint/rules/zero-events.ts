import { ERROR_MEMBERS } from '@/lib/core/agui/frame-diagnosis';
import { excerpt } from '@/lib/core/agui/quoted';
import { hasNoBody, NO_BODY } from '@/lib/core/clients/unread-bodies';
import type { Profile } from '@/lib/core/consumers/profile';
import { isJsonObject, isJsonText, type Json } from '@/lib/core/json/json';
import type { Rule } from '@/lib/core/lint/types';
import { EMPTY_ON_PURPOSE } from '@/lib/core/log/stream-facts';
import type { Stream } from '@/lib/core/log/types';
import { streamView } from '@/lib/core/model/model';
import { isConnect } from '@/lib/core/model/request';

// CopilotKit's runtime answers with the way to a socket, where the run then comes.
const ELSEWHERE = /"(joinToken|realtime)"\s*:/;

/** The beginning of the body of an error. */
const ERROR_START = new RegExp(
  `^\\s*\\{\\s*"(?:${ERROR_MEMBERS.join('|')})"\\s*:\\s*(?:"[^"]|\\{\\s*"|\\[\\s*["{])`,
);

/** True for the JSON body of an error, of which `head` may be the beginning. */
function isErrorBody(head: string): boolean {
  if (!isJsonText(head)) return ERROR_START.test(head);
  const body: Json = JSON.parse(head);
  return isJsonObject(body) && ERROR_MEMBERS.some((name) => isFilled(body[name]));
}

function isFilled(value: Json | undefined): boolean {
  return typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : Boolean(value);
}

/** True if the response announces that the events are on another stream. */
function isElsewhere(
  { status, headers, head = '' }: Stream,
  { effectOnOtherClients, stops }: Profile,
): boolean {
  if (ELSEWHERE.test(head)) return true;
  // Only the stock clients take whatever comes for the run.
  if (EMPTY_ON_PURPOSE.has(status)) return !stops;
  const isJson = /json(?!l)/.test(headers?.['content-type'] ?? '');
  return effectOnOtherClients !== undefined && isJson && !isErrorBody(head);
}

/** The content type, if it is not that of events. */
function typeOf({ headers, length }: Stream): string {
  const type = headers?.['content-type']?.split(';')[0]?.trim() ?? '';
  return length === 0 || type === '' || type === 'text/event-stream' ? '' : ` of ${excerpt(type)}`;
}

export const zeroEvents: Rule = {
  id: 'zero-events',
  severity: 'warning',
  needsHistory: true,
  summary: 'The response to a run request contains no event; the stock client reports success.',
  spec: 'https://docs.ag-ui.com/concepts/architecture#standard-http-client',
  impact: 'The run seems to succeed at once and shows nothing; with HTTP 204 it fails.',
  fix: 'Respond with text/event-stream, or with the exact protobuf content type; check for login pages and proxies.',
  boundary(boundary, model, { profile }) {
    if (boundary.kind !== 'close') return undefined;
    const { stream } = boundary;
    const { input, status, events, length, close, head = '' } = stream;
    const isOk = status === undefined || (status >= 200 && status < 300);
    if (input === undefined || events > 0 || !isOk || close?.how !== 'complete') return undefined;
    // A connect to a new thread rightly gets an empty body.
    if (isConnect(stream) && length === 0) return undefined;
    if (isElsewhere(stream, profile)) return undefined;
    if (streamView(model, stream).isStarted) return undefined;
    const body = isErrorBody(head) ? `, but the body of an error, "${excerpt(head)}"` : '';
    const what = `No event in ${length} bytes${typeOf(stream)}${body}`;
    if (profile.effectOnOtherClients !== undefined) return `${what}: the run has no response.`;
    if (hasNoBody(stream)) return `HTTP ${status} has no body; the stock client fails with "${NO_BODY}".`;
    return `${what}; the stock client reports a finished run without messages.`;
  },
};
