// Events that are there, in a body that the client takes for an empty one.
import { PROTO_TYPE } from '@/lib/agui/transport';
import { isHttpError, isUnread } from '@/lib/client/transport';
import type { Rule } from '@/lib/lint/types';

const NAMES: Readonly<Record<string, string>> = { ndjson: 'NDJSON', 'json-body': 'one JSON document' };

/** Bodies that the stock client, which asked for them, does not read. */
export const notReadByClient: Rule = {
  id: 'not-read-by-client',
  severity: 'error',
  needsHistory: true,
  profiles: ['client-1.0', 'client-0.0'],
  summary: 'The answer holds events in a form that the stock client does not read; it reports success.',
  spec: 'https://docs.ag-ui.com/concepts/architecture#standard-http-client',
  impact: 'The stock client reports a finished run without messages.',
  fix: 'Answer the stock client with server-sent events, or with protobuf under its exact content type.',
  boundary(boundary, _model, { ending }) {
    if (boundary.kind !== 'close') return undefined;
    const { stream } = boundary;
    // A rejected run says so itself.
    if (stream.events === 0 || !isUnread(stream) || isHttpError(stream) || ending?.promise !== 'resolves') {
      return undefined;
    }
    const { framing = '', headers } = stream;
    const body =
      framing === 'proto'
        ? `The body is protobuf with the content type '${headers?.['content-type'] ?? ''}'; the stock client reads protobuf only where that is exactly '${PROTO_TYPE}'.`
        : `The body is ${NAMES[framing] ?? framing}; the stock client, whose request this is, reads server-sent events.`;
    const all = stream.events === 1 ? 'its one event' : `its ${stream.events} events`;
    return `${body} The app got nothing of ${all}, and a finished run without an error.`;
  },
};
