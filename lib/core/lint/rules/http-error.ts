import { excerpt } from '@/lib/core/agui/quoted';
import type { Rule } from '@/lib/core/lint/types';

export const httpError: Rule = {
  id: 'http-error',
  severity: 'error',
  summary: 'The response to the request is an HTTP error.',
  spec: 'https://docs.ag-ui.com/sdk/js/client/http-agent',
  impact: "The run fails with an error 'HTTP status: body'.",
  fix: "Check the status and body of the response, and the server's log for this request.",
  aliases: ['AGUI505'],
  boundary(boundary) {
    if (boundary.kind !== 'close') return undefined;
    const { status, method, url, head } = boundary.stream;
    if (status === undefined || status < 300) return undefined;
    const body = head === undefined ? '' : `: ${excerpt(head, 200)}`;
    return `${method} ${url} returned HTTP ${status}${body}`;
  },
};
