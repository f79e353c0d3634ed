import { PROTO_TYPE } from '@/lib/core/agui/client-limits';
import { isUnread } from '@/lib/core/clients/unread-bodies';
import type { Rule } from '@/lib/core/lint/types';

export const wrongContentType: Rule = {
  id: 'wrong-content-type',
  severity: 'warning',
  isOfClient: 'effect',
  summary: 'The content type of the response does not match its body.',
  spec: 'https://docs.ag-ui.com/concepts/architecture#standard-http-client',
  impact: 'The stock client expects server-sent events, finds none, and reports a finished run.',
  fix: `Respond with text/event-stream, or with exactly ${PROTO_TYPE} for protobuf.`,
  aliases: ['AGUI505'],
  boundary(boundary, _model, { profile }) {
    if (boundary.kind !== 'close') return undefined;
    const { stream } = boundary;
    const { framing, headers, dialect, transport } = stream;
    const isFetched = transport === 'fetch' || transport === 'xhr';
    if (!isFetched || headers === undefined || stream.events === 0) return undefined;
    // If the stock client reads it, a rule of its own reports it.
    if (profile.stops && isUnread(stream)) return undefined;
    const type = headers['content-type'];
    if (framing === 'proto') {
      if (type === PROTO_TYPE) return undefined;
      return `The body is protobuf, but the content type is '${type ?? ''}' instead of exactly '${PROTO_TYPE}': the stock client finds no event in it.`;
    }
    if (framing === 'sse') {
      if (type === undefined || type.toLowerCase().startsWith('text/event-stream')) return undefined;
      const message = `The body is server-sent events with the content type '${type}': the stock client reads it, but an EventSource would not.`;
      return { message, related: [], severity: 'info' };
    }
    // Clients other than the stock client read these, and declare them.
    if (framing === undefined || dialect?.startsWith('ag-ui') !== true) return undefined;
    if (type?.includes('ndjson') || type?.includes('jsonl')) return undefined;
    return `The body is ${framing} with the content type '${type ?? ''}': the stock client finds no event in it.`;
  },
};
