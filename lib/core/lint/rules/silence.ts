import { formatNumber } from '@/lib/core/json/format';
import { lastEventName } from '@/lib/core/lint/stream-timing';
import type { Rule } from '@/lib/core/lint/types';
import { heldMs } from '@/lib/core/log/held-spans';
import { runIn } from '@/lib/core/model/queries/lookup';

/** Minimum silence, in milliseconds: keepalives arrive every 15 s, idle timeouts of proxies start at 30 s. */
export const SILENCE_MS = 15_000;

export const silence: Rule = {
  id: 'silence',
  severity: 'warning',
  needsHistory: true,
  summary: 'Nothing arrived for 15 seconds or more during a run, not even a keepalive comment.',
  spec: 'https://html.spec.whatwg.org/multipage/server-sent-events.html#authoring-notes',
  impact: 'The app seems to hang, and proxies with an idle timeout cut the stream mid-run.',
  fix: 'Send a keepalive comment (a colon and a blank line) about every ten seconds.',
  aliases: ['AGUI506'],
  timing(signal, { logged, timing, model }) {
    if (signal.kind !== 'gap' || signal.gapMs < SILENCE_MS) return undefined;
    // Bytes between the two events split the gap; at least one part has the mean length.
    const quietMs = signal.gapMs / Math.max(signal.reads, 1);
    const run = runIn(model, logged.stream);
    if (quietMs < SILENCE_MS || run?.status !== 'running' || (run.startSeq ?? logged.seq) >= logged.seq)
      return undefined;
    const many = signal.reads > 1 ? ` or almost nothing (${signal.reads - 1} reads without an event)` : '';
    return {
      message: `Nothing${many} arrived for ${formatNumber(signal.gapMs / 1000, 1)} s after ${lastEventName(timing)}.`,
      related: [timing.lastSeq],
    };
  },
  boundary(boundary, model, { timing }) {
    if (boundary.kind !== 'close' || timing === undefined || timing.lastSeq < 0) return undefined;
    const { stream, timeMs } = boundary;
    const gapMs = timeMs - timing.lastMs - heldMs(stream, timing.lastMs, timeMs);
    const run = runIn(model, stream);
    if (!(gapMs >= SILENCE_MS) || run?.status !== 'truncated') return undefined;
    const { close } = stream;
    const end = close?.how === 'network-error' ? 'the connection broke' : 'the server ended the stream';
    return {
      message: `No event arrived for ${formatNumber(gapMs / 1000, 1)} s after ${lastEventName(timing)}, then ${end} in the middle of run '${run.runId}'.`,
      related: [run.startSeq],
    };
  },
};
