import type { Rule } from '@/lib/core/lint/types';
import { streamView } from '@/lib/core/model/model';

const ENDS_WITH_CR = /\r\n?(\r\n?|$)/;

export const crlfFraming: Rule = {
  id: 'crlf-framing',
  severity: 'error',
  stopsClient: true,
  summary: 'Frames end with CR LF or CR; the stock client splits at LF LF only.',
  spec: 'https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream',
  impact: 'Nothing is shown until the stream ends; then the run fails with a JSON error.',
  fix: "End each frame with LF LF; check the server's SSE library and proxies that rewrite line endings.",
  aliases: ['AGUI501'],
  isReportedOnce: true,
  isOfClient: 'effect',
  before({ raw, stream, seq }, model, profileOf, held) {
    // Fast path: true for nearly every event.
    if (held === undefined && raw.endsWith('\n\n')) return undefined;
    const odd = held?.first.raw ?? raw;
    if (stream.framing !== 'sse' || !ENDS_WITH_CR.test(odd)) return undefined;
    // Most other clients follow the standard.
    const isOther = profileOf(stream, seq).effectOnOtherClients !== undefined;
    // The last event of a body needs no terminator that the client reads: later text breaks it.
    if (held === undefined && !isOther) return undefined;
    const end = odd.includes('\r\n') ? 'CR LF' : 'CR';
    const first = held?.first.seq ?? seq;
    const before = streamView(model, stream).events - (held === undefined ? 0 : 1);
    const message =
      before > 0
        ? `From event ${first} on, frames end with ${end}. The stock client splits at LF LF only and reads them as one frame.`
        : `Frames end with ${end}. The stock client splits at LF LF only, so it fails at the end of the stream.`;
    return { message, related: [first], ...(isOther && { severity: 'info' }) };
  },
};
