// A run request with a successful response that contains no events.
import { hasNoBody, NO_BODY } from '@/lib/client/transport';
import type { Rule } from '@/lib/lint/types';
import { streamView } from '@/lib/model/model';
import { isConnect } from '@/lib/model/request';

// With these statuses a server states that the response is empty: its events are sent on another stream, or there are
// none. Only the stock client takes such a response for the run.
const EMPTY_ON_PURPOSE: ReadonlySet<number | undefined> = new Set([202, 204, 205]);

/** Responses with bytes but no event, or empty ones. */
export const zeroEvents: Rule = {
  id: 'zero-events',
  severity: 'warning',
  needsHistory: true,
  summary: 'The response to a run request contains no event; the stock client reports success.',
  spec: 'https://docs.ag-ui.com/concepts/architecture#standard-http-client',
  impact: 'The run ends at once, apparently successfully, and nothing is shown; with HTTP 204 it fails.',
  fix: 'Respond with text/event-stream, or with the exact protobuf content type; check for login pages and proxies.',
  boundary(boundary, model, { profile }) {
    if (boundary.kind !== 'close') return undefined;
    const { stream } = boundary;
    const { input, status, events, length, close } = stream;
    const isOk = status === undefined || (status >= 200 && status < 300);
    if (input === undefined || events > 0 || !isOk || close?.how !== 'complete') return undefined;
    // A connect to a new thread rightly gets an empty body.
    if (isConnect(stream) && length === 0) return undefined;
    // Another stream has carried the run, or will.
    if (EMPTY_ON_PURPOSE.has(status) && !profile.stops) return undefined;
    if (streamView(model, stream).isStarted) return undefined;
    if (hasNoBody(stream)) return `HTTP ${status} has no body; the stock client fails with "${NO_BODY}".`;
    return `0 events from ${length} bytes; the stock client reports a finished run without messages.`;
  },
};
