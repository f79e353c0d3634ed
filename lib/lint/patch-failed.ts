// A STATE_DELTA that could not be applied.
import type { Rule } from '@/lib/lint/types';
import { streamView } from '@/lib/model/model';

/** Patches that leave the state as it was. */
export const patchFailed: Rule = {
  id: 'patch-failed',
  severity: 'warning',
  needsHistory: true,
  summary: 'A STATE_DELTA does not fit the state; the stock client warns and keeps the old state.',
  spec: 'https://docs.ag-ui.com/concepts/state',
  after(event, model) {
    if (event.type !== 'STATE_DELTA') return undefined;
    const { thread } = streamView(model, event.stream);
    const failure = thread < 0 ? undefined : model.threads.at(thread)?.statePatchFailure;
    if (failure?.seq !== event.seq) return undefined;
    const { operation, name, message } = failure;
    return `Operation ${operation} of the patch failed (${name}): ${message}. The whole patch has no effect.`;
  },
};
