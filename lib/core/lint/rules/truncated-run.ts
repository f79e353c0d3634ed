import type { Profile } from '@/lib/core/consumers/profile';
import { newestFirst } from '@/lib/core/json/list';
import type { Rule, RuleReport } from '@/lib/core/lint/types';
import type { Stream } from '@/lib/core/log/types';
import { isClosed, runIn } from '@/lib/core/model/queries/lookup';
import type { Model, Run } from '@/lib/core/model/types';

const RUNS_BACK = 16;

// Normal closure.
const DONE = 1000;

/** True if another stream may continue the run, as the client reconnects, or may do so. */
function mayGoOn({ transport, close }: Stream, { effectOnOtherClients }: Profile): boolean {
  if (effectOnOtherClients === undefined) return false;
  if (effectOnOtherClients === 'harmless' || transport === 'event-source' || close?.how === 'network-error')
    return true;
  // A socket closed by the server with another code than normal closure.
  return transport === 'web-socket' && close?.code !== undefined && close.code !== DONE;
}

function messageOf(run: Run, { close }: Stream, { verifiesIdentity }: Profile): string {
  return close?.how === 'network-error'
    ? `The connection broke before run '${run.runId}' was finished; the stock client fails with a network error.`
    : `The stream ended before run '${run.runId}' was finished; the stock client ${verifiesIdentity ? '1.1 fails the run' : 'still reports success'}.`;
}

/** Report about an unfinished run of another client than a stock client. */
function reportOfOther(run: Run, stream: Stream, profile: Profile): Omit<RuleReport, 'related'> {
  const what = stream.close?.how === 'network-error' ? 'The connection broke' : 'The stream ended';
  const message = `${what} before run '${run.runId}' was finished`;
  if (!mayGoOn(stream, profile)) return { message: `${message}.`, severity: 'warning' };
  return {
    message: `${message}: unless another stream continues it, the run never ends.`,
    severity: 'info',
  };
}

/** The newest run of a thread, unless it has this id. */
function runBefore(model: Model, threadId: unknown, runId: unknown): Run | undefined {
  const run = [...newestFirst(model.runs, RUNS_BACK)].find(
    (each) => each.threadId === threadId && each.startSeq !== undefined && each.kind === 'conversation',
  );
  return run?.runId === runId ? undefined : run;
}

export const truncatedRun: Rule = {
  id: 'truncated-run',
  severity: 'error',
  needsHistory: true,
  summary: 'The stream ended without RUN_FINISHED or RUN_ERROR.',
  spec: 'https://docs.ag-ui.com/concepts/events#lifecycle-events',
  impact:
    'Unless the connection broke, the stock clients before 1.1 report a finished run; code waiting for RUN_FINISHED hangs.',
  fix: 'Always send RUN_FINISHED or RUN_ERROR, even when the agent fails; check proxies for timeouts.',
  aliases: ['AGUI003', 'AGUI508'],
  types: ['RUN_STARTED'],
  // Only now it is certain that no stream continued the run.
  before({ event, stream, seq }, model, profileOf) {
    const run = runBefore(model, event?.['threadId'], event?.['runId']);
    const last = run?.streams.at(-1);
    if (run?.status !== 'truncated' || last === undefined || last === stream) return undefined;
    // The end of an open stream is unknown.
    if (!isClosed(model, last)) return undefined;
    if (!mayGoOn(last, profileOf(last, seq))) return undefined;
    const message = `Run '${run.runId}' never finished: its stream ended, no other stream continued it, and another run begins.`;
    return { message, related: [run.startSeq], severity: 'warning' };
  },
  boundary(boundary, model, { ending, profile }) {
    if (boundary.kind !== 'close') return undefined;
    const { stream } = boundary;
    const run = runIn(model, stream);
    if (run?.status !== 'truncated' || run.startSeq === undefined) return undefined;
    // It ends on another stream, which continued it.
    if (run.streams.at(-1) !== stream) return undefined;
    // Withdrawn when another stream continues the run.
    const about = { related: [run.startSeq], key: String(stream.index) };
    if (profile.effectOnOtherClients !== undefined)
      return { ...reportOfOther(run, stream, profile), ...about };
    const stop = ending?.stop;
    // Stopped by the user: CopilotKit's runtime ended the run.
    if (stop?.isAfterStop) return undefined;
    if (stop === undefined) return { message: messageOf(run, stream, profile), ...about };
    const got =
      ending?.promise === 'rejects' ? 'the app got its error' : 'CopilotKit hid its error from the app';
    const message = `The stream ended before run '${run.runId}' was finished; the stock client had already stopped at event ${stop.seq}, and ${got}.`;
    return { message, ...about };
  },
};
