// A stream that ends in the middle of a run.
import type { Rule } from '@/lib/lint/types';
import { streamView } from '@/lib/model/model';

/** Runs without RUN_FINISHED or RUN_ERROR. */
export const truncatedRun: Rule = {
  id: 'truncated-run',
  severity: 'error',
  needsHistory: true,
  summary: 'The stream ended without RUN_FINISHED or RUN_ERROR.',
  spec: 'https://docs.ag-ui.com/concepts/events#lifecycle-events',
  impact: 'The stock clients report a finished run; an app that waits for the end of the run waits forever.',
  fix: 'Always send RUN_FINISHED or RUN_ERROR, even when the agent fails; check for timeouts on the way.',
  aliases: ['AGUI003', 'AGUI508'],
  boundary(boundary, model, { ending }) {
    if (boundary.kind !== 'close') return undefined;
    const { run: index } = streamView(model, boundary.stream);
    const run = index < 0 ? undefined : model.runs.at(index);
    if (run?.status !== 'truncated' || run.startSeq === undefined) return undefined;
    // It continued on another stream, and ends there.
    if (run.streams.at(-1) !== boundary.stream) return undefined;
    const related = [run.startSeq];
    const stop = ending?.stop;
    if (stop !== undefined) {
      const message = `The stream ended before run '${run.runId}' was finished; the stock client had already stopped at event ${stop.seq}, and the app got its error.`;
      return { message, related };
    }
    const message =
      boundary.stream.close?.how === 'network-error'
        ? `The connection broke before run '${run.runId}' was finished; the stock client fails with a network error.`
        : `The stream ended before run '${run.runId}' was finished; the stock client still reports success.`;
    return { message, related };
  },
};
