import type { Rule } from '@/lib/core/lint/types';
import { isConnection } from '@/lib/core/log/stream-facts';
import { streamView } from '@/lib/core/model/model';

export const secondThread: Rule = {
  id: 'second-thread',
  severity: 'info',
  severityIn: { spec: 'error' },
  needsHistory: true,
  summary: 'One response contains runs of two threads.',
  spec: 'https://docs.ag-ui.com/concepts/events#runstarted',
  impact: 'The stock client puts both into one conversation. Later versions will reject it.',
  fix: 'Respond to a request only with runs of its own thread.',
  types: ['RUN_STARTED'],
  before({ event, stream }, model) {
    const threadId = event?.['threadId'];
    if (typeof threadId !== 'string') return undefined;
    // Sockets and feeds carry runs of several threads.
    if (isConnection(stream)) return undefined;
    const { run: index, isStarted } = streamView(model, stream);
    const run = isStarted ? model.runs.at(index) : undefined;
    if (run === undefined || run.threadId === threadId) return undefined;
    return {
      message: `This run belongs to thread '${threadId}', but the run before it belonged to '${run.threadId}'.`,
      related: [run.startSeq],
    };
  },
};
