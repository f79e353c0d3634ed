// The panel: toolbar, list, views, scrubber. Everything on the right is as of the cursor.

import type { FunctionComponent } from 'preact';
import { useEffect, useErrorBoundary, useRef } from 'preact/hooks';
import type { Session } from '@/lib/session/session';
import { runKey } from './actions';
import { Empty } from './chrome/empty';
import { Palette } from './chrome/palette';
import { Scrubber } from './chrome/scrubber';
import { SettingsDialog } from './chrome/settings-dialog';
import { ShareDialog } from './chrome/share';
import { Shortcuts } from './chrome/shortcuts';
import { Toolbar } from './chrome/toolbar';
import { useWorkspace } from './context';
import { importFile } from './files';
import { EventList } from './list/event-list';
import { Overview } from './overview/overview';
import { TEXTS } from './texts';
import { Split } from './ui/split';
import { Tabs } from './ui/tabs';
import { views } from './views';

/** A log that is shorter is read before anybody could look at a bar. */
const READING_SHOWN = 20_000;

const numbers = new WeakMap<Session, number>();
let sessions = 0;

/**
 * The number of a session, for keys: what a component has computed from one session is no use for another one, so each
 * gets components of its own.
 */
function numberOf(session: Session): number {
  const number = numbers.get(session) ?? ++sessions;
  numbers.set(session, number);
  return number;
}

/** The whole panel. */
export function App() {
  const workspace = useWorkspace();
  const { session, name } = workspace.shown.value;
  // Failed requests bring no event, so the number of events alone does not tell that there is something to show.
  session.reading.revision.value;
  const empty = session.log.length === 0 && session.log.boundaries.every(({ kind }) => kind === 'navigation');
  const number = numberOf(session);
  const app = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Where nothing has the focus, keys go to the body of the document.
    const onKeyDown = (event: KeyboardEvent) => {
      const { target } = event;
      if (target === document.body || (target instanceof Node && app.current?.contains(target)))
        runKey(event, workspace, 'panel');
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [workspace]);
  return (
    <div
      class="app"
      ref={app}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        const file = event.dataTransfer?.files[0];
        if (file !== undefined) void importFile(workspace, file);
      }}
    >
      <Toolbar />
      <main class="main">
        <Bars />
        {name !== undefined && (
          <div class="bar">
            <span>{TEXTS.chrome.fileBanner(name)}</span>
            <button type="button" onClick={() => workspace.close()}>
              {TEXTS.chrome.backToLive}
            </button>
          </div>
        )}
        {!empty && workspace.settings.values.value.hasOverview && <Guarded key={number} Body={Overview} />}
        {empty ? (
          <Empty />
        ) : (
          <Split
            name="main"
            isSecondOpen={workspace.isDetailOpen.value}
            label={TEXTS.chrome.split}
            first={<Guarded key={number} Body={EventList} />}
            second={<Views />}
          />
        )}
      </main>
      <Scrubber />
      <Dialogs />
    </div>
  );
}

/** The dialog that is open. */
function Dialogs() {
  const { dialog } = useWorkspace();
  switch (dialog.value) {
    case 'palette':
      return <Palette />;
    case 'shortcuts':
      return <Shortcuts />;
    case 'share':
      return <ShareDialog />;
    case 'settings':
      return <SettingsDialog />;
    default:
      return null;
  }
}

function Bars() {
  const { connection, notice, waiting } = useWorkspace();
  return (
    <>
      <Reading />
      {connection.value === 'lost' && (
        <div class="bar bar-warning" role="status">
          {TEXTS.chrome.lost}
        </div>
      )}
      {waiting.value !== undefined && (
        <div class="bar bar-error" role="alert">
          {waiting.value}
        </div>
      )}
      {notice.value !== undefined && (
        <div
          class={`bar bar-${notice.value.severity}`}
          role={notice.value.severity === 'error' ? 'alert' : 'status'}
        >
          <span>{notice.value.text}</span>
          <button type="button" aria-label={TEXTS.chrome.dismiss} onClick={() => (notice.value = undefined)}>
            ✕
          </button>
        </div>
      )}
    </>
  );
}

/** Shown while much is being read; reading a file can be cancelled. */
function Reading() {
  const workspace = useWorkspace();
  const { session, name } = workspace.shown.value;
  const share = session.reading.progress.value;
  if (share === undefined || session.log.length < READING_SHOWN) return null;
  return (
    <div class="bar" role="status">
      <span>{TEXTS.chrome.reading(share)}</span>
      {name !== undefined && (
        <button type="button" onClick={() => workspace.close()}>
          {TEXTS.cancel}
        </button>
      )}
    </div>
  );
}

function Views() {
  const { view, shown } = useWorkspace();
  const selected = views.find(({ id }) => id === view.value) ?? views[0];
  const { session } = shown.value;
  const tabs = views.map(({ id, label, badge }) => ({ id, label, badge: badge?.(session) }));
  return (
    <div class="views">
      <Tabs label={TEXTS.chrome.views} tabs={tabs} selected={view} panel="view" />
      {selected !== undefined && (
        <div id="view" class="view" role="tabpanel" aria-labelledby={`tab-${selected.id}`} tabIndex={-1}>
          <Guarded key={`${selected.id} ${numberOf(session)}`} Body={selected.Body} />
        </div>
      )}
    </div>
  );
}

/** A view that fails says so and leaves the others alone. */
function Guarded({ Body }: { Body: FunctionComponent }) {
  const [error, reset] = useErrorBoundary();
  if (error === undefined) return <Body />;
  return (
    <div class="view-failed" role="alert">
      <p>{TEXTS.chrome.viewFailed(error instanceof Error ? error.message : String(error))}</p>
      <button type="button" onClick={reset}>
        {TEXTS.chrome.tryAgain}
      </button>
    </div>
  );
}
