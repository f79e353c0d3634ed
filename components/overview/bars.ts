// Runs, steps, calls and silences of the overview.

import type { Finding } from '@/lib/core/lint/types';
import type { Log } from '@/lib/core/log/log';
import { SILENCE_MAX_MS, type Timeline } from '@/lib/core/metrics/timeline';
import type { Model, Run } from '@/lib/core/model/types';
import { type Agent, hueOf, isDashed } from '@/lib/panel/agents';
import type { Bar, CallBar, RunBar } from './overview-paint';

/** More cannot be distinguished. */
export const BARS_MAX = 2_000;

const RUN_COLORS: Readonly<Record<Run['status'], string>> = {
  running: '--accent',
  success: '--ok',
  interrupted: '--c-activity',
  cancelled: '--dim',
  error: '--error',
  truncated: '--error',
  aborted: '--warning',
  failed: '--error',
};

export function barsOf(
  model: Model,
  timeline: Timeline,
  of: {
    name(run: Run): string;
    end(run: Run): number | undefined;
    agent(run: Run): Agent | undefined;
  },
): { readonly runs: RunBar[]; readonly steps: Bar[] } {
  const runs: RunBar[] = [];
  const rows = createRows(RUN_ROWS);
  const steps: Bar[] = [];
  const end = (seq: number | undefined) => timeline.shownOf(seq ?? timeline.length - 1);
  for (let at = Math.max(0, model.runs.length - BARS_MAX); at < model.runs.length; at++) {
    const run = model.runs.at(at);
    if (run === undefined) continue;
    // A truncated run ends with its last event.
    const last = of.end(run) ?? (run.status === 'running' ? undefined : run.lastSeq);
    const { startSeq = timeline.length } = run;
    const fromMs = timeline.shownBefore(startSeq, run.startMs);
    const isEmpty = run.startSeq === undefined;
    const toMs = isEmpty ? timeline.shownBefore(startSeq, run.endMs ?? run.startMs) : end(last);
    const agent = of.agent(run);
    runs.push({
      run: run.index,
      fromMs,
      firstMs: isEmpty ? toMs : timeline.shownOf(startSeq),
      toMs,
      label: of.name(run),
      color: RUN_COLORS[run.status],
      row: rows.place(fromMs, toMs, agent?.index ?? 0),
      ...(agent !== undefined && { agentHue: hueOf(agent), isDashed: isDashed(agent) }),
    });
    for (const step of run.steps) {
      if (steps.length >= BARS_MAX) break;
      const color = step.subagentRunId === undefined ? '--c-step' : '--c-subagent';
      steps.push({
        fromMs: timeline.shownOf(step.startSeq),
        toMs: end(step.endSeq ?? last),
        label: step.name,
        color,
      });
    }
  }
  return { runs, steps };
}

/** Shown time of a finding; one without an event is at the end of its stream, or at its request. */
export function findingMs({ seq, beforeSeq, stream }: Finding, timeline: Timeline, log: Log): number {
  const { close, startMs } = log.streams[stream] ?? {};
  const timeMs = close?.timeMs ?? startMs;
  if (seq >= 0 || timeMs === undefined) return timeline.shownOf(seq < 0 ? (beforeSeq ?? 0) : seq);
  return timeline.shownBefore(beforeSeq ?? timeline.length, timeMs);
}

/** Rows of runs and of calls; concurrent ones beyond share a row. */
const RUN_ROWS = 6;
const CALL_ROWS = 3;

/** Places bars so that those of one row do not overlap, while there are rows. */
function createRows(count: number): { place(fromMs: number, toMs: number, preferred?: number): number } {
  const free: number[] = [];
  return {
    place(fromMs, toMs, preferred = 0) {
      const first = preferred % count;
      const wanted = [first, ...Array.from({ length: count }, (_none, row) => row)];
      const row = wanted.find((each) => (free[each] ?? 0) <= fromMs) ?? first;
      free[row] = Math.max(free[row] ?? 0, toMs);
      return row;
    },
  };
}

export function callBarsOf({ toolCalls, runs }: Model, timeline: Timeline): readonly CallBar[] {
  const bars: CallBar[] = [];
  const rows = createRows(CALL_ROWS);
  for (let at = Math.max(0, toolCalls.length - BARS_MAX); at < toolCalls.length; at++) {
    const call = toolCalls.at(at);
    // A call from a snapshot has no time.
    if (
      call === undefined ||
      (call.endSeq === undefined && call.argSeqs.length === 0 && call.status !== 'streaming')
    )
      continue;
    const run = call.run < 0 ? undefined : runs.at(call.run);
    const isOver = run !== undefined && run.status !== 'running';
    const called = call.endSeq ?? call.argSeqs.at(-1) ?? call.startSeq;
    const end = call.results.at(0)?.seq ?? (isOver ? (run.endSeq ?? called) : timeline.length - 1);
    const fromMs = timeline.shownOf(call.startSeq);
    const toMs = Math.max(timeline.shownOf(end), timeline.shownOf(called));
    bars.push({
      call: call.index,
      fromMs,
      calledMs: timeline.shownOf(called),
      toMs,
      row: rows.place(fromMs, toMs),
    });
  }
  return bars;
}

/** Shortened silences; those within a run are stalls. */
export function silencesOf(
  timeline: Timeline,
  runs: readonly Bar[],
): readonly { atMs: number; isStall: boolean }[] {
  let run = 0;
  let openUntil = Number.NEGATIVE_INFINITY;
  return timeline.breaks.slice(-BARS_MAX).map(({ seq }) => {
    const atMs = timeline.shownOf(seq);
    // Runs are in order of their start; one that spans a silence continues through it.
    const startMs = atMs - SILENCE_MAX_MS;
    for (let bar = runs[run]; bar !== undefined && bar.fromMs <= startMs; bar = runs[++run])
      openUntil = Math.max(openUntil, bar.toMs);
    return { atMs, isStall: openUntil >= atMs };
  });
}
