// A STATE_DELTA that could not be applied.
import type { Rule } from '@/lib/lint/types';
import { streamView } from '@/lib/model/model';

/** Patches that leave the state as it was. */
export const patchFailed: Rule = {
  id: 'patch-failed',
  severity: 'warning',
  needsHistory: true,
  summary: 'A STATE_DELTA does not fit the state; the stock client warns and keeps the old state.',
  spec: 'https://docs.ag-ui.com/concepts/state#state-deltas',
  impact: 'The state stays as it was before this event, and everything that builds on it is off.',
  fix: "Use 'add' where the place may not exist yet, or send STATE_SNAPSHOT first.",
  aliases: ['AGUI302'],
  types: ['STATE_DELTA'],
  after(event, model) {
    if (event.type !== 'STATE_DELTA') return undefined;
    const { thread } = streamView(model, event.stream);
    const failure = thread < 0 ? undefined : model.threads.at(thread)?.statePatchFailure;
    if (failure?.seq !== event.seq) return undefined;
    const { operation, name, message } = failure;
    const seqs = model.threads.at(thread)?.stateSeqs;
    // What the state was before: the newest event that changed it.
    const before = seqs === undefined || seqs.length === 0 ? undefined : seqs.at(seqs.length - 1);
    return {
      message: `Operation ${operation} of the patch failed (${name}): ${message}. The whole patch has no effect.`,
      related: [before],
    };
  },
};
