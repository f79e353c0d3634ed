// The library dialog: save, find, open and delete sessions.
import { useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { formatNumber, formatSize } from '@/lib/core/json/format';
import type { Library } from '@/lib/panel/library';
import { useWorkspace } from '../app/context';
import { TEXTS } from '../texts';
import { Dialog } from '../ui/dialog';
import { Tabs, tabId } from '../ui/tabs';
import { titleOf } from './facts';
import { focusField } from './session-grid';
import './library.css';
import { library as WORDS } from '../texts/library';
import { createLibraryModel, LISTS, type LibraryModel, nameOfRow } from './library-model';
import { RecentList, useRecentTitles } from './recent-list';
import { SavedList } from './saved-list';

const PANEL = 'library-list';

interface OpenedLibrary {
  readonly library: Library;
  readonly model: LibraryModel;
}

export function LibraryDialog() {
  const workspace = useWorkspace();
  const opened = useSignal<OpenedLibrary | undefined>(undefined);
  useEffect(() => {
    let isOver = false;
    void workspace.host.library?.().then((library) => {
      if (!isOver) opened.value = { library, model: createLibraryModel(workspace, library) };
    });
    return () => {
      isOver = true;
      opened.peek()?.model.dispose();
    };
  }, [workspace, opened]);
  const close = () => (workspace.dialog.value = undefined);
  const undo = () => {
    const model = opened.peek()?.model;
    void (model?.list.peek() === 'recent' ? model.undoForget() : model?.undo());
  };
  return (
    <Dialog label={WORDS.title} class="library" onClose={close} undo={undo}>
      <h2>{WORDS.title}</h2>
      {opened.value === undefined ? (
        <p role="status">{WORDS.loading}</p>
      ) : (
        <Content {...opened.value} onOpened={close} />
      )}
      <div class="dialog-buttons">
        <span class="spring" />
        <button type="button" class="primary" onClick={close}>
          {TEXTS.close}
        </button>
      </div>
    </Dialog>
  );
}

function Content({ library, model, onOpened }: OpenedLibrary & { onOpened(): void }) {
  const workspace = useWorkspace();
  const titles = useRecentTitles(library, () => workspace.current.peek().session);
  const { list, state } = model;
  const content = useRef<HTMLFormElement>(null);
  // Focuses the name field: typing a name and pressing Enter is the most frequent use.
  useEffect(() => focusField(content.current?.querySelector('input')), []);
  const counts = { saved: model.saved.value.length, recent: model.recent.value.length };
  return (
    <>
      <OnScreen model={model} form={content} />
      <LibraryStatus model={model} />
      <Tabs
        label={WORDS.lists}
        panel={PANEL}
        selected={list.value}
        tabs={LISTS.map((id) => ({
          id,
          label: WORDS.tabs[id],
          badge: counts[id] > 0 ? formatNumber(counts[id]) : undefined,
        }))}
        onSelect={(id) => (list.value = LISTS.find((each) => each === id) ?? 'saved')}
      />
      <div class="library-list" id={PANEL} role="tabpanel" aria-labelledby={tabId(PANEL, list.value)}>
        {state.value === undefined ? (
          model.failure.value === undefined && <p role="status">{WORDS.loading}</p>
        ) : list.value === 'saved' ? (
          <SavedList model={model} onOpened={onOpened} />
        ) : (
          <RecentList model={model} titles={titles} onOpened={onOpened} />
        )}
        <RoomLine model={model} />
      </div>
    </>
  );
}

function OnScreen({ model, form }: { model: LibraryModel; form: RefObject<HTMLFormElement | null> }) {
  const { current, isPrivate } = useWorkspace();
  const { session, name } = current.value;
  session.reading.revision.value;
  const typed = useSignal<string | undefined>(undefined);
  if (session.log.streams.length === 0) return <p class="dim">{WORDS.nothingOnScreen}</p>;
  if (name === undefined && isPrivate.value) return <p class="dim">{WORDS.isPrivate}</p>;
  const original = model.original.value;
  const title = original === undefined ? titleOf(current.value) : nameOfRow(original);
  const save = (how: LibraryModel['saveShown']) => {
    if (!model.isSaving.peek()) void how(typed.peek() ?? title);
  };
  return (
    <form
      class="library-save"
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        save(original === undefined ? model.saveShown : model.saveAgain);
      }}
    >
      <label>
        {WORDS.onScreen}
        <input
          type="text"
          aria-label={WORDS.saveName}
          value={typed.value ?? title}
          onInput={(event) => (typed.value = event.currentTarget.value)}
        />
      </label>
      <button type="submit" class="primary" disabled={model.isSaving.value}>
        {model.isSaving.value ? WORDS.saving : WORDS.save}
      </button>
      {original !== undefined && (
        <button type="button" disabled={model.isSaving.value} onClick={() => save(model.saveShown)}>
          {WORDS.saveAnother}
        </button>
      )}
    </form>
  );
}

function LibraryStatus({ model: { failure, done, state, again } }: { model: LibraryModel }) {
  return (
    <>
      {failure.value !== undefined && (
        <p class="library-status sign-error" role="alert">
          <span>{failure.value}</span>
          {state.value === undefined && (
            <button type="button" onClick={again}>
              {WORDS.tryAgain}
            </button>
          )}
        </p>
      )}
      <p class="library-status" role="status">
        {done.value}
      </p>
    </>
  );
}

function RoomLine({ model: { state } }: { model: LibraryModel }) {
  const { used, quota, isPersistent } = state.value?.room ?? {};
  if (used === undefined || quota === undefined) return null;
  return (
    <p class="dim">
      {WORDS.room(formatSize(used), formatSize(quota))} {isPersistent === true && WORDS.isPersistent}
    </p>
  );
}
