// A run request that was answered well, but with nothing in it.
import { isConnect } from '@/lib/lint/requests';
import type { Rule } from '@/lib/lint/types';

/** Answers with bytes but no event, or empty ones. */
export const zeroEvents: Rule = {
  id: 'zero-events',
  severity: 'warning',
  needsHistory: true,
  summary: 'The answer to a run request holds no event; the stock client reports success.',
  spec: 'https://docs.ag-ui.com/concepts/architecture#standard-http-client',
  experience: 'The run ends at once, well as it seems, and nothing is shown.',
  advice:
    'Answer with text/event-stream, or with the protobuf type exactly as it is named; look for login pages and proxies.',
  mark(mark) {
    if (mark.kind !== 'close') return undefined;
    const { stream } = mark;
    const { input, status, events, length, close } = stream;
    const isOk = status === undefined || (status >= 200 && status < 300);
    if (input === undefined || events > 0 || !isOk || close?.how !== 'complete') return undefined;
    // A connect to a new thread is answered with an empty body, rightly.
    if (isConnect(stream) && length === 0) return undefined;
    return `0 events from ${length} bytes; the stock client reports a finished run without messages.`;
  },
};
