// A run that failed: the server's own words, wherever they are hidden.
import { isJsonObject, type JsonObject } from '@/lib/core/json/json';
import type { Rule } from '@/lib/core/lint/types';

// Older servers put the text into an object.
function textOf(event: JsonObject): string | undefined {
  const { message, error } = event;
  if (typeof message === 'string') return message;
  return isJsonObject(error) && typeof error['message'] === 'string' ? error['message'] : undefined;
}

/** RUN_ERROR. */
export const runError: Rule = {
  id: 'run-error',
  severity: 'error',
  summary: 'Run failed.',
  spec: 'https://docs.ag-ui.com/concepts/events#runerror',
  impact:
    'The run has failed. The stock client resolves its promise all the same, so an app that only waits for it reports success.',
  fix: "Read the server's text and its log; in the app, handle onRunErrorEvent and do not take the resolved promise for success.",
  types: ['RUN_ERROR'],
  before({ event }) {
    if (event === undefined) return undefined;
    const { code } = event;
    const text = textOf(event);
    const coded = typeof code === 'string' && code !== '' ? ` (code '${code}')` : '';
    return text === undefined || text === ''
      ? `Run failed${coded}. The server sent no reason.`
      : `Run failed${coded}: ${text}`;
  },
};
