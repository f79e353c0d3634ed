// Chrome's trace event format (JSON), for Perfetto and chrome://tracing: one process per thread of the conversation,
// one track per kind of span.
import { factsOf } from '@/lib/core/files/format-facts';
import { runSpansOf, type Span } from '@/lib/core/files/spans';
import type { Format } from '@/lib/core/files/types';

const TRACKS: readonly Span['kind'][] = ['run', 'step', 'subagent', 'message', 'tool'];

function named(name: 'process_name' | 'thread_name', pid: number, tid: number, value: string): object {
  return { name, ph: 'M', pid, tid, args: { name: value } };
}

/** A slice; times are in microseconds. */
function sliceOf({ kind, name, startMs, endMs, error, attributes }: Span, pid: number, tid: number): object {
  return {
    name,
    cat: kind,
    ph: 'X',
    ts: Math.round(startMs * 1000),
    dur: Math.round((endMs - startMs) * 1000),
    pid,
    tid,
    args: { ...attributes, ...(error !== undefined && { error }) },
  };
}

export const perfetto: Format = {
  ...factsOf('perfetto'),
  write({ log }) {
    const processes = new Map<string, number>();
    const events: object[] = [];
    for (const { run, spans } of runSpansOf(log())) {
      const pid = processes.get(run.threadId) ?? processes.size + 1;
      if (!processes.has(run.threadId)) events.push(named('process_name', pid, 0, `thread ${run.threadId}`));
      processes.set(run.threadId, pid);
      for (const [at, kind] of TRACKS.entries()) {
        // Separate tracks: overlapping runs and parallel calls would hide each other.
        const tid = run.index * TRACKS.length + at + 1;
        const own = spans.filter((span) => span.kind === kind);
        if (own.length > 0) events.push(named('thread_name', pid, tid, `run ${run.index + 1} · ${kind}`));
        for (const span of own) events.push(sliceOf(span, pid, tid));
      }
    }
    if (events.length === 0) return { refused: 'There is no run in this session.' };
    return [`${JSON.stringify({ traceEvents: events, displayTimeUnit: 'ms' }, null, 1)}\n`];
  },
};
