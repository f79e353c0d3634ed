import { quoted } from '@/lib/core/agui/quoted';
import { isJsonArray, isJsonObject, parseJson } from '@/lib/core/json/json';
import type { Rule } from '@/lib/core/lint/types';

export const stateEncodedTwice: Rule = {
  id: 'state-encoded-twice',
  severity: 'warning',
  isReportedOnce: true,
  summary: 'The state is a string that contains JSON.',
  spec: 'https://docs.ag-ui.com/concepts/events#statesnapshot',
  impact: 'The state of the app is a text: its members are undefined, and every STATE_DELTA fails.',
  fix: 'Send the object itself as snapshot, not the result of JSON.stringify, json.dumps or model_dump_json.',
  types: ['STATE_SNAPSHOT'],
  before({ event }) {
    const snapshot = event?.['snapshot'];
    if (typeof snapshot !== 'string' || !/^\s*[{[]/.test(snapshot)) return undefined;
    const value = parseJson(snapshot);
    if (!isJsonArray(value) && !isJsonObject(value)) return undefined;
    const kind = isJsonArray(value) ? 'a list' : 'an object';
    return `The snapshot is ${kind} encoded as JSON a second time: the state of the app is the string ${quoted(snapshot, 60)}.`;
  },
};
