// A second run of one answer that belongs to another thread than the first.
import type { Rule } from '@/lib/lint/types';
import { streamView } from '@/lib/model/model';

/** Runs of two threads in one body. */
export const secondThread: Rule = {
  id: 'second-thread',
  severity: 'info',
  severityIn: { spec: 'error' },
  needsHistory: true,
  summary: 'One answer holds runs of two threads.',
  spec: 'https://docs.ag-ui.com/concepts/events#runstarted',
  impact: 'The stock client puts both into one conversation. Later versions are to refuse it.',
  fix: 'Answer a request with runs of its own thread only.',
  types: ['RUN_STARTED'],
  before({ type, event, stream }, model) {
    const threadId = event?.['threadId'];
    if (type !== 'RUN_STARTED' || typeof threadId !== 'string') return undefined;
    // Sockets and feeds carry what belongs to others.
    if (stream.transport === 'web-socket' || stream.transport === 'event-source') return undefined;
    const { run: index, isStarted } = streamView(model, stream);
    const run = isStarted ? model.runs.at(index) : undefined;
    if (run === undefined || run.threadId === threadId) return undefined;
    return {
      message: `This run is one of thread '${threadId}', and the run before it was one of '${run.threadId}'.`,
      related: [run.startSeq],
    };
  },
};
