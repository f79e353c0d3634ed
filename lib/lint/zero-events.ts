// A run request that was answered well, but with nothing in it.
import { hasNoBody, isFromStock, NO_BODY } from '@/lib/client/transport';
import { isConnect } from '@/lib/lint/requests';
import type { Rule } from '@/lib/lint/types';
import type { Stream } from '@/lib/log/types';
import { streamView } from '@/lib/model/model';

// With these statuses a server says itself that the answer holds nothing: its events come over another stream, or there
// are none. Only the stock client takes the answer for the run all the same.
const EMPTY_ON_PURPOSE: ReadonlySet<number | undefined> = new Set([202, 204, 205]);

function isOnPurpose(stream: Stream): boolean {
  return EMPTY_ON_PURPOSE.has(stream.status) && !isFromStock(stream);
}

/** Answers with bytes but no event, or empty ones. */
export const zeroEvents: Rule = {
  id: 'zero-events',
  severity: 'warning',
  needsHistory: true,
  summary: 'The answer to a run request holds no event; the stock client reports success.',
  spec: 'https://docs.ag-ui.com/concepts/architecture#standard-http-client',
  impact: 'The run ends at once, well as it seems, and nothing is shown; with HTTP 204 it fails.',
  fix: 'Answer with text/event-stream, or with the protobuf type exactly as it is named; look for login pages and proxies.',
  boundary(boundary, model) {
    if (boundary.kind !== 'close') return undefined;
    const { stream } = boundary;
    const { input, status, events, length, close } = stream;
    const isOk = status === undefined || (status >= 200 && status < 300);
    if (input === undefined || events > 0 || !isOk || close?.how !== 'complete') return undefined;
    // A connect to a new thread is answered with an empty body, rightly.
    if (isConnect(stream) && length === 0) return undefined;
    // What another stream brings of the run is there already, or on its way.
    if (isOnPurpose(stream) || streamView(model, stream).isStarted) return undefined;
    if (hasNoBody(stream)) return `HTTP ${status} has no body; the stock client fails with "${NO_BODY}".`;
    return `0 events from ${length} bytes; the stock client reports a finished run without messages.`;
  },
};
