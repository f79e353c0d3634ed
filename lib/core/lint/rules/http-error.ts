import { excerpt } from '@/lib/core/agui/quoted';
import type { Rule } from '@/lib/core/lint/types';
import type { Stream } from '@/lib/core/log/types';
import { streamView } from '@/lib/core/model/model';
import { isConnect } from '@/lib/core/model/request';
import type { Model } from '@/lib/core/model/types';

/** The network error that left a run request without an event, unless another stream started its run. */
function networkError(stream: Stream, model: Model): string | undefined {
  const { input, events, close } = stream;
  if (input === undefined || events > 0 || close?.how !== 'network-error') return undefined;
  // A connect has no run of its own, and may wait for one until its connection breaks.
  if (isConnect(stream) || streamView(model, stream).isStarted) return undefined;
  // Firefox writes no error into a HAR file, also for a request that the page aborted.
  return close.detail;
}

export const httpError: Rule = {
  id: 'http-error',
  severity: 'error',
  summary: 'The request failed, or its response is an HTTP error.',
  spec: 'https://docs.ag-ui.com/sdk/js/client/http-agent',
  impact: "The run fails with the network's error, or with an error 'HTTP status: body'.",
  fix: "Check that the server is running and reachable (address, CORS, proxies), the status and body of the response, and the server's log.",
  aliases: ['AGUI505'],
  boundary(boundary, model) {
    if (boundary.kind !== 'close') return undefined;
    const { status, method, url, head } = boundary.stream;
    if (status === undefined || status < 300) {
      const error = networkError(boundary.stream, model);
      return error && `${method} ${url} failed before its first event: ${excerpt(error, 200)}`;
    }
    const body = head === undefined ? '' : `: ${excerpt(head, 200)}`;
    return `${method} ${url} returned HTTP ${status}${body}`;
  },
};
