// Facts of a session for the lists of the library.
import { siteOf } from '@/lib/core/consumers/consumers';
import type { Log } from '@/lib/core/log/log';
import { startMsOf } from '@/lib/core/metrics/start';
import { LANES, Timeline } from '@/lib/core/metrics/timeline';
import type { IncomingBatch } from '@/lib/messages/incoming';
import { NAME_MAX, originOf, type SavedFacts } from '@/lib/messages/library';
import { oneLine, promptOf } from '@/lib/panel/names';
import { createOpenSession, type OpenSession } from '@/lib/panel/open-session';
import type { Session } from '@/lib/panel/session';
import type { SessionSource } from '@/lib/panel/source';
import { NO_SOURCE } from '@/lib/panel/source';

export const PARTS = 48;
const HIGHEST = 9;
/** Times before this are relative: files of bare events count from 0. */
const TIME_MIN = Date.UTC(2000, 0);

/** Events per lane and part as digits, on a logarithmic scale. */
function pictureOf(log: Log): readonly string[] {
  const timeline = new Timeline(log);
  timeline.advance();
  if (timeline.length === 0) return [];
  const lanes = timeline.counts(0, timeline.totalMs, PARTS).slice(0, LANES.length);
  const most = Math.max(...lanes.flatMap(({ counts }) => [...counts]));
  const digit = (count: number) => Math.ceil((HIGHEST * Math.log1p(count)) / Math.log1p(most));
  return lanes.map(({ counts }) => [...counts].map(digit).join(''));
}

function sitesOf({ boundaries, streams }: Log): readonly string[] {
  const pages = boundaries.flatMap((boundary) =>
    boundary.kind === 'navigation' ? originOf(boundary.url) : [],
  );
  return [...new Set([...pages, ...streams.map(siteOf)])].filter((site) => /^(https?|wss?):/.test(site));
}

export function factsOf({ log, models, findings }: Session): SavedFacts {
  const first = log.length === 0 ? 0 : log.timeMsOf(0);
  const last = log.length === 0 ? 0 : log.timeMsOf(log.length - 1);
  const severities = findings.listed.value.map(({ severity }) => severity);
  return {
    startedMs: first < TIME_MIN ? 0 : first,
    durationMs: Math.max(last - startMsOf(log), 0),
    sites: sitesOf(log),
    events: log.length,
    runs: models.newest().runs.length,
    errors: severities.filter((severity) => severity === 'error').length,
    warnings: severities.filter((severity) => severity === 'warning').length,
    picture: pictureOf(log),
  };
}

/** Default name: the first prompt, the file name or the URL. */
export function titleOf({ session, name, from }: Pick<OpenSession, 'session' | 'name' | 'from'>): string {
  const { models, log, names } = session;
  if (name !== undefined && from?.kind === 'saved') return name;
  // A failed request has a prompt but no run.
  for (const { input } of [...models.newest().runs, ...log.streams]) {
    const prompt = promptOf(input);
    if (prompt !== undefined) return oneLine(prompt, NAME_MAX / 2);
  }
  const [stream] = log.streams;
  return name ?? (stream === undefined ? '' : names.url(stream.url));
}

export async function readAside(
  { scheduler, annotations }: Session,
  batches: readonly IncomingBatch[],
  source: SessionSource = NO_SOURCE,
): Promise<OpenSession> {
  const shown = createOpenSession(scheduler, { source, consumers: annotations.consumers });
  shown.session.reading.append(batches);
  await shown.session.reading.settled();
  return shown;
}
