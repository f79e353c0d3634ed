// Events under a content type that the stock client does not read them by.
import { PROTO_TYPE } from '@/lib/agui/transport';
import { isUnread } from '@/lib/client/transport';
import type { Rule } from '@/lib/lint/types';

/** A body that is read otherwise than its content type says. */
export const wrongContentType: Rule = {
  id: 'wrong-content-type',
  severity: 'warning',
  summary: 'The content type of the answer is not that of its body.',
  spec: 'https://docs.ag-ui.com/concepts/architecture#standard-http-client',
  impact: 'The stock client reads it as server-sent events, finds none, and reports a finished run.',
  fix: `Answer with text/event-stream, or with exactly ${PROTO_TYPE} for protobuf.`,
  aliases: ['AGUI505'],
  boundary(boundary) {
    if (boundary.kind !== 'close') return undefined;
    const { stream } = boundary;
    const { framing, headers, dialect, transport } = stream;
    const isFetched = transport === 'fetch' || transport === 'xhr';
    if (!isFetched || headers === undefined || stream.events === 0) return undefined;
    // Where the stock client asked, a rule of its own says what that means.
    if (isUnread(stream)) return undefined;
    const type = headers['content-type'];
    if (framing === 'proto') {
      if (type === PROTO_TYPE) return undefined;
      return `The body is protobuf, and the content type is '${type ?? ''}' instead of '${PROTO_TYPE}', to the letter: the stock client finds no event in it.`;
    }
    if (framing === 'sse') {
      if (type === undefined || type.toLowerCase().startsWith('text/event-stream')) return undefined;
      return `The body is server-sent events under the content type '${type}': the stock client reads it, an EventSource would not.`;
    }
    // Others than the stock client read these well, and name them.
    if (framing === undefined || dialect?.startsWith('ag-ui') !== true) return undefined;
    if (type?.includes('ndjson') || type?.includes('jsonl')) return undefined;
    return `The body is ${framing} under the content type '${type ?? ''}': the stock client finds no event in it.`;
  },
};
