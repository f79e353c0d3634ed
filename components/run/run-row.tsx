// Rows of the run table: runs and threads.

import type { ComponentChildren } from 'preact';
import { isBadEnding, type RunEnding } from '@/lib/core/metrics/run-ending';
import type { LineageRow } from '@/lib/core/model/queries/lineage';
import type { Model, Thread } from '@/lib/core/model/types';
import type { Names } from '@/lib/panel/names';
import type { Session } from '@/lib/panel/session';
import { useSession } from '../app/context';
import { AgentTag } from '../shared/agent-tag';
import { asTitle } from '../shared/text-limits';
import { TEXTS } from '../texts';
import type { RunTableRow, TableRun } from './run-rows';

/** Maximum indentation: a narrow panel has no room. */
const DEPTH_MAX = 6;

export const ENDING_SIGNS: Readonly<Record<RunEnding['kind'], string>> = {
  running: '●',
  finished: '✓',
  waiting: '‖',
  paused: '‖',
  cancelled: '⊘',
  stopped: '⊘',
  limited: '⚠',
  empty: '∅',
  cut: '✕',
  error: '✕',
  refused: '✕',
};

/** Relation to the parent; undefined for the next run of a thread. */
export function linkText(
  model: Model,
  { node: { link, parent } }: LineageRow,
  names: Names,
): string | undefined {
  if (link === 'root' || link === 'next') return undefined;
  const run = parent === undefined ? undefined : model.runs.at(parent);
  return run === undefined ? TEXTS.run.branchFromStart : TEXTS.run.links[link](names.run(run));
}

/** As of the cursor; as of the newest event for later runs. */
export function endingOfRow(
  { summaries, cursor }: Session,
  { run, isLater }: TableRun,
  here: Model,
): RunEnding {
  return isLater ? summaries.endingOf(run) : summaries.endingAt(run, { model: here, seq: cursor.seq.value });
}

interface RowActions {
  readonly here: Model;
  onChoose(run: number): void;
  onCompare(run: number): void;
}

export function rowAttributes(session: Session, row: RunTableRow, { here, onChoose, onCompare }: RowActions) {
  if (row.kind === 'thread')
    return { class: 'thread-row', 'aria-level': 1, title: asTitle(row.thread.threadId) };
  const { run, isLater, depth } = row;
  const isBad = isBadEnding(endingOfRow(session, row, here));
  return {
    class: isLater ? 'later' : isBad ? 'has-error' : '',
    'aria-level': 2 + depth,
    'data-run': run.index,
    title: asTitle(isLater ? `${TEXTS.run.later} · ${run.runId}` : run.runId),
    onClick: ({ ctrlKey, metaKey, shiftKey }: MouseEvent) =>
      ctrlKey || metaKey || shiftKey ? onCompare(run.index) : onChoose(run.index),
  };
}

interface RunCellsProps {
  readonly row: TableRun;
  readonly model: Model;
  readonly children: ComponentChildren;
  onCompare(run: number): void;
}

export function RunCells({ row, model, children, onCompare }: RunCellsProps) {
  const session = useSession();
  const { names, choices, agents, models } = session;
  const { run, lineage, depth } = row;
  const ending = endingOfRow(session, row, models.current.value);
  const name = names.run(run);
  const link = lineage && linkText(model, lineage, names);
  return (
    <>
      <span role="gridcell">
        <input
          type="checkbox"
          tabIndex={-1}
          aria-label={TEXTS.run.choose(name)}
          checked={choices.compared.value.includes(run.index)}
          onClick={(event) => event.stopPropagation()}
          onChange={() => onCompare(run.index)}
        />
      </span>
      <span
        role="gridcell"
        class="run-name"
        style={{ paddingInlineStart: `${Math.min(depth, DEPTH_MAX) * 12}px` }}
      >
        {run.stream.origin !== undefined && (
          <span class="tag run-origin" title={asTitle(run.stream.origin)}>
            {run.stream.origin}
          </span>
        )}
        {name} <AgentTag agent={agents.of(run.stream)} />
        {run.kind !== 'conversation' && <span class="tag">{TEXTS.run.kinds[run.kind]}</span>}{' '}
        {run.isReplay && run.kind === 'conversation' && <span class="tag">{TEXTS.run.replay}</span>}
        {link !== undefined && <span class="dim run-link"> {link}</span>}
      </span>
      <span role="gridcell">
        <span class={`tag ending-${ending.kind}`} title={asTitle(TEXTS.run.endings(ending))}>
          {ENDING_SIGNS[ending.kind]} {TEXTS.run.statuses[ending.kind]}
        </span>
      </span>
      {children}
    </>
  );
}

export function ThreadCell({ thread, columnCount }: { thread: Thread; columnCount: number }) {
  const { names } = useSession();
  return (
    <span role="gridcell" aria-colspan={columnCount}>
      {TEXTS.run.thread} <b>{names.thread(thread)}</b> · {TEXTS.run.runCount(thread.runs.length)}
    </span>
  );
}
