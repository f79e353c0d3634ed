// Rows of the table of runs: a run by its name and status, and the thread above its runs.

import type { ComponentChildren } from 'preact';
import type { LineageRow } from '@/lib/core/model/queries/lineage';
import type { Model, Thread } from '@/lib/core/model/types';
import type { Names } from '@/lib/panel/names';
import { isBadEnding, type RunEnding } from '@/lib/panel/run-ending';
import { useSession } from '../context';
import { AgentTag } from '../parts/agent-tag';
import { asTitle } from '../parts/text-limits';
import { TEXTS } from '../texts';
import type { TableRun } from './run-rows';

/** Further in than this nothing is moved: a narrow panel has no room. */
const DEPTH_MAX = 6;

/** A sign for each way a run can end, beside the word. */
export const ENDING_SIGNS: Readonly<Record<RunEnding['kind'], string>> = {
  running: '●',
  finished: '✓',
  waiting: '‖',
  paused: '‖',
  cancelled: '⊘',
  stopped: '⊘',
  limited: '⚠',
  cut: '✕',
  error: '✕',
  refused: '✕',
};

/** What a run comes from, in words; nothing where it just follows. */
export function linkText(
  model: Model,
  { node: { link, parent } }: LineageRow,
  names: Names,
): string | undefined {
  if (link === 'root' || link === 'next') return undefined;
  const run = parent === undefined ? undefined : model.runs.at(parent);
  return run === undefined ? TEXTS.run.branchFromStart : TEXTS.run.links[link](names.run(run));
}

/** Properties of a RunRow. */
export interface RunRowProps {
  readonly row: TableRun;
  readonly index: number;
  readonly model: Model;
  readonly isSelected: boolean;
  readonly children: ComponentChildren;
  onChoose(run: number): void;
  onCompare(run: number): void;
}

/** A run. */
export function RunRow({ row, index, model, isSelected, children, onChoose, onCompare }: RunRowProps) {
  const { names, summaries, choices, agents, models, cursor } = useSession();
  const { run, isLater, lineage } = row;
  const here = { model: models.current.value, seq: cursor.seq.value };
  const ending = isLater ? summaries.endingOf(run) : summaries.endingAt(run, here);
  const isCompared = choices.compared.value.includes(run.index);
  const name = names.run(run);
  const link = lineage && linkText(model, lineage, names);
  const state = isLater ? 'later' : isBadEnding(ending) ? 'has-error' : '';
  return (
    <div
      id={`run-row-${index}`}
      class={`run-line run-row ${isSelected ? 'selected' : ''} ${state}`}
      role="row"
      aria-rowindex={index + 2}
      aria-level={2 + (lineage?.depth ?? 0)}
      aria-selected={isSelected}
      data-run={run.index}
      title={asTitle(isLater ? `${TEXTS.run.later} · ${run.runId}` : run.runId)}
      onClick={({ ctrlKey, metaKey, shiftKey }) =>
        ctrlKey || metaKey || shiftKey ? onCompare(run.index) : onChoose(run.index)
      }
    >
      <span role="gridcell">
        <input
          type="checkbox"
          tabIndex={-1}
          aria-label={TEXTS.run.choose(name)}
          checked={isCompared}
          onClick={(event) => event.stopPropagation()}
          onChange={() => onCompare(run.index)}
        />
      </span>
      <span
        role="gridcell"
        class="run-name"
        style={{ paddingInlineStart: `${Math.min(lineage?.depth ?? 0, DEPTH_MAX) * 12}px` }}
      >
        {name} <AgentTag agent={agents.of(run.stream)} />
        {run.kind !== 'conversation' && <span class="tag">{TEXTS.run.kinds[run.kind]}</span>}
        {run.isReplay && run.kind === 'conversation' && <span class="tag">{TEXTS.run.replay}</span>}
        {link !== undefined && <span class="dim run-link"> {link}</span>}
      </span>
      <span role="gridcell">
        <span class={`tag ending-${ending.kind}`} title={asTitle(TEXTS.run.endings(ending))}>
          {ENDING_SIGNS[ending.kind]} {TEXTS.run.statuses[ending.kind]}
        </span>
      </span>
      {children}
    </div>
  );
}

/** The thread of the runs below it. */
export function ThreadRow({ thread, index, columns }: { thread: Thread; index: number; columns: number }) {
  const { names } = useSession();
  return (
    <div
      class="thread-row"
      role="row"
      aria-level={1}
      aria-rowindex={index + 2}
      title={asTitle(thread.threadId)}
    >
      <span role="gridcell" aria-colspan={columns}>
        {TEXTS.run.thread} <b>{names.thread(thread)}</b> · {TEXTS.run.runCount(thread.runs.length)}
      </span>
    </div>
  );
}
