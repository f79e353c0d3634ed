// Empty state: the cause, and the next step.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { formatClock, formatSize } from '@/lib/core/json/format';
import type { Run } from '@/lib/core/model/types';
import type { StoredSession } from '@/lib/messages/messages';
import type { Session } from '@/lib/panel/session';
import type { Workspace } from '@/lib/panel/workspace';
import { useWorkspace } from '../app/context';
import { forgetRecent, importText, openRecent } from '../files/open';
import { TEXTS } from '../texts';

export function Empty() {
  const workspace = useWorkspace();
  return (
    <section class="empty">
      <h2>{TEXTS.chrome.emptyTitle}</h2>
      <Reason />
      {workspace.host.own === undefined && (
        <p>
          <button type="button" class="link" onClick={() => void loadSample()}>
            {TEXTS.chrome.sample}
          </button>
        </p>
      )}
      <Recent />
    </section>
  );

  async function loadSample() {
    await importText(workspace, 'sample.agui.jsonl', await workspace.host.sample());
    goToTellingRun(workspace.current.value.session);
  }
}

/** Moves the cursor to the end of the run with the most events, as the last event shows little. */
function goToTellingRun({ models, cursor }: Session): void {
  let telling: Run | undefined;
  for (const run of models.newest().runs) {
    if (run.endSeq !== undefined && run.events > (telling?.events ?? 0)) telling = run;
  }
  if (telling?.endSeq !== undefined) cursor.goTo(telling.endSeq);
}

/** Must be called in a user gesture. */
export async function grantPage(workspace: Workspace, origin: string): Promise<void> {
  if (await workspace.host.grant(origin)) workspace.page.value = { kind: 'needs-reload' };
}

function Reason() {
  const workspace = useWorkspace();
  const page = workspace.page.value;
  const { name } = workspace.current.value;
  if (name !== undefined) return <p>{TEXTS.chrome.emptyFile(name)}</p>;
  // Not known yet.
  if (page.kind === 'unknown') return null;
  if (page.kind === 'no-tab') return <p>{TEXTS.chrome.emptyNoTab}</p>;
  if (page.kind === 'hidden') return <p>{TEXTS.chrome.emptyHidden}</p>;
  if (page.kind === 'forbidden') return <p>{TEXTS.chrome.emptyForbidden}</p>;
  if (page.kind === 'not-granted') {
    return (
      <>
        <p>{TEXTS.chrome.emptyNotGranted(page.origin)}</p>
        <p>
          <button type="button" class="primary" onClick={() => void grantPage(workspace, page.origin)}>
            {TEXTS.chrome.grant(page.origin)}
          </button>
        </p>
      </>
    );
  }
  if (page.kind === 'needs-reload') {
    return (
      <>
        <p>{TEXTS.chrome.emptyReload}</p>
        <p>
          <button type="button" class="primary" onClick={() => workspace.host.reload()}>
            {TEXTS.chrome.reload}
          </button>
        </p>
      </>
    );
  }
  if (!workspace.recording.value) {
    return (
      <>
        <p>{TEXTS.chrome.emptyPaused}</p>
        <p>
          <button type="button" class="primary" onClick={() => workspace.setRecording(true)}>
            {TEXTS.chrome.startRecording}
          </button>
        </p>
      </>
    );
  }
  return <p>{TEXTS.chrome.emptyReady}</p>;
}

function Recent() {
  const workspace = useWorkspace();
  const { host, sessionId } = workspace;
  const sessions = useSignal<readonly StoredSession[]>([]);
  const refresh = async () => {
    const all = await host.recent().catch(() => []);
    sessions.value = all.filter(({ session, streams }) => streams > 0 && session !== sessionId.peek());
  };
  useEffect(() => {
    void refresh();
  }, [sessionId.value]);
  if (sessions.value.length === 0) return null;
  return (
    <section class="recent" aria-label={TEXTS.chrome.recent}>
      <h3>{TEXTS.chrome.recent}</h3>
      <ul>
        {sessions.value.map((session) => (
          <li key={session.session}>
            <span class="recent-url">{session.url || TEXTS.chrome.noPage}</span>
            <span class="dim">
              {formatClock(session.lastMs)} · {formatSize(session.length)}
            </span>
            <button type="button" onClick={() => void openRecent(workspace, session)}>
              {TEXTS.chrome.open}
            </button>
            <button type="button" onClick={() => void forgetRecent(workspace, session).then(refresh)}>
              {TEXTS.chrome.forget}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
