import { formatMs } from '@/lib/core/json/format';
import { lastEventName } from '@/lib/core/lint/stream-timing';
import type { Rule } from '@/lib/core/lint/types';
import { isSentByUser } from '@/lib/core/log/create-stream';
import { runIn } from '@/lib/core/model/queries/lookup';

const SUBJECTS = {
  aborted: 'The page aborted the request',
  'page-gone': 'The page was closed or left',
} as const;

export const runAborted: Rule = {
  id: 'run-aborted',
  severity: 'info',
  needsHistory: true,
  summary: 'The page aborted a run, or was closed during it.',
  spec: 'https://docs.ag-ui.com/concepts/events#lifecycle-events',
  impact: 'The app gets nothing more of the run; the agent may continue.',
  fix: 'Nothing, if the user stopped it; otherwise look for timeouts, for components that unmount, and for a new run that replaces this one.',
  boundary(boundary, model, { ending, timing }) {
    if (boundary.kind !== 'close') return undefined;
    const { stream } = boundary;
    const how = stream.close?.how;
    if (how !== 'aborted' && how !== 'page-gone') return undefined;
    // Stopped by the user of the panel.
    if (isSentByUser(stream)) return undefined;
    const run = runIn(model, stream);
    // A run cannot be aborted after its end, and another stream may have continued it.
    if (run?.status !== 'aborted' || run.streams.at(-1) !== stream) return undefined;
    const after =
      timing === undefined || timing.lastSeq < 0
        ? 'before its first event'
        : `${formatMs(boundary.timeMs - timing.lastMs)} after ${lastEventName(timing)}`;
    const made = ending?.isAbort
      ? " The stock client adds a RUN_ERROR with code 'abort' that was never sent."
      : '';
    return {
      message: `${SUBJECTS[how]} ${after}, while run '${run.runId}' was not finished.${made}`,
      related: [run.startSeq],
    };
  },
};
