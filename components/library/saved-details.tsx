// One saved recording: its words can be changed, each when it was typed; what else can be done with it.
import type { SavedRecording } from '@/lib/wire/library';
import { formatDay, formatMs } from '../format';
import { type LibraryModel, nameOfRow } from './library-model';
import { tagsIn } from './rows';
import { WORDS } from './words';

/** Properties of SavedDetails. */
export interface SavedDetailsProps {
  readonly row: SavedRecording;
  readonly model: LibraryModel;
  onOpen(): void;
  onRemove(): void;
}

/** The details. */
export function SavedDetails({ row, model, onOpen, onRemove }: SavedDetailsProps) {
  const { name, tags, note, damage } = row;
  return (
    <section class="session-details" aria-label={WORDS.details}>
      <label>
        {WORDS.name}
        <input
          type="text"
          data-focus="name"
          value={name}
          placeholder={nameOfRow(row)}
          onChange={(event) => void model.edit(row, { name: event.currentTarget.value })}
        />
      </label>
      <label>
        {WORDS.tags}
        <input
          type="text"
          value={tags.join(', ')}
          placeholder={WORDS.tagsHint}
          onChange={(event) => void model.edit(row, { tags: tagsIn(event.currentTarget.value) })}
        />
      </label>
      <label>
        {WORDS.note}
        <textarea
          rows={2}
          value={note}
          onChange={(event) => void model.edit(row, { note: event.currentTarget.value })}
        />
      </label>
      {damage !== undefined && (
        <p class={`sign-${damage === 'file' ? 'error' : 'warning'}`}>{WORDS.damage[damage]}</p>
      )}
      <div class="session-actions">
        <span class="dim session-facts">
          {WORDS.facts({
            events: row.events,
            duration: formatMs(row.durationMs),
            saved: formatDay(row.savedMs),
          })}
        </span>
        <button type="button" disabled={damage === 'file'} onClick={onOpen}>
          {WORDS.open}
        </button>
        <button type="button" disabled={damage === 'file'} onClick={() => void model.duplicate(row)}>
          {WORDS.duplicate}
        </button>
        <button type="button" onClick={onRemove}>
          {WORDS.remove}
        </button>
      </div>
    </section>
  );
}
