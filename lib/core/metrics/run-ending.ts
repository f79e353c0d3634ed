// The end of a run and its reason, also as text.
import { endsStoppedRun } from '@/lib/core/consumers/kinds/copilotkit';
import { isSentByUser } from '@/lib/core/log/create-stream';
import type { Log } from '@/lib/core/log/log';
import { EMPTY_ON_PURPOSE } from '@/lib/core/log/stream-facts';
import { lastEndOf } from '@/lib/core/metrics/run-figures';
import { continuationOf, pendingForApp } from '@/lib/core/model/queries/call-state';
import type { Model, Run } from '@/lib/core/model/types';

/** End of a run. `reason` is the text of the server, the network or the client. */
export type RunEnding =
  | { readonly kind: 'running' | 'finished' | 'waiting' | 'cancelled' }
  /** Waited for input until the thread continued in another run, given by its index. */
  | { readonly kind: 'paused'; readonly continuedIn: number }
  /**
   * The app aborted its request, its page closed, the user stopped it at the runtime, or stopped a run sent by hand.
   */
  | { readonly kind: 'stopped'; readonly by: 'app' | 'page' | 'runtime' | 'you' }
  /** The model stopped early. */
  | { readonly kind: 'limited'; readonly reason: string }
  /** The response had no event. `status` is one of an empty response, for events that come on another stream. */
  | { readonly kind: 'empty'; readonly status?: number }
  /** The stream ended without an end of the run. */
  | { readonly kind: 'cut'; readonly by: 'server' | 'network'; readonly reason?: string }
  | { readonly kind: 'error' | 'refused'; readonly reason: string };

/** Finish reasons of a complete response. */
const DONE =
  /^(|stop|stop_sequence|end_turn|tool_calls?|tool-calls|tool_use|function_call|eos|complete|completed|success|finished|interrupt)$/i;

/** Reason why a run ended early; undefined for a normal end. */
export function limitOf(event: { readonly [key: string]: unknown } | undefined): string | undefined {
  const reason = event?.['finishReason'] ?? event?.['finish_reason'];
  return typeof reason === 'string' && !DONE.test(reason) ? reason : undefined;
}

/** Time of a run's last end up to an event. */
export function endMsOf(
  run: Run,
  log: Pick<Log, 'entities' | 'entityOf' | 'timeMsOf'>,
  upTo = Number.POSITIVE_INFINITY,
): number | undefined {
  const last = lastEndOf(run, log, upTo);
  return last === undefined || last === run.endSeq ? run.endMs : log.timeMsOf(last);
}

/** The end of a run that waits for input, or did until its thread continued. */
function waitingOf(run: Run, model: Model): RunEnding {
  const continuedIn = continuationOf(model, run);
  return continuedIn === undefined ? { kind: 'waiting' } : { kind: 'paused', continuedIn };
}

function successOf(run: Run, model: Model, log: Log, upTo: number): RunEnding {
  const endSeq = lastEndOf(run, log, upTo);
  const logged = endSeq === undefined ? undefined : log.at(endSeq);
  const limit = limitOf(logged?.event);
  if (limit !== undefined) return { kind: 'limited', reason: limit };
  if (logged !== undefined && endsStoppedRun(logged)) return { kind: 'stopped', by: 'runtime' };
  const isWaiting = endSeq === run.endSeq && pendingForApp(model, run).length > 0;
  return isWaiting ? waitingOf(run, model) : { kind: 'finished' };
}

/** Search range for the last event of a stream. */
const LAST_WITHIN = 5_000;

/** True if the stream ends with the events that CopilotKit's runtime adds for a stopped run. */
function isEndedByRuntime({ stream, streams }: Run, log: Log, upTo: number): boolean {
  const last = streams.at(-1) ?? stream;
  const from = Math.min(log.length - 1, upTo);
  for (let seq = from; seq >= Math.max(0, from - LAST_WITHIN); seq--) {
    if (log.streamOf(seq) !== last) continue;
    const logged = log.typeOf(seq) === 'RUN_FINISHED' ? log.at(seq) : undefined;
    return logged !== undefined && endsStoppedRun(logged);
  }
  return false;
}

/** The end of a run of a model, which is that of event `upTo`. */
export function endingOf(run: Run, model: Model, log: Log, upTo = Number.POSITIVE_INFINITY): RunEnding {
  const { status, error, stream, streams } = run;
  const close = (streams.at(-1) ?? stream).close;
  const reason = error?.message ?? '';
  switch (status) {
    case 'running':
      return { kind: 'running' };
    case 'success':
      return successOf(run, model, log, upTo);
    case 'interrupted':
      return waitingOf(run, model);
    case 'cancelled':
      return { kind: 'cancelled' };
    case 'aborted':
      if (close?.how === 'page-gone') return { kind: 'stopped', by: 'page' };
      return { kind: 'stopped', by: isSentByUser(stream) ? 'you' : 'app' };
    case 'truncated': {
      if (isEndedByRuntime(run, log, upTo)) return { kind: 'stopped', by: 'runtime' };
      if (run.startSeq === undefined) {
        const { status: http } = stream;
        return { kind: 'empty', ...(http !== undefined && EMPTY_ON_PURPOSE.has(http) && { status: http }) };
      }
      const by = close?.how === 'network-error' ? 'network' : 'server';
      return { kind: 'cut', by, ...(close?.detail && { reason: close.detail }) };
    }
    case 'error':
      return { kind: 'error', reason };
    case 'failed':
      return { kind: 'refused', reason: reason || close?.detail || '' };
  }
}

/** True for an unwanted end: shown in red, with its reason. */
export function isBadEnding(ending: RunEnding): boolean {
  const { kind } = ending;
  if (kind === 'empty') return ending.status === undefined;
  return kind === 'cut' || kind === 'error' || kind === 'refused';
}

/** True for an end as intended, also if the run waits for input or did. */
export function isGoodEnding({ kind }: RunEnding): boolean {
  return kind === 'finished' || kind === 'waiting' || kind === 'paused';
}

/** The end in words, as of a status. */
export function endingText(ending: RunEnding): string {
  switch (ending.kind) {
    case 'running':
      return 'running';
    case 'finished':
      return 'finished';
    case 'waiting':
      return 'waiting for input';
    case 'paused':
      return `paused, continued in #${ending.continuedIn + 1}`;
    case 'cancelled':
      return 'cancelled';
    case 'stopped':
      return {
        app: 'stopped by the app',
        page: 'stopped: page closed',
        runtime: 'stopped by the user',
        you: 'stopped by you',
      }[ending.by];
    case 'limited':
      return `stopped early (${ending.reason})`;
    case 'empty':
      return ending.status === undefined
        ? 'no events in the response'
        : `no events in the response (HTTP ${ending.status})`;
    case 'cut':
      return ending.by === 'network' ? 'cut off: network error' : 'cut off: no RUN_FINISHED';
    case 'error':
      return ending.reason === '' ? 'failed' : `failed: ${ending.reason}`;
    case 'refused':
      return ending.reason === '' ? 'request failed' : `request failed: ${ending.reason}`;
  }
}
