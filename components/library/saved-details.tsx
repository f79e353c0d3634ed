// Details of a saved recording. Edits are stored when a field is left.
import { useSignal } from '@preact/signals';
import { formatDay, formatMs } from '@/lib/core/json/format';
import { NAME_MAX, NOTE_MAX, type SavedRecording } from '@/lib/messages/library';
import { library as WORDS } from '../texts/library';
import { type LibraryModel, nameOfRow } from './library-model';
import { tagsIn } from './rows';

interface SavedDetailsProps {
  readonly row: SavedRecording;
  readonly model: LibraryModel;
  onOpen(): void;
  onRemove(): void;
}

interface Field {
  readonly currentTarget: { readonly value: string };
}

/** Keeps typed text until it is stored, although other panels may change the recording. */
function useTyped(stored: string, store: (text: string) => Promise<boolean>) {
  const typed = useSignal<string | undefined>(undefined);
  return {
    value: typed.value ?? stored,
    onInput: ({ currentTarget: { value } }: Field) => {
      typed.value = value;
    },
    onChange: async ({ currentTarget: { value } }: Field) => {
      const isStored = await store(value);
      if (isStored && (typed.peek() ?? value) === value) typed.value = undefined;
    },
  };
}

export function SavedDetails({ row, model, onOpen, onRemove }: SavedDetailsProps) {
  const { damage } = row;
  // A blank name keeps the one before.
  const name = useTyped(row.name, async (text) => text.trim() === '' || model.edit(row, { name: text }));
  const tags = useTyped(row.tags.join(', '), (text) => model.edit(row, { tags: tagsIn(text) }));
  const note = useTyped(row.note, (text) => model.edit(row, { note: text }));
  return (
    <section class="session-details" aria-label={WORDS.details}>
      <label>
        {WORDS.name}
        <input type="text" data-focus="name" maxLength={NAME_MAX} placeholder={nameOfRow(row)} {...name} />
      </label>
      <label>
        {WORDS.tags}
        <input type="text" placeholder={WORDS.tagsHint} {...tags} />
      </label>
      <label>
        {WORDS.note}
        <textarea rows={2} maxLength={NOTE_MAX} {...note} />
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
