import { type JsonObject, stringIn } from '@/lib/core/json/json';
import type { Rule } from '@/lib/core/lint/types';

// Older servers send the text in an object.
function errorText(event: JsonObject): string | undefined {
  return stringIn(event, 'message') ?? stringIn(event['error'], 'message');
}

export const runError: Rule = {
  id: 'run-error',
  severity: 'error',
  summary: 'The run failed (RUN_ERROR).',
  spec: 'https://docs.ag-ui.com/concepts/events#runerror',
  impact: 'The stock client still resolves its promise: code that only awaits it reports success.',
  fix: "Check the server's log. In the app, handle onRunErrorEvent; a resolved promise is not success.",
  types: ['RUN_ERROR'],
  before({ event }) {
    if (event === undefined) return undefined;
    const { code } = event;
    const text = errorText(event);
    const coded = typeof code === 'string' && code !== '' ? ` (code '${code}')` : '';
    return text === undefined || text === ''
      ? `Run failed${coded}; the server gives no reason.`
      : `Run failed${coded}: ${text}`;
  },
};
