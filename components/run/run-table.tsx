// The runs as a table: what each was asked, how it ended, its figures with a small bar each, the median and the 95th
// percentile of all. A click puts the cursor at the end of a run; two can be chosen to be compared.
import { type Signal, useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useMemo, useRef } from 'preact/hooks';
import { byStream } from '@/lib/core/lint/of-run';
import { isFoundBy } from '@/lib/core/lint/order';
import { FIGURES, type Figure, shareOf } from '@/lib/core/metrics/run-figures';
import type { Model, Run } from '@/lib/core/model/types';
import { endMsOf } from '@/lib/panel/run-ending';
import { useSession, useWorkspace } from '../context';
import { PastNote } from '../parts/past-note';
import { TEXTS } from '../texts';
import { handleKey } from '../ui/keys';
import { useSize } from '../ui/use-size';
import { VirtualList } from '../ui/virtual-list';
import { FigureCell, figureText } from './figure-cell';
import { RunRow, ThreadRow } from './run-row';
import { type Sorting, type TableRow, type TableRun, tableRows, tableRuns } from './run-rows';

const ROW = 22;
const NAME_MIN = 150;
const WIDTHS: Readonly<Record<Figure, number>> = {
  start: 74,
  duration: 66,
  firstToken: 76,
  perSecond: 64,
  tokensIn: 66,
  tokensOut: 70,
  cost: 64,
  tools: 44,
  findings: 60,
};
/** What goes first where there is no room. */
const DROPPED: readonly Figure[] = [
  'tokensIn',
  'start',
  'perSecond',
  'tools',
  'tokensOut',
  'cost',
  'findings',
  'firstToken',
];
/** Figures that are no whole numbers. */
const FRACTIONS: ReadonlySet<Figure> = new Set<Figure>(['perSecond', 'cost']);
const STATUS = 92;
const BOX = 20;
const GAP = 6;

/** The figures for which there is room, of those that any run has. */
function shownFigures(runs: readonly TableRun[], room: number): readonly Figure[] {
  let shown = FIGURES.filter((figure) => runs.some(({ figures }) => (figures[figure] ?? 0) > 0));
  const used = () =>
    shown.reduce((sum, figure) => sum + WIDTHS[figure] + GAP, NAME_MIN + STATUS + BOX + 4 * GAP);
  for (const figure of DROPPED) if (used() > room) shown = shown.filter((each) => each !== figure);
  return shown;
}

/** Properties of a RunTable. */
export interface RunTableProps {
  /** The runs at the cursor, and all that there are. */
  readonly here: Model;
  readonly all: Model;
  readonly selected: number | undefined;
  onChoose(run: number): void;
  onCompare(run: number): void;
  /** Keeps the selected run once the newest event is followed. */
  onNow(): void;
}

/** The table. */
export function RunTable({ here, all, selected, onChoose, onCompare, onNow }: RunTableProps) {
  const session = useSession();
  const { prices } = useWorkspace().settings.values.value;
  const box = useRef<HTMLDivElement>(null);
  const room = useSignal(600);
  useSize(box, ({ clientWidth }) => {
    room.value = clientWidth;
  });
  const sorting = useSignal<Sorting | undefined>(undefined);
  const listed = session.findings.listed.value;
  const seq = session.cursor.at.value === 'live' ? undefined : session.cursor.seq.value;
  const findings = useMemo(
    () => byStream(seq === undefined ? listed : listed.filter((finding) => isFoundBy(finding, seq))),
    [listed, listed.length, seq],
  );
  const endMs = (run: Run) => endMsOf(run, session.log, session.cursor.seq.value);
  const statusOf = ({ run, isLater }: TableRun) => {
    const at = { model: here, seq: session.cursor.seq.value };
    const ending = isLater ? session.summaries.endingOf(run) : session.summaries.endingAt(run, at);
    return TEXTS.run.statuses[ending.kind];
  };
  const parts = { here, all, findings, prices, endMs, statusOf, sorting: sorting.value };
  const runs = tableRuns(parts);
  const rows = tableRows(runs, parts);
  const shown = shownFigures(runs, room.value);
  const most = new Map(shown.map((figure) => [figure, mostOf(runs, figure)]));
  const at = rows.findIndex((row) => row.kind === 'run' && row.run.index === selected);
  const go = (to: number, direction: 1 | -1) => () => {
    for (let index = to; index >= 0 && index < rows.length; index += direction) {
      const row = rows[index];
      if (row?.kind === 'run') return onChoose(row.run.index);
    }
  };
  const earlier = Math.max(here.runs.length, all.runs.length) - runs.length;
  const count = runs.filter(({ isLater }) => !isLater).length;
  return (
    <section
      class="run-table"
      ref={box}
      aria-label={TEXTS.run.runTree}
      style={{ '--run-columns': tracks(shown) }}
    >
      <PastNote here={count} all={runs.length} what={TEXTS.run.runsWord} onNow={onNow} />
      {earlier > 0 && <span class="dim run-earlier">{TEXTS.run.runsNotListed(earlier)}</span>}
      <Head sorting={sorting} shown={shown} />
      <VirtualList
        count={rows.length}
        rowHeight={ROW}
        reveal={at}
        attributes={{
          role: 'treegrid',
          'aria-label': TEXTS.run.runTree,
          'aria-owns': 'run-head',
          'aria-readonly': true,
          'aria-rowcount': rows.length + 1,
          'aria-colcount': shown.length + 3,
          'aria-activedescendant': at >= 0 ? `run-row-${at}` : undefined,
          tabIndex: 0,
          onKeyDown: (event: KeyboardEvent) =>
            handleKey(event, 'runs', {
              next: go(at + 1, 1),
              previous: go(at - 1, -1),
              first: go(0, 1),
              last: go(rows.length - 1, -1),
              compare: selected === undefined ? undefined : () => onCompare(selected),
            }),
        }}
        row={(index) => (
          <Row
            row={rows[index]}
            index={index}
            model={all}
            {...{ shown, most, selected, onChoose, onCompare }}
          />
        )}
      />
      <Shares runs={runs} shown={shown} />
    </section>
  );
}

function tracks(shown: readonly Figure[]): string {
  return [`${BOX}px`, 'minmax(0, 1fr)', `${STATUS}px`, ...shown.map((figure) => `${WIDTHS[figure]}px`)].join(
    ' ',
  );
}

function mostOf(runs: readonly TableRun[], figure: Figure): number {
  return runs.reduce((most, { figures }) => Math.max(most, figures[figure] ?? 0), 0);
}

interface RowProps extends Pick<RunTableProps, 'selected' | 'onChoose' | 'onCompare'> {
  readonly row: TableRow | undefined;
  readonly index: number;
  readonly model: Model;
  readonly shown: readonly Figure[];
  readonly most: ReadonlyMap<Figure, number>;
}

function Row({ row, index, model, shown, most, selected, onChoose, onCompare }: RowProps): ComponentChildren {
  if (row === undefined) return null;
  if (row.kind === 'thread')
    return <ThreadRow thread={row.thread} index={index} columns={shown.length + 3} />;
  return (
    <RunRow
      row={row}
      index={index}
      model={model}
      isSelected={row.run.index === selected}
      onChoose={onChoose}
      onCompare={onCompare}
    >
      {shown.map((figure) => (
        <FigureCell key={figure} figure={figure} value={row.figures[figure]} most={most.get(figure) ?? 0} />
      ))}
    </RunRow>
  );
}

function Head({ sorting, shown }: { sorting: Signal<Sorting | undefined>; shown: readonly Figure[] }) {
  const head = (by: Sorting['by'], label: string) => {
    const chosen = sorting.value?.by === by ? sorting.value : undefined;
    const order = chosen?.isDescending === true ? 'descending' : 'ascending';
    return (
      <span
        key={by}
        role="columnheader"
        class={by === 'status' ? '' : 'number'}
        aria-sort={chosen === undefined ? 'none' : order}
      >
        <button
          type="button"
          class="sort"
          title={TEXTS.run.sortBy(label)}
          onClick={() => {
            // The largest first, then the smallest, then as they come from each other again.
            if (chosen === undefined) sorting.value = { by, isDescending: by !== 'status' };
            else if (chosen.isDescending === (by !== 'status'))
              sorting.value = { by, isDescending: !chosen.isDescending };
            else sorting.value = undefined;
          }}
        >
          {label}
          <span aria-hidden="true">{chosen === undefined ? '' : chosen.isDescending ? ' ↓' : ' ↑'}</span>
        </button>
      </span>
    );
  };
  return (
    <div class="run-line run-head" id="run-head" role="row" aria-rowindex={1}>
      <span role="columnheader">
        <span class="spoken">{TEXTS.run.compare}</span>
      </span>
      <span role="columnheader">{TEXTS.run.name}</span>
      {head('status', TEXTS.run.status)}
      {shown.map((figure) => head(figure, TEXTS.run.figures[figure]))}
    </div>
  );
}

/** The median and the 95th percentile of the runs at the cursor. */
function Shares({ runs, shown }: { runs: readonly TableRun[]; shown: readonly Figure[] }) {
  const there = runs.filter(({ isLater }) => !isLater);
  if (there.length < 2) return null;
  const line = (label: string, share: number) => (
    <div class="run-line run-share" role="row">
      <span role="cell" />
      <span role="rowheader">{label}</span>
      <span role="cell" />
      {shown.map((figure) => {
        const values = there.flatMap(({ figures }) => figures[figure] ?? []);
        const value = figure === 'start' ? undefined : shareOf(values, share);
        return (
          <span key={figure} role="cell" class="number">
            {figureText(figure, value === undefined || FRACTIONS.has(figure) ? value : Math.round(value))}
          </span>
        );
      })}
    </div>
  );
  return (
    <div class="run-shares" role="table" aria-label={TEXTS.run.shares}>
      {line(TEXTS.run.median, 0.5)}
      {line(TEXTS.run.p95, 0.95)}
    </div>
  );
}
