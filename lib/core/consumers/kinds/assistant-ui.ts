// assistant-ui's AG-UI runtime uses an `@ag-ui/client` created by the app, mostly 0.0.x. The request is that
// client's, except for the ids: the runtime generates seven letters and digits, the client UUIDs.

import type { Consumer } from '@/lib/core/consumers/consumer';
import {
  asksLikeStock,
  isWrittenBy00,
  isWrittenBy10,
  stockProfileOf,
} from '@/lib/core/consumers/request-shape';
import { type JsonObject, objectsIn } from '@/lib/core/json/json';

/** The ids of a run and of its newest question, concatenated; undefined without a question. */
function drawnIds({ runId, messages }: JsonObject): readonly unknown[] | undefined {
  const question = objectsIn(messages).findLast(({ role }) => role === 'user');
  return question && [runId, question['id']];
}

/** App-made ids such as `run0001` do not mix upper and lower case. */
function hasDrawnIds(input: JsonObject): boolean {
  const ids = drawnIds(input);
  const text = ids?.join('') ?? '';
  const areShort = ids?.every((id) => typeof id === 'string' && /^[0-9A-Za-z]{7}$/.test(id)) === true;
  return areShort && /[a-z]/.test(text) && /[A-Z]/.test(text);
}

export const assistantUi: Consumer = {
  id: 'assistant-ui',
  name: 'assistant-ui',
  evidence(stream) {
    const { input, transport } = stream;
    if (input === undefined || transport !== 'fetch' || !asksLikeStock(stream)) return undefined;
    if (!(isWrittenBy00(input) || isWrittenBy10(input)) || !hasDrawnIds(input)) return undefined;
    return "the request is the stock client's, with ids of seven letters and digits as this runtime draws them";
  },
  profileFor: ({ input }) => stockProfileOf(input),
};
