// The runs of every thread as a tree: what each comes from stands beside it. One row is in the tab order; arrow keys,
// Home and End move.
import { useMemo } from 'preact/hooks';
import { byStream, countOfRun, type FindingsByStream } from '@/lib/lint/of-run';
import { type LineageRow, lineageOf, lineageRows } from '@/lib/model/queries/lineage';
import type { Model, Run, RunStatus, Thread } from '@/lib/model/types';
import { useSession } from '../context';
import { formatMs } from '../format';
import { SeveritySign } from '../parts/severity-sign';
import { TEXTS } from '../texts';
import { handleKey } from '../ui/keys';

/** Rows of a thread shown at most, and threads; the newest. */
const SHOWN = 300;
const THREADS_SHOWN = 50;
/** Further in than this nothing is moved: a narrow panel has no room. */
const DEPTH_MAX = 6;

/** A sign for each way a run can be, beside the word. */
export const RUN_SIGNS: Readonly<Record<RunStatus, string>> = {
  running: '●',
  success: '✓',
  interrupted: '‖',
  cancelled: '⊘',
  error: '✕',
  truncated: '✕',
  aborted: '⊘',
  failed: '✕',
};

/** The rows of a thread; made anew only where it has another run, or the newest has started. */
export function useLineage(model: Model, thread: Thread): readonly LineageRow[] {
  const last = model.runs.at(thread.runs.at(-1) ?? -1);
  const key = `${thread.threadId} ${thread.runs.length} ${last?.index} ${last?.runId} ${last?.startSeq}`;
  return useMemo(() => lineageRows(lineageOf(model, thread)), [key, model.runs.length]);
}

function move(event: KeyboardEvent): void {
  const { currentTarget: tree, target } = event;
  if (!(tree instanceof HTMLElement)) return;
  const items = [...tree.querySelectorAll<HTMLElement>('[role=treeitem][data-run]')];
  const at = items.findIndex((item) => item.isSameNode(target instanceof Node ? target : null));
  const to = (index: number) => () => {
    const next = items[Math.min(Math.max(index, 0), items.length - 1)];
    next?.focus();
    next?.click();
  };
  if (at < 0) return;
  handleKey(event, 'runs', {
    next: to(at + 1),
    previous: to(at - 1),
    first: to(0),
    last: to(items.length - 1),
  });
}

/** Properties of a RunTree. */
export interface RunTreeProps {
  readonly model: Model;
  readonly selected: number | undefined;
  onChoose(run: number): void;
}

/** Threads, and under each its runs. */
export function RunTree({ model, selected, onChoose }: RunTreeProps) {
  const threads = [...model.threads].filter(({ runs }) => runs.length > 0);
  const skipped = Math.max(threads.length - THREADS_SHOWN, 0);
  const all = useSession().findings.listed.value;
  const findings = useMemo(() => byStream(all), [all]);
  return (
    <div class="run-tree" role="tree" aria-label={TEXTS.run.runTree} onKeyDown={move}>
      {skipped > 0 && (
        <div class="run-row dim" role="treeitem" aria-level={1} aria-disabled="true">
          {TEXTS.run.earlierThreads(skipped)}
        </div>
      )}
      {threads.slice(skipped).map((thread) => (
        <ThreadRuns
          key={thread.threadId}
          thread={thread}
          model={model}
          selected={selected}
          onChoose={onChoose}
          findings={findings}
        />
      ))}
    </div>
  );
}

interface ThreadRunsProps extends RunTreeProps {
  readonly thread: Thread;
  readonly findings: FindingsByStream;
}

function ThreadRuns({ thread, model, selected, onChoose, findings }: ThreadRunsProps) {
  const rows = useLineage(model, thread);
  const skipped = Math.max(rows.length - SHOWN, 0);
  const name = thread.threadId || TEXTS.run.noId;
  return (
    <>
      <div class="thread-row" role="treeitem" aria-level={1} aria-expanded="true">
        {TEXTS.run.thread} <b>{name}</b> · {TEXTS.run.runCount(rows.length)}
      </div>
      {skipped > 0 && (
        <div class="run-row dim" role="treeitem" aria-level={2} aria-disabled="true">
          {TEXTS.run.earlierRuns(skipped)}
        </div>
      )}
      {rows.slice(skipped).map(({ node, depth }) => {
        const run = model.runs.at(node.run);
        if (run === undefined) return null;
        return (
          <div
            key={node.run}
            class={`run-row${node.run === selected ? ' selected' : ''}`}
            role="treeitem"
            aria-level={2 + depth}
            aria-selected={node.run === selected}
            tabIndex={node.run === selected ? 0 : -1}
            data-run={node.run}
            style={{ paddingInlineStart: `${8 + Math.min(depth, DEPTH_MAX) * 14}px` }}
            onClick={() => onChoose(node.run)}
          >
            <RunRow run={run} link={linkText(model, { node, depth })} findings={findings} />
          </div>
        );
      })}
    </>
  );
}

/** What a run comes from, in words; nothing where it just follows. */
export function linkText(model: Model, { node: { link, parent } }: LineageRow): string | undefined {
  if (link === 'root' || link === 'next') return undefined;
  if (parent === undefined) return TEXTS.run.branchFromStart;
  return TEXTS.run.links[link](model.runs.at(parent)?.runId || TEXTS.run.noId);
}

interface RunRowProps {
  readonly run: Run;
  readonly link: string | undefined;
  readonly findings: FindingsByStream;
}

function RunRow({ run, link, findings }: RunRowProps) {
  const counts = countOfRun(run, findings);
  const tokens = run.usage?.reduce((sum, { outputTokens }) => sum + (outputTokens ?? 0), 0) ?? 0;
  return (
    <>
      <span class="run-id" title={run.runId}>
        {run.runId || TEXTS.run.noId}
      </span>
      <span class={`tag run-${run.status}`}>
        {RUN_SIGNS[run.status]} {run.status}
      </span>
      {run.kind !== 'conversation' && <span class="tag">{TEXTS.run.kinds[run.kind]}</span>}
      {run.isReplay && run.kind === 'conversation' && <span class="tag">{TEXTS.run.replay}</span>}
      <span class="dim">{run.endMs === undefined ? '…' : formatMs(run.endMs - run.startMs)}</span>
      {run.firstTokenMs !== undefined && (
        <span class="dim">{TEXTS.run.firstTokenShort(formatMs(run.firstTokenMs - run.startMs))}</span>
      )}
      {tokens > 0 && <span class="dim">{TEXTS.run.tokensOut(tokens)}</span>}
      {(['error', 'warning'] as const).map(
        (severity) =>
          counts[severity] > 0 && (
            <span key={severity} class={`sign-${severity}`}>
              <SeveritySign severity={severity} />
              {counts[severity]}
            </span>
          ),
      )}
      {link !== undefined && <span class="dim run-link">{link}</span>}
    </>
  );
}
