import { formatNumber } from '@/lib/core/json/format';
import type { JsonObject } from '@/lib/core/json/json';
import { SPREAD_MS } from '@/lib/core/lint/stream-timing';
import type { Rule } from '@/lib/core/lint/types';
import type { Stream } from '@/lib/core/log/types';
import { runIn } from '@/lib/core/model/queries/lookup';
import { isConnect } from '@/lib/core/model/request';

/** Minimum time before a whole run arrives at once, in milliseconds: a shorter run may fit into one read. */
const WAIT_MS = 3_000;
/** Maximum difference between the clocks of server and page, in milliseconds. */
const SKEW_MS = 60_000;

/** Possible causes of buffering in the head of a response. */
function suspects({ headers = {} }: Stream): string {
  const found: string[] = [];
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity') found.push(`it is compressed (${encoding})`);
  if (headers['via'] !== undefined) found.push(`it came via ${headers['via']}`);
  if (headers['server'] !== undefined) found.push(`the server is ${headers['server']}`);
  if (headers['x-accel-buffering'] !== 'no') found.push("there is no 'x-accel-buffering: no'");
  return found.length === 0 ? '' : ` About the response: ${found.join(', ')}.`;
}

/** The run request of a stream at an event: a socket has none before its first request. */
function inputAt({ input, inputFrom = 0 }: Stream, seq: number): JsonObject | undefined {
  return seq < inputFrom ? undefined : input;
}

export const proxyBuffering: Rule = {
  id: 'proxy-buffering',
  severity: 'warning',
  needsHistory: true,
  isReportedOnce: true,
  summary: 'A proxy or server buffers the stream: events sent one by one arrived at once.',
  spec: 'https://docs.ag-ui.com/concepts/architecture#standard-http-client',
  impact: 'The user waits, then everything appears at once.',
  fix: "Turn off buffering and compression for this route: 'x-accel-buffering: no', no gzip, flush after each event.",
  aliases: ['AGUI507'],
  timing(signal, { logged, timing, model }) {
    const { stream } = logged;
    const isAnswer = stream.transport === 'fetch' || stream.transport === 'xhr';
    // A replay arrives at once by design.
    if (signal.kind !== 'burst' || !isAnswer || isConnect(stream)) return undefined;
    if (stream.method === 'GET' && inputAt(stream, logged.seq) === undefined) return undefined;
    const isOfNow = timing.firstStamp === undefined || timing.firstStamp >= stream.startMs - SKEW_MS;
    const count = timing.burstEvents;
    if (signal.spreadMs >= SPREAD_MS && isOfNow) {
      const spread = formatNumber(signal.spreadMs / 1000, 1);
      return {
        message: `${count} events from event ${timing.burstSeq} on arrived at once, but their timestamps span ${spread} s.${suspects(stream)}`,
        related: [timing.burstSeq],
      };
    }
    const waitMs = timing.burstMs - stream.startMs;
    const run = runIn(model, stream);
    const isWhole = run?.startSeq !== undefined && timing.burstSeq <= run.startSeq;
    if (!isWhole || waitMs < WAIT_MS || logged.type !== 'RUN_FINISHED') return undefined;
    return {
      message: `The whole run of ${count} events arrived at once, ${formatNumber(waitMs / 1000, 1)} s after the request.${suspects(stream)}`,
      related: [timing.burstSeq],
    };
  },
};
