// The saved recordings: search, order, open, delete with undo.

import { useEffect } from 'preact/hooks';
import { formatDay, formatNumber, formatSize } from '@/lib/core/json/format';
import type { SavedRecording } from '@/lib/messages/library';
import { SeveritySign } from '../shared/signs';
import { asTitle } from '../shared/text-limits';
import { TEXTS } from '../texts';
import { library as WORDS } from '../texts/library';
import { ColumnHeads } from '../ui/data-grid';
import { type LibraryModel, nameOfRow } from './library-model';
import { Picture } from './mini-timeline';
import { SAVED_COLUMNS, type SavedColumn, whenOf } from './rows';
import { SavedDetails } from './saved-details';
import { focusField, keepInList, SessionGrid } from './session-grid';

const DESCENDING: ReadonlySet<SavedColumn> = new Set<SavedColumn>(['when', 'runs', 'findings', 'size']);

export interface SavedListProps {
  readonly model: LibraryModel;
  onOpened(): void;
}

export function SavedList({ model, onOpened }: SavedListProps) {
  const { saved, search, chosen, state } = model;
  const rows = saved.value;
  const at = rows.findIndex(({ id }) => id === chosen.value);
  const row = rows[at];
  const open = (asked: SavedRecording) => {
    if (asked.damage !== 'file') void model.open(asked).then((isOpen) => isOpen && onOpened());
  };
  const undo = () => void model.undo().then(keepInList);
  const remove = (asked: SavedRecording) => void model.remove(asked).then(keepInList);
  const isEmpty = (state.value?.saved ?? []).every(({ deletedMs }) => deletedMs !== undefined);
  // Buttons disappear with their row and with the notice of a deletion.
  useEffect(keepInList, [rows.length === 0, row?.id, model.deleted.value.length]);
  return (
    <>
      <input
        type="search"
        class="library-search"
        aria-label={WORDS.search}
        placeholder={WORDS.search}
        value={search.value}
        onInput={(event) => (search.value = event.currentTarget.value)}
      />
      <Deleted model={model} onUndo={undo} />
      {rows.length === 0 ? (
        <p class="nothing">{isEmpty ? WORDS.noSaved : WORDS.noMatch}</p>
      ) : (
        <SessionGrid
          id="saved"
          label={WORDS.tabs.saved}
          rows={rows}
          at={at}
          columnCount={SAVED_COLUMNS.length + 1}
          onSelect={({ id }) => (chosen.value = id)}
          onOpen={open}
          keys={{
            rename:
              row && (() => focusField(document.querySelector<HTMLInputElement>('[data-focus="name"]'))),
            remove: row && (() => remove(row)),
            undo,
          }}
          head={
            <ColumnHeads
              columns={[
                { label: WORDS.columns.picture, isSpoken: true },
                ...SAVED_COLUMNS.map((by) => ({
                  by,
                  label: WORDS.columns[by],
                  class: `session-${by}`,
                  isDescendingFirst: DESCENDING.has(by),
                })),
              ]}
              sorting={model.sorting.value}
              onSort={model.sort}
            />
          }
          cells={(each) => <Cells row={each} />}
        />
      )}
      {row !== undefined && (
        <SavedDetails
          key={row.id}
          row={row}
          model={model}
          onOpen={() => open(row)}
          onRemove={() => remove(row)}
        />
      )}
    </>
  );
}

function siteText({ sites: [site, ...more] }: SavedRecording): string {
  const short = site?.replace(/^https?:\/\//, '') ?? '';
  return more.length === 0 ? short : `${short} ${WORDS.moreSites(more.length)}`;
}

function Cells({ row }: { row: SavedRecording }) {
  const { errors, warnings, tags, note, damage } = row;
  return (
    <>
      <span role="gridcell">
        <Picture lanes={row.picture} />
      </span>
      <span role="rowheader" class="session-name">
        <span class="session-title">{nameOfRow(row)}</span>
        <span class="dim session-more">
          {damage !== undefined && <SeveritySign severity={damage === 'file' ? 'error' : 'warning'} />}
          <span class="session-date">{formatDay(whenOf(row))} </span>
          <span class="session-place">{siteText(row)} </span>
          {tags.map((tag) => (
            <span key={tag} class="tag">
              {tag}
            </span>
          ))}{' '}
          {note}
        </span>
      </span>
      <span role="gridcell" class="session-site" title={asTitle(row.sites.join('\n'))}>
        {siteText(row)}
      </span>
      <span role="gridcell" class="session-when">
        {formatDay(whenOf(row))}
      </span>
      <span role="gridcell" class="session-runs">
        {formatNumber(row.runs)}
      </span>
      <span role="gridcell" class="session-findings" title={WORDS.findings(errors, warnings)}>
        {errors > 0 && (
          <span class="sign-error">
            <SeveritySign severity="error" /> {formatNumber(errors)}
          </span>
        )}{' '}
        {warnings > 0 && (
          <span class="sign-warning">
            <SeveritySign severity="warning" /> {formatNumber(warnings)}
          </span>
        )}
      </span>
      <span role="gridcell" class="session-size">
        {formatSize(row.size)}
      </span>
    </>
  );
}

function Deleted({ model, onUndo }: { model: LibraryModel; onUndo(): void }) {
  const [newest, ...others] = model.deleted.value;
  return (
    <div role="status" class="library-status">
      {newest !== undefined && (
        <>
          <span>{WORDS.deleted(nameOfRow(newest), others.length)}</span>
          <button type="button" data-focus="undo" onClick={onUndo}>
            {TEXTS.undo}
          </button>
          <button type="button" onClick={() => void model.purge()}>
            {WORDS.purge}
          </button>
        </>
      )}
    </div>
  );
}
