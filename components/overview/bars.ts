// Runs, steps and silences of the overview.

import { SILENCE_MAX_MS, type Timeline } from '@/lib/core/metrics/timeline';
import type { Model, Run } from '@/lib/core/model/types';
import { type Agent, hueOf } from '@/lib/panel/agents';
import type { Bar, CallBar } from './overview-paint';

/** Maximum number of bars: more cannot be distinguished. */
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
): { readonly runs: Bar[]; readonly steps: Bar[] } {
  const runs: Bar[] = [];
  const steps: Bar[] = [];
  const end = (seq: number | undefined) => timeline.shownOf(seq ?? timeline.length - 1);
  for (let at = Math.max(0, model.runs.length - BARS_MAX); at < model.runs.length; at++) {
    const run = model.runs.at(at);
    if (run?.startSeq === undefined) continue;
    // A truncated run ends with its last event.
    const last = of.end(run) ?? (run.status === 'running' ? undefined : run.lastSeq);
    runs.push({
      fromMs: timeline.shownBefore(run.startSeq, run.startMs),
      toMs: end(last),
      label: of.name(run),
      color: RUN_COLORS[run.status],
      ...agentOf(of.agent(run)),
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

/** Agents beyond share rows. */
const AGENT_ROWS = 6;

function agentOf(agent: Agent | undefined): Pick<Bar, 'row' | 'agentHue'> {
  if (agent === undefined) return {};
  return { row: agent.index % AGENT_ROWS, agentHue: hueOf(agent) };
}

/** Concurrent calls beyond share the last row. */
const CALL_ROWS = 3;

export function callBarsOf({ toolCalls, runs }: Model, timeline: Timeline): readonly CallBar[] {
  const bars: CallBar[] = [];
  const free: number[] = [];
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
    const found = free.findIndex((untilMs) => untilMs <= fromMs);
    const row = found >= 0 ? found : Math.min(free.length, CALL_ROWS - 1);
    free[row] = Math.max(free[row] ?? 0, toMs);
    bars.push({ fromMs, calledMs: timeline.shownOf(called), toMs, row });
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
