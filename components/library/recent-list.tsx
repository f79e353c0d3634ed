// The unsaved sessions: limits, removed sessions, deletion.
import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { formatDay, formatNumber, formatSize } from '@/lib/core/json/format';
import { originOf, type Removed } from '@/lib/messages/library';
import { RECENT_LENGTH_MAX, RECENT_MAX, SESSION_LENGTH_MAX } from '@/lib/messages/limits';
import type { StoredSession } from '@/lib/messages/messages';
import { useWorkspace } from '../app/context';
import { TEXTS } from '../texts';
import { library as WORDS } from '../texts/library';
import { ColumnHeads } from '../ui/data-grid';
import { type LibraryModel, storedSession } from './library-model';
import { Picture } from './mini-timeline';
import { createRecentTitles, type RecentTitle, type RecentTitles } from './recent-titles';
import type { SavedListProps } from './saved-list';
import { focusList, keepInList, SessionGrid } from './session-grid';

const MEGABYTE = 1024 * 1024;
const HEADS = [
  { label: WORDS.columns.picture, isSpoken: true },
  ...(['name', 'when', 'runs', 'size'] as const).map((column) => ({
    label: WORDS.columns[column],
    class: `session-${column}`,
  })),
];

const lengthOf = (sessions: readonly StoredSession[]): number =>
  sessions.reduce((sum, { length }) => sum + length, 0);

function recentTitle({ url }: StoredSession, recent: RecentTitle | undefined): string {
  return recent?.title || url || TEXTS.chrome.noPage;
}

interface RecentListProps extends SavedListProps {
  readonly titles: RecentTitles;
}

export function RecentList({ model, titles, onOpened }: RecentListProps) {
  const onScreen = storedSession(useWorkspace());
  const { recent, chosenRecent } = model;
  const isAsked = useSignal(false);
  const rows = recent.value;
  const at = rows.findIndex(({ session }) => session === chosenRecent.value);
  const row = rows[at];
  const forget = () => {
    if (row !== undefined) void model.forget(row).then(focusList);
  };
  const undo = () => void model.undoForget().then(focusList);
  const open = (session: StoredSession) =>
    void model.openRecent(session, titles(session)?.title).then(onOpened);
  useEffect(keepInList, [rows.length === 0, model.forgotten.value]);
  return (
    <>
      {rows.length === 0 ? (
        <p class="nothing">{WORDS.noRecent}</p>
      ) : (
        <SessionGrid
          id="recent"
          label={WORDS.tabs.recent}
          rows={rows}
          at={at}
          columnCount={HEADS.length}
          onSelect={({ session }) => (chosenRecent.value = session)}
          onOpen={open}
          keys={{ rename: undefined, undo, remove: row && forget }}
          head={<ColumnHeads columns={HEADS} />}
          cells={(each) => <Cells row={each} recent={titles(each)} isCurrent={each.session === onScreen} />}
        />
      )}
      <Forgotten model={model} titles={titles} onUndo={undo} />
      <Confirm isAsked={isAsked} model={model} />
      <div class="session-actions">
        <button type="button" disabled={row === undefined} onClick={() => row && open(row)}>
          {WORDS.open}
        </button>
        <button
          type="button"
          disabled={row === undefined || model.isSaving.value}
          onClick={() => row && void model.saveRecent(row)}
        >
          {model.isSaving.value ? WORDS.saving : WORDS.saveRecent}
        </button>
        <button type="button" disabled={row === undefined} onClick={forget}>
          {WORDS.forget}
        </button>
        <span class="spring" />
        <button
          type="button"
          disabled={(model.state.value?.recent ?? []).length === 0}
          onClick={() => (isAsked.value = true)}
        >
          {WORDS.forgetAll}
        </button>
      </div>
      <p class="dim">
        {WORDS.bounds({
          count: rows.length,
          size: formatSize(lengthOf(rows)),
          sessions: RECENT_MAX,
          all: WORDS.megabytes(RECENT_LENGTH_MAX / MEGABYTE),
          each: WORDS.megabytes(SESSION_LENGTH_MAX / MEGABYTE),
        })}
      </p>
      <FellOut removed={model.state.value?.removed ?? []} />
    </>
  );
}

export function useRecentTitles(...[library, shown]: Parameters<typeof createRecentTitles>): RecentTitles {
  return useMemo(() => createRecentTitles(library, shown), [library]);
}

interface CellsProps {
  readonly row: StoredSession;
  readonly recent: RecentTitle | undefined;
  readonly isCurrent: boolean;
}

function Cells({ row, recent, isCurrent }: CellsProps) {
  const runs = recent?.facts.runs ?? 0;
  return (
    <>
      <span role="gridcell">
        <Picture lanes={recent?.facts.picture ?? []} />
      </span>
      <span role="rowheader" class="session-name">
        <span class="session-title">{recentTitle(row, recent)}</span>
        <span class="dim session-more">
          <span class="session-date">{formatDay(row.lastMs)} </span>
          {originOf(row.url).replace(/^https?:\/\//, '')}{' '}
          {isCurrent && <span class="tag">{WORDS.current}</span>}
        </span>
      </span>
      <span role="gridcell" class="session-when">
        {formatDay(row.lastMs)}
      </span>
      <span role="gridcell" class="session-runs">
        {recent !== undefined && (recent.isCut ? WORDS.atLeast(runs) : formatNumber(runs))}
      </span>
      <span role="gridcell" class="session-size">
        {formatSize(row.length)}
      </span>
    </>
  );
}

interface ForgottenProps extends Pick<RecentListProps, 'model' | 'titles'> {
  onUndo(): void;
}

function Forgotten({ model, titles, onUndo }: ForgottenProps) {
  const row = model.forgotten.value;
  return (
    <div role="status" class="library-status">
      {row !== undefined && (
        <>
          <span>{WORDS.deleted(recentTitle(row, titles(row)), 0)}</span>
          <button type="button" data-focus="undo" onClick={onUndo}>
            {TEXTS.undo}
          </button>
        </>
      )}
    </div>
  );
}

function Confirm({ isAsked, model }: { isAsked: Signal<boolean>; model: LibraryModel }) {
  const keep = useRef<HTMLButtonElement>(null);
  useEffect(() => keep.current?.focus(), [isAsked.value]);
  if (!isAsked.value) return null;
  const all = model.state.value?.recent ?? [];
  const close = () => {
    isAsked.value = false;
    focusList();
  };
  return (
    <div class="library-status" role="alert">
      <span>{WORDS.confirmForgetAll(all.length, formatSize(lengthOf(all)))}</span>
      <button
        type="button"
        onClick={() => {
          close();
          void model.forgetAll();
        }}
      >
        {WORDS.forget}
      </button>
      <button type="button" ref={keep} onClick={close}>
        {WORDS.keep}
      </button>
    </div>
  );
}

function FellOut({ removed }: { removed: readonly Removed[] }) {
  if (removed.length === 0) return null;
  return (
    <details>
      <summary>{WORDS.removed(removed.length)}</summary>
      <ul>
        {removed.map(({ site, lastMs, length, atMs, reason }) => (
          <li key={`${atMs} ${lastMs} ${site}`}>
            {WORDS.removedOne({
              site: site || TEXTS.chrome.noPage,
              last: formatDay(lastMs),
              size: formatSize(length),
              at: formatDay(atMs),
            })}
            {', '}
            {WORDS.reasons[reason]}
          </li>
        ))}
      </ul>
    </details>
  );
}
