import { PROTO_TYPE } from '@/lib/core/agui/client-limits';
import { isHttpError, isUnread } from '@/lib/core/clients/unread-bodies';
import type { Rule } from '@/lib/core/lint/types';

const NAMES: Readonly<Record<string, string>> = { ndjson: 'NDJSON', 'json-body': 'one JSON document' };

export const notReadByClient: Rule = {
  id: 'not-read-by-client',
  severity: 'error',
  needsHistory: true,
  profiles: ['client-1.0', 'client-0.0', 'client-1.1'],
  summary:
    'The response contains events in a format that the stock client does not read; it reports success.',
  spec: 'https://docs.ag-ui.com/concepts/architecture#standard-http-client',
  impact: 'The stock client reports a finished run without messages.',
  fix: 'Respond to the stock client with server-sent events, or with protobuf and its exact content type.',
  boundary(boundary, _model, { ending }) {
    if (boundary.kind !== 'close') return undefined;
    const { stream } = boundary;
    // A rejected run has its own error.
    if (stream.events === 0 || !isUnread(stream) || isHttpError(stream) || ending?.promise !== 'resolves') {
      return undefined;
    }
    const { framing = '', headers } = stream;
    const body =
      framing === 'proto'
        ? `The body is protobuf with the content type '${headers?.['content-type'] ?? ''}'; the stock client reads protobuf only if that is exactly '${PROTO_TYPE}'.`
        : `The body is ${NAMES[framing] ?? framing}; the stock client, which sent the request, reads server-sent events.`;
    const all = stream.events === 1 ? 'its events (1)' : `its ${stream.events} events`;
    return `${body} The app got none of ${all}, only a finished run without an error.`;
  },
};
