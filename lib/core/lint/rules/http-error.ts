import { excerpt } from '@/lib/core/agui/quoted';
import type { Rule } from '@/lib/core/lint/types';
import type { Stream } from '@/lib/core/log/types';
import { streamView } from '@/lib/core/model/model';
import type { Model } from '@/lib/core/model/types';

/** True for a run request that a network error left without an event, unless another stream started its run. */
function isUnanswered(stream: Stream, model: Model): boolean {
  const { input, events, close } = stream;
  if (input === undefined || events > 0 || close?.how !== 'network-error') return false;
  return !streamView(model, stream).isStarted;
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
    const { status, method, url, head, close } = boundary.stream;
    if (status === undefined || status < 300) {
      if (!isUnanswered(boundary.stream, model)) return undefined;
      const detail = excerpt(close?.detail ?? 'the connection failed', 200);
      return `${method} ${url} failed before its first event: ${detail}`;
    }
    const body = head === undefined ? '' : `: ${excerpt(head, 200)}`;
    return `${method} ${url} returned HTTP ${status}${body}`;
  },
};
