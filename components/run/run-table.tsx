// The run table: name, status, figures with bars, median and 95th percentile.
import { useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useMemo, useRef } from 'preact/hooks';
import { byStream } from '@/lib/core/lint/of-run';
import { isFoundBy } from '@/lib/core/lint/order';
import { endMsOf } from '@/lib/core/metrics/run-ending';
import { FIGURES, type Figure, shareOf } from '@/lib/core/metrics/run-figures';
import type { Model, Run } from '@/lib/core/model/types';
import type { Session } from '@/lib/panel/session';
import { useSession, useWorkspace } from '../app/context';
import { runMenu } from '../menus/run-menu';
import { sortingOf, sortTable } from '../shared/sorting';
import { TEXTS } from '../texts';
import { ColumnHeads, DataGrid } from '../ui/data-grid';
import { useFindSource } from '../ui/find';
import { createItemSearch, wholePlace } from '../ui/find-items';
import { handleKey } from '../ui/keys';
import { useContextMenu } from '../ui/menu';
import { useSize } from '../ui/use-size';
import { FigureCell, figureText } from './figure-cell';
import { endingOfRow, RunCells, rowAttributes, ThreadCell } from './run-row';
import { type RunTableRow, type TableRun, tableRows, tableRuns } from './run-rows';

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
/** Hidden first in a narrow table. */
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
const FRACTIONS: ReadonlySet<Figure> = new Set<Figure>(['perSecond', 'cost']);
const STATUS = 92;
const BOX = 20;
const GAP = 6;

function shownFigures(runs: readonly TableRun[], room: number): readonly Figure[] {
  let shown = FIGURES.filter((figure) => runs.some(({ figures }) => (figures[figure] ?? 0) > 0));
  const used = () =>
    shown.reduce((sum, figure) => sum + WIDTHS[figure] + GAP, NAME_MIN + STATUS + BOX + 4 * GAP);
  for (const figure of DROPPED) if (used() > room) shown = shown.filter((each) => each !== figure);
  return shown;
}

interface RunTableProps {
  /** At the cursor, and all. */
  readonly here: Model;
  readonly all: Model;
  readonly selected: number | undefined;
  onChoose(run: number): void;
  /** Selects a run without moving the cursor. */
  onFound(run: number): void;
  onCompare(run: number): void;
}

interface FindRunsParts {
  readonly rows: readonly RunTableRow[];
  readonly here: Model;
  onFound(run: number): void;
}

function* runsUpToCursor(rows: readonly RunTableRow[]): Iterable<TableRun> {
  for (const row of rows) if (row.kind === 'run' && !row.isLater) yield row;
}

function* textsOfRun(session: Session, row: TableRun, here: Model): Iterable<string> {
  const { runId, threadId, error, result, outcome, input, stream } = row.run;
  yield session.names.run(row.run);
  yield runId;
  yield threadId;
  yield TEXTS.run.statuses[endingOfRow(session, row, here).kind];
  if (error !== undefined) yield `${error.code ?? ''} ${error.message}`;
  if (result !== undefined) yield JSON.stringify(result);
  if (outcome !== undefined) yield JSON.stringify(outcome);
  yield input === undefined ? (stream.requestBody ?? '') : JSON.stringify(input);
}

function useFindRuns(list: RefObject<HTMLElement | null>, { rows, here, onFound }: FindRunsParts): void {
  const session = useSession();
  const search = useMemo(createItemSearch<TableRun>, []);
  useFindSource(list, {
    search: (words, isTimeUp) =>
      search(
        {
          items: runsUpToCursor(rows),
          // Rows are made anew with each change.
          versionOf: () => 0,
          placesOf: (row) => wholePlace(String(row.run.index), textsOfRun(session, row, here), words),
        },
        words,
        isTimeUp,
      ),
    reveal: (place) => onFound(Number(place)),
    elementOf() {
      const element = list.current?.querySelector('[aria-selected="true"]');
      return element ? { element } : undefined;
    },
  });
}

export function RunTable({ here, all, selected, onChoose, onFound, onCompare }: RunTableProps) {
  const session = useSession();
  const workspace = useWorkspace();
  const { settings } = workspace;
  const openMenu = useContextMenu();
  const onMenu = (event: MouseEvent, run: Run) => openMenu(event, runMenu(workspace, run));
  const { prices, areRunsGrouped: isGrouped } = settings.values.value;
  const box = useRef<HTMLDivElement>(null);
  const room = useSignal(600);
  useSize(box, ({ clientWidth }) => {
    room.value = clientWidth;
  });
  const listed = session.findings.listed.value;
  const { value: position } = session.cursor.position;
  const findings = useMemo(
    () => byStream(listed.filter((finding) => isFoundBy(finding, position))),
    [listed, listed.length, position],
  );
  const endMs = (run: Run) => endMsOf(run, session.log, session.cursor.seq.value);
  const statusOf = (row: TableRun) => TEXTS.run.statuses[endingOfRow(session, row, here).kind];
  const parts = { here, all, findings, prices, endMs };
  const runs = tableRuns(parts);
  const shown = shownFigures(runs, room.value);
  // The column may be hidden, or have no values in this session.
  const sorting = sortingOf(settings, 'runs', ['status', ...shown]);
  const rows = tableRows(runs, { all, statusOf, isGrouped, sorting });
  const list = useRef<HTMLDivElement>(null);
  useFindRuns(list, { rows, here, onFound });
  const most = new Map(shown.map((figure) => [figure, mostOf(runs, figure)]));
  const at = rows.findIndex((row) => row.kind === 'run' && row.run.index === selected);
  const earlier = Math.max(here.runs.length, all.runs.length) - runs.length;
  return (
    <section
      class="run-table"
      ref={box}
      aria-label={TEXTS.run.runTree}
      style={{ '--run-columns': tracks(shown), '--run-height': `${(rows.length + 1) * ROW + 1}px` }}
    >
      {earlier > 0 && <span class="dim run-earlier">{TEXTS.run.runsNotListed(earlier)}</span>}
      <DataGrid
        id="run"
        name="run"
        role="treegrid"
        label={TEXTS.run.runTree}
        rows={rows}
        scrollRef={list}
        at={at}
        rowHeight={ROW}
        columnCount={shown.length + 3}
        head={
          <ColumnHeads
            columns={[
              { label: TEXTS.run.compare, isSpoken: true },
              { label: TEXTS.run.name },
              { by: 'status', label: TEXTS.run.status },
              ...shown.map((by) => ({
                by,
                label: TEXTS.run.figures[by],
                class: 'number',
                isDescendingFirst: true,
              })),
            ]}
            sorting={sorting}
            onSort={(next) => sortTable(settings, 'runs', next)}
          />
        }
        isSelectable={({ kind }) => kind === 'run'}
        attributes={(row) => rowAttributes(session, row, { here, onChoose, onCompare })}
        cells={(row) =>
          row.kind === 'thread' ? (
            <ThreadCell thread={row.thread} columnCount={shown.length + 3} />
          ) : (
            <RunCells row={row} model={all} onCompare={onCompare}>
              {shown.map((figure) => (
                <FigureCell
                  key={figure}
                  figure={figure}
                  value={row.figures[figure]}
                  most={most.get(figure) ?? 0}
                />
              ))}
            </RunCells>
          )
        }
        onMenu={(event, row) => row.kind === 'run' && onMenu(event, row.run)}
        onSelect={(row) => row.kind === 'run' && onChoose(row.run.index)}
        onKeyDown={(event, moves) =>
          handleKey(event, 'runs', {
            ...moves,
            compare: selected === undefined ? undefined : () => onCompare(selected),
          })
        }
      />
      <Shares runs={runs} shown={shown} selected={session.choices.compared.value} />
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

/** Number of ticked runs from which the statistics are about them. */
const SEVERAL = 3;

interface SharesProps {
  readonly runs: readonly TableRun[];
  readonly shown: readonly Figure[];
  readonly selected: readonly number[];
}

function Shares({ runs, shown, selected }: SharesProps) {
  const isPart = selected.length >= SEVERAL;
  const there = runs.filter(({ run, isLater }) => (isPart ? selected.includes(run.index) : !isLater));
  // Two are compared below: their figures stand side by side there.
  if (there.length < 2 || selected.length === 2) return null;
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
    <div class="table-edge run-shares" role="table" aria-label={TEXTS.run.allRuns}>
      {line(isPart ? TEXTS.run.medianOf(there.length) : TEXTS.run.median, 0.5)}
      {line(TEXTS.run.p95, 0.95)}
    </div>
  );
}
