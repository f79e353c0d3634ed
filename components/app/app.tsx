// The panel: toolbar, list, views, scrubber. Views show the state as of the cursor.

import { useEffect, useRef } from 'preact/hooks';
import { isSentByUser } from '@/lib/core/log/create-stream';
import type { Host } from '@/lib/panel/host';
import { EventList, NewestRows } from '../list/event-list';
import { Overview } from '../overview/overview';
import { RulesBar } from '../page-rules/rules-bar';
import { Guarded, numberOf } from '../shared/guarded';
import { Panes } from '../shared/panes';
import { PastBar } from '../shared/past-bar';
import { TEXTS } from '../texts';
import { AfterPaint } from '../ui/after-paint';
import { keepFocus } from '../ui/keep-focus';
import { MenuHost } from '../ui/menu';
import { Progress } from '../ui/progress';
import { runKey } from './actions';
import { useIsOwn, useWorkspace } from './context';
import { dialogs, loadPalette } from './dialogs';
import { Empty, isBlank } from './empty';
import { Incoming } from './incoming';
import { NoticeBar } from './notice-bar';
import { hideNotices } from './notices';
import { Scrubber } from './scrubber';
import { Toolbar } from './toolbar';
import { Tour } from './tour';
import { ViewPanels } from './view-panels';

/** A progress bar for a shorter log would disappear at once. */
const READING_SHOWN = 20_000;
/** After the first events are shown. */
const PALETTE_AFTER_MS = 1000;

export function App() {
  const workspace = useWorkspace();
  const { session, name, from } = workspace.current.value;
  const newest = workspace.newest.value;
  const isAhead = newest !== undefined;
  // Subscribes to the revision: failed requests are shown without an event.
  session.reading.revision.value;
  // Also while only the newest events of a long session are shown.
  const empty = isAhead || isBlank(session);
  const isOwnShown = useIsOwn();
  const banner = name && TEXTS.chrome.banners[from?.kind ?? 'file'](name, session.annotations.isRedacted);
  const number = numberOf(session);
  const app = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Without focus, keys go to the body. Chrome's DevTools get every key that reaches the document, even a handled one.
    const { body } = document;
    const onKeyDown = (event: KeyboardEvent) => {
      const { target } = event;
      if (target === body || (target instanceof Node && app.current?.contains(target)))
        runKey(event, workspace, 'panel');
    };
    body.addEventListener('keydown', onKeyDown);
    return () => body.removeEventListener('keydown', onKeyDown);
  }, [workspace]);
  useEffect(() => {
    const timer = setTimeout(() => void loadPalette().catch(() => undefined), PALETTE_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  useEffect(keepFocus, []);
  return (
    <MenuHost>
      <Incoming app={app}>
        <Toolbar />
        <main class="main">
          <Bars />
          {banner !== undefined && (
            <div class="bar banner">
              <span title={banner}>
                {banner} <Held />
              </span>
              {!isOwnShown && (
                <button type="button" onClick={() => workspace.close()}>
                  {wayBack(workspace.host)}
                </button>
              )}
            </div>
          )}
          {!empty && workspace.settings.values.value.hasOverview && (
            <Guarded key={number}>
              <Overview />
            </Guarded>
          )}
          {empty && !isAhead ? (
            <Empty />
          ) : (
            <Panes
              name="main"
              share={0.5}
              first={
                <Guarded key={number}>{isAhead ? <NewestRows session={newest} /> : <EventList />}</Guarded>
              }
              second={
                <div class="beside">
                  {!isAhead && (
                    <>
                      <PastBar />
                      <AfterPaint>
                        <ViewPanels />
                      </AfterPaint>
                    </>
                  )}
                </div>
              }
            />
          )}
        </main>
        <Scrubber />
        <AfterPaint>
          <Tour />
        </AfterPaint>
        <Dialogs />
      </Incoming>
    </MenuHost>
  );
}

function wayBack({ hasPage, isFollowing, own }: Host): string {
  if (hasPage || isFollowing) return TEXTS.chrome.backToLive;
  return own === undefined ? TEXTS.close : TEXTS.chrome.backToReport;
}

function Held() {
  const { session, format } = useWorkspace().current.value;
  const { streams } = session.log;
  const sent = streams.filter(isSentByUser).length;
  const made = streams.filter(({ origin }) => origin !== undefined).length - sent;
  const { changes } = session.counts.value;
  return (
    <>
      {made > 0 && <span class="error">{TEXTS.rules.inFile(made)} </span>}
      {sent > 0 && <span class="error">{TEXTS.runFrom.inFile(sent)} </span>}
      {changes > 0 && <span class="error">{TEXTS.rules.changesInFile(changes)} </span>}
      <span class="dim">{TEXTS.chrome.sessionCounts({ format, ...session.counts.value })}</span>
    </>
  );
}

function Dialogs() {
  const name = useWorkspace().dialog.value;
  const Body = name === undefined ? undefined : dialogs.get(name);
  return Body === undefined ? null : (
    <Guarded key={name}>
      <Body />
    </Guarded>
  );
}

function Bars() {
  const workspace = useWorkspace();
  const { host, connection, waiting, job } = workspace;
  useEffect(() => hideNotices(workspace), [workspace]);
  return (
    <>
      <RulesBar />
      <Reading />
      {connection.value === 'lost' && (
        <div class="bar bar-warning" role="status">
          {host.isFollowing ? TEXTS.chrome.lostFile : TEXTS.chrome.lost}
        </div>
      )}
      {waiting.value !== undefined && (
        <div class="bar bar-error" role="alert">
          {waiting.value}
        </div>
      )}
      {job.value !== undefined && (
        <Progress
          class="bar"
          text={job.value.text}
          share={job.value.share.value}
          onCancel={job.value.cancel}
        />
      )}
      <NoticeBar />
    </>
  );
}

function Reading() {
  const workspace = useWorkspace();
  const { session, name } = workspace.current.value;
  const canCancel = !useIsOwn() && name !== undefined;
  const share = session.reading.progress.value;
  if (share === undefined || session.log.length < READING_SHOWN) return null;
  return (
    <Progress
      class="bar"
      text={TEXTS.chrome.reading}
      share={share}
      {...(canCancel && { onCancel: () => workspace.close() })}
    />
  );
}
