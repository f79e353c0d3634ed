// A stream that ends in the middle of a run.
import type { Profile } from '@/lib/core/consumers/profile';
import type { Report, Rule } from '@/lib/core/lint/types';
import type { Stream } from '@/lib/core/log/types';
import { streamView } from '@/lib/core/model/model';
import { nodeOf } from '@/lib/core/model/nodes';
import type { Model, Run } from '@/lib/core/model/types';

/** How many runs to look back for the one before in a thread. */
const RUNS_BACK = 16;

// Normal closure.
const DONE = 1000;

/** Whether another stream may well go on with the run: the reader reconnects, or may do so. */
function mayGoOn({ transport, close }: Stream, { hearsay }: Profile): boolean {
  if (hearsay === undefined) return false;
  if (hearsay === 'harmless' || transport === 'event-source' || close?.how === 'network-error') return true;
  // A socket that the server closed for another reason than that all is said.
  return transport === 'web-socket' && close?.code !== undefined && close.code !== DONE;
}

function messageOf(run: Run, { close }: Stream, { verifiesIdentity }: Profile): string {
  return close?.how === 'network-error'
    ? `The connection broke before run '${run.runId}' was finished; the stock client fails with a network error.`
    : `The stream ended before run '${run.runId}' was finished; the stock client ${verifiesIdentity ? '1.1 fails the run' : 'still reports success'}.`;
}

/** What can be said of an unfinished run of a reader that is no stock client. */
function reportOfOther(run: Run, stream: Stream, profile: Profile): Omit<Report, 'related'> {
  const what = stream.close?.how === 'network-error' ? 'The connection broke' : 'The stream ended';
  const message = `${what} before run '${run.runId}' was finished`;
  if (!mayGoOn(stream, profile)) return { message: `${message}.`, severity: 'warning' };
  return {
    message: `${message}: unless another stream goes on with it, the run has no end.`,
    severity: 'info',
  };
}

/** The run of a thread that was started last, if not by this very id. */
function runBefore(model: Model, threadId: unknown, runId: unknown): Run | undefined {
  for (let back = 1; back <= Math.min(model.runs.length, RUNS_BACK); back++) {
    const run = model.runs.at(-back);
    if (run?.threadId !== threadId || run?.startSeq === undefined || run.kind !== 'conversation') continue;
    return run.runId === runId ? undefined : run;
  }
  return undefined;
}

/** Runs without RUN_FINISHED or RUN_ERROR. */
export const truncatedRun: Rule = {
  id: 'truncated-run',
  severity: 'error',
  needsHistory: true,
  summary: 'The stream ended without RUN_FINISHED or RUN_ERROR.',
  spec: 'https://docs.ag-ui.com/concepts/events#lifecycle-events',
  impact: 'The stock clients report a finished run; code waiting for RUN_FINISHED hangs.',
  fix: 'Always send RUN_FINISHED or RUN_ERROR, even when the agent fails; check for timeouts on the way.',
  aliases: ['AGUI003', 'AGUI508'],
  types: ['RUN_STARTED'],
  // Only now is it certain that no stream went on with it.
  before({ event, stream, seq }, model, profileOf) {
    const run = runBefore(model, event?.['threadId'], event?.['runId']);
    const last = run?.streams.at(-1);
    if (run?.status !== 'truncated' || last === undefined || last === stream) return undefined;
    // Of an open stream, the end is not known yet.
    if (nodeOf(model).streams.at(last.index)?.isClosed !== true) return undefined;
    if (!mayGoOn(last, profileOf(last, seq))) return undefined;
    const message = `Run '${run.runId}' was never finished: its stream ended, no other went on with it, and now another run begins.`;
    return { message, related: [run.startSeq], severity: 'warning' };
  },
  boundary(boundary, model, { ending, profile }) {
    if (boundary.kind !== 'close') return undefined;
    const { stream } = boundary;
    const { run: index } = streamView(model, stream);
    const run = index < 0 ? undefined : model.runs.at(index);
    if (run?.status !== 'truncated' || run.startSeq === undefined) return undefined;
    // It continued on another stream, and ends there.
    if (run.streams.at(-1) !== stream) return undefined;
    // Withdrawn once another stream goes on with the run.
    const about = { related: [run.startSeq], key: String(stream.index) };
    if (profile.hearsay !== undefined) return { ...reportOfOther(run, stream, profile), ...about };
    const stop = ending?.stop;
    // The user stopped it, and CopilotKit's runtime has said so.
    if (stop?.isAfterStop) return undefined;
    if (stop === undefined) return { message: messageOf(run, stream, profile), ...about };
    const message = `The stream ended before run '${run.runId}' was finished; the stock client had already stopped at event ${stop.seq}, and the app got its error.`;
    return { message, ...about };
  },
};
