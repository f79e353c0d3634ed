import { quoted } from '@/lib/core/agui/quoted';
import { isJsonArray, isJsonObject, parseJson } from '@/lib/core/json/json';
import type { Rule } from '@/lib/core/lint/types';
import { runIn, threadIn } from '@/lib/core/model/queries/lookup';

export const stateEncodedTwice: Rule = {
  id: 'state-encoded-twice',
  severity: 'warning',
  isReportedOnce: true,
  summary: 'The state is a string that contains JSON.',
  spec: 'https://docs.ag-ui.com/concepts/events#statesnapshot',
  impact:
    'The state of the app is a text: its members are undefined, and a STATE_DELTA for one of them fails.',
  fix: 'Send the object itself as snapshot, not the result of JSON.stringify, json.dumps or model_dump_json.',
  types: ['STATE_SNAPSHOT'],
  before({ event, stream }, model) {
    const snapshot = event?.['snapshot'];
    if (typeof snapshot !== 'string' || !/^\s*[{[]/.test(snapshot)) return undefined;
    const value = parseJson(snapshot);
    if (!isJsonArray(value) && !isJsonObject(value)) return undefined;
    if (Object.keys(value).length === 0) return undefined;
    // The state of some apps is a text.
    const before = [threadIn(model, stream)?.state, runIn(model, stream)?.input?.['state']];
    if (before.some((state) => typeof state === 'string')) return undefined;
    const kind = isJsonArray(value) ? 'a list' : 'an object';
    return `The snapshot is ${kind} encoded as JSON a second time: the state of the app is the string ${quoted(snapshot, 60)}.`;
  },
};
