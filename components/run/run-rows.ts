// Rows of the run table: by time, by thread and lineage, or sorted by a figure. Runs after the cursor are included, as
// of the newest event.

import type { List } from '@/lib/core/json/list';
import type { FindingsByStream } from '@/lib/core/lint/of-run';
import { countOfRun } from '@/lib/core/lint/of-run';
import type { Price } from '@/lib/core/metrics/cost';
import { byFigure, type Figure, figuresOf, type RunFigures } from '@/lib/core/metrics/run-figures';
import { type LineageRow, lineageOf, lineageRows } from '@/lib/core/model/queries/lineage';
import type { Model, Run, Thread, ToolCallEntry } from '@/lib/core/model/types';
import type { Sorting } from '../ui/data-grid';

/** Newest runs in the table. */
const SHOWN = 2_000;

export interface TableRun {
  readonly kind: 'run';
  readonly run: Run;
  readonly figures: RunFigures;
  /** True if the run starts after the cursor. */
  readonly isLater: boolean;
  /** Absent if sorted. */
  readonly lineage?: LineageRow;
  /** Depth in its thread; 0 unless grouped. */
  readonly depth: number;
}

export type RunTableRow = TableRun | { readonly kind: 'thread'; readonly thread: Thread };

interface TableParts {
  /** At the cursor, and all. */
  readonly here: Model;
  readonly all: Model;
  readonly findings: FindingsByStream;
  readonly sorting: Sorting<Figure | 'status'> | undefined;
  readonly isGrouped: boolean;
  readonly prices: readonly Price[];
  endMs(run: Run): number | undefined;
  statusOf(row: TableRun): string;
}

const counted = new WeakMap<List<ToolCallEntry>, { length: number; byRun: ReadonlyMap<number, number> }>();

function callsByRun(calls: List<ToolCallEntry>): ReadonlyMap<number, number> {
  const known = counted.get(calls);
  if (known?.length === calls.length) return known.byRun;
  const byRun = new Map<number, number>();
  for (const { run } of calls) byRun.set(run, (byRun.get(run) ?? 0) + 1);
  counted.set(calls, { length: calls.length, byRun });
  return byRun;
}

const lineages = new WeakMap<Model, Map<Thread, readonly LineageRow[]>>();

export function lineageIn(model: Model, thread: Thread): readonly LineageRow[] {
  const known = lineages.get(model) ?? new Map<Thread, readonly LineageRow[]>();
  lineages.set(model, known);
  const rows = known.get(thread) ?? lineageRows(lineageOf(model, thread));
  known.set(thread, rows);
  return rows;
}

/** In order of their start. */
export function tableRuns({
  here,
  all,
  findings,
  prices,
  endMs,
}: Omit<TableParts, 'sorting' | 'statusOf' | 'isGrouped'>): readonly TableRun[] {
  const [callsHere, callsLater] = [callsByRun(here.toolCalls), callsByRun(all.toolCalls)];
  const rows: TableRun[] = [];
  const count = Math.max(here.runs.length, all.runs.length);
  for (let index = Math.max(0, count - SHOWN); index < count; index++) {
    const isLater = index >= here.runs.length;
    const run = (isLater ? all : here).runs.at(index);
    if (run === undefined) continue;
    const { error, warning } = countOfRun(run, findings);
    const counts = {
      tools: (isLater ? callsLater : callsHere).get(index) ?? 0,
      findings: error + warning,
      prices,
    };
    const figures = figuresOf(run, { ...counts, endMs: endMs(run) });
    rows.push({ kind: 'run', run, figures, isLater, depth: 0 });
  }
  return rows;
}

export function tableRows(
  runs: readonly TableRun[],
  { all, sorting, isGrouped, statusOf }: Pick<TableParts, 'all' | 'sorting' | 'isGrouped' | 'statusOf'>,
): readonly RunTableRow[] {
  if (sorting !== undefined) {
    const { by, isDescending } = sorting;
    if (by !== 'status') {
      const compare = byFigure(by, isDescending);
      return runs.toSorted((a, b) => compare(a.figures, b.figures) || a.run.index - b.run.index);
    }
    const sign = isDescending ? -1 : 1;
    return runs.toSorted(
      (a, b) => sign * statusOf(a).localeCompare(statusOf(b)) || a.run.index - b.run.index,
    );
  }
  const byIndex = new Map(runs.map((row) => [row.run.index, row]));
  const ids = new Set(runs.map(({ run }) => run.threadId));
  const threads = [...all.threads].filter(({ threadId }) => ids.has(threadId));
  const ofThreads = threads.map((thread) => ({
    thread,
    rows: lineageIn(all, thread).flatMap((lineage) => {
      const row = byIndex.get(lineage.node.run);
      return row === undefined ? [] : [{ ...row, lineage, depth: isGrouped ? lineage.depth : 0 }];
    }),
  }));
  if (!isGrouped) return ofThreads.flatMap(({ rows }) => rows).sort((a, b) => a.run.index - b.run.index);
  return ofThreads.flatMap(({ thread, rows }): RunTableRow[] => [
    ...(threads.length > 1 && rows.length > 1 ? [{ kind: 'thread', thread } as const] : []),
    ...rows,
  ]);
}
