// A run request that was answered with an HTTP error.
import type { Rule } from '@/lib/lint/types';

/** Answers that are not 2xx. */
export const httpError: Rule = {
  id: 'http-error',
  severity: 'error',
  summary: 'The request was answered with an HTTP error.',
  spec: 'https://docs.ag-ui.com/sdk/js/client/http-agent',
  impact: "The run fails with the text 'HTTP', the status and the body.",
  fix: "Look at the answer's status and body, and at the server's log for this request.",
  aliases: ['AGUI505'],
  boundary(boundary) {
    if (boundary.kind !== 'close') return undefined;
    const { status, method, url, head } = boundary.stream;
    if (status === undefined || status < 300) return undefined;
    const body = head === undefined ? '' : `: ${head.slice(0, 200)}`;
    return `${method} ${url} was answered with HTTP ${status}${body}`;
  },
};
