import { TOO_LARGE } from '@/lib/core/json/apply-patch';
import type { Rule } from '@/lib/core/lint/types';
import { threadIn } from '@/lib/core/model/queries/lookup';

export const patchFailed: Rule = {
  id: 'patch-failed',
  severity: 'warning',
  needsHistory: true,
  // TanStack's client keeps no shared state.
  profiles: ['client-1.0', 'client-0.0', 'client-1.1', 'spec', 'unknown'],
  summary: 'A STATE_DELTA cannot be applied to the state; the stock client warns and keeps the old state.',
  spec: 'https://docs.ag-ui.com/concepts/state#state-deltas',
  impact: 'The state stays as it was; later patches that build on this one may fail.',
  fix: "Use 'add' for paths that may not exist yet, or send STATE_SNAPSHOT first.",
  aliases: ['AGUI302'],
  types: ['STATE_DELTA'],
  after(event, model) {
    const thread = threadIn(model, event.stream);
    const failure = thread?.statePatchFailure;
    if (failure?.seq !== event.seq) return undefined;
    const { operation, name, message } = failure;
    // The newest event that changed the state before.
    const before = thread?.stateSeqs.at(-1);
    const what =
      name === TOO_LARGE
        ? `AG-UI Lens did not apply operation ${operation}: ${message}. The state before it is shown.`
        : `Operation ${operation} of the patch failed (${name}): ${message}. The whole patch has no effect.`;
    return { message: what, related: [before] };
  },
};
