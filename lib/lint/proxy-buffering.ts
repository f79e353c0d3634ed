// A stream that something on the way held back: events come at once that were sent one by one.

import { isConnect } from '@/lib/lint/requests';
import { SPREAD_MS } from '@/lib/lint/stream-timing';
import type { Rule } from '@/lib/lint/types';
import type { Stream } from '@/lib/log/types';
import { streamView } from '@/lib/model/model';

/** A whole run at once is reported where the page waited for it at least this long, milliseconds: shorter runs may be one read. */
const WAIT_MS = 3_000;
/** How far the clocks of server and page may be apart, milliseconds. */
const SKEW_MS = 60_000;

/** What in the head of an answer may hold it back. */
function suspects({ headers = {} }: Stream): string {
  const found: string[] = [];
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity') found.push(`it is compressed (${encoding})`);
  if (headers['via'] !== undefined) found.push(`it came via ${headers['via']}`);
  if (headers['server'] !== undefined) found.push(`the server is ${headers['server']}`);
  if (headers['x-accel-buffering'] !== 'no') found.push("there is no 'x-accel-buffering: no'");
  return found.length === 0 ? '' : ` Of the answer: ${found.join(', ')}.`;
}

/** Bursts whose events have times far apart, and runs that come whole after a long wait. */
export const proxyBuffering: Rule = {
  id: 'proxy-buffering',
  severity: 'warning',
  needsHistory: true,
  isSaidOnce: true,
  summary: 'Events came all at once that were sent one by one: something on the way holds the stream back.',
  spec: 'https://docs.ag-ui.com/concepts/architecture#standard-http-client',
  impact: 'Nothing streams: the user waits, then everything is there at once.',
  fix: "Switch buffering and compression off for this route: 'x-accel-buffering: no', no gzip, flush after each event.",
  aliases: ['AGUI507'],
  timing(signal, { logged, timing, model }) {
    const { stream } = logged;
    const isAnswer = stream.transport === 'fetch' || stream.transport === 'xhr';
    // A replay comes at once, rightly.
    if (signal.kind !== 'burst' || !isAnswer || isConnect(stream)) return undefined;
    if (stream.method === 'GET' && stream.input === undefined) return undefined;
    const isOfNow = timing.firstStamp === undefined || timing.firstStamp >= stream.startMs - SKEW_MS;
    const count = timing.burstEvents;
    if (signal.spreadMs >= SPREAD_MS && isOfNow) {
      const spread = (signal.spreadMs / 1000).toFixed(1);
      return {
        message: `${count} events from event ${timing.burstSeq} on came at once, and were made over ${spread} s.${suspects(stream)}`,
        related: [timing.burstSeq],
      };
    }
    const waitMs = timing.burstMs - stream.startMs;
    const run = model.runs.at(streamView(model, stream).run);
    const isWhole = run?.startSeq !== undefined && timing.burstSeq <= run.startSeq;
    if (!isWhole || waitMs < WAIT_MS || logged.type !== 'RUN_FINISHED') return undefined;
    return {
      message: `The whole run of ${count} events came at once, ${(waitMs / 1000).toFixed(1)} s after the request.${suspects(stream)}`,
      related: [timing.burstSeq],
    };
  },
};
