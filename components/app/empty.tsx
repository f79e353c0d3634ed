// Empty state: the cause, and the next step.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { formatClock, formatSize } from '@/lib/core/json/format';
import type { Boundary } from '@/lib/core/log/types';
import type { Run } from '@/lib/core/model/types';
import { originOf } from '@/lib/messages/library';
import type { StoredSession } from '@/lib/messages/messages';
import { lastLoad } from '@/lib/panel/event-rows';
import type { Session } from '@/lib/panel/session';
import type { Workspace } from '@/lib/panel/workspace';
import { forgetRecent, importText, openRecent } from '../files/open';
import type { RecentTitles } from '../library/recent-titles';
import { TEXTS } from '../texts';
import { useWorkspace } from './context';
import { notifyUndoable } from './notices';

export function Empty() {
  const workspace = useWorkspace();
  return (
    <section class="empty">
      <h2>{TEXTS.chrome.emptyTitle}</h2>
      <Reason />
      {workspace.host.sample !== undefined && (
        <p>
          <button type="button" class="link" onClick={() => void loadSample()}>
            {TEXTS.chrome.sample}
          </button>
          {workspace.host.demo !== undefined && (
            <>
              {' · '}
              <a href={workspace.host.demo}>{TEXTS.chrome.demo}</a>
            </>
          )}
        </p>
      )}
      <Recent />
    </section>
  );

  async function loadSample() {
    const sample = await workspace.host.sample?.();
    if (sample === undefined) return;
    await importText(workspace, 'sample.agui.jsonl', sample);
    goToLargestRun(workspace.current.value.session);
  }
}

/** Moves the cursor to the end of the run with the most events, as the last event shows little. */
function goToLargestRun({ models, cursor }: Session): void {
  let largest: Run | undefined;
  for (const run of models.newest().runs) {
    if (run.endSeq !== undefined && run.events > (largest?.events ?? 0)) largest = run;
  }
  if (largest?.endSeq !== undefined) cursor.goTo(largest.endSeq);
}

/** Must be called in a user gesture. */
export async function grantPage(workspace: Workspace, origin: string): Promise<void> {
  // The background starts capture in the open page; then the page is queried again.
  if (await workspace.host.grant(origin)) workspace.page.value = { kind: 'unknown' };
}

interface StepProps {
  readonly text: string;
  readonly label: string;
  readonly isPrimary?: boolean;
  act(): void;
}

function Step({ text, label, isPrimary = true, act }: StepProps) {
  return (
    <>
      <p>{text}</p>
      <p>
        <button type="button" class={isPrimary ? 'primary' : undefined} onClick={act}>
          {label}
        </button>
      </p>
    </>
  );
}

function Reason() {
  const workspace = useWorkspace();
  const page = workspace.page.value;
  const { name, session } = workspace.current.value;
  const words = TEXTS.chrome;
  const reload = () => workspace.host.reload();
  if (name !== undefined) return <p>{words.emptyFile(name)}</p>;
  if (page.kind === 'unknown') return null;
  if (page.kind === 'no-tab') return <p>{words.emptyNoTab}</p>;
  if (page.kind === 'hidden') return <p>{words.emptyHidden}</p>;
  if (page.kind === 'forbidden') return <p>{words.emptyForbidden}</p>;
  if (page.kind === 'not-granted') {
    const { origin } = page;
    const grant = () => void grantPage(workspace, origin);
    return <Step text={words.emptyNotGranted(origin)} label={words.grant(origin)} act={grant} />;
  }
  if (page.kind === 'needs-reload')
    return <Step text={words.emptyReload} label={words.reload} act={reload} />;
  if (!workspace.recording.value) {
    const start = () => workspace.setRecording(true);
    return <Step text={words.emptyPaused} label={words.startRecording} act={start} />;
  }
  if (!session.log.boundaries.slice(Math.max(firstLoad(session), 0)).some(isLateStart))
    return <p>{words.emptyReady}</p>;
  return <Step text={words.emptyLate} label={words.reload} isPrimary={false} act={reload} />;
}

/** Index of the page load from which a live, unpreserved log begins; -1 if all of it is shown. */
function firstLoad({ log, list, cursor }: Session): number {
  const isWhole = list.isPreserved.value || cursor.at.value !== 'live' || list.range.value !== undefined;
  return isWhole ? -1 : lastLoad(log);
}

/** True if nothing was captured, or nothing since that page load. */
export function isBlank(session: Session): boolean {
  const { boundaries, length } = session.log;
  const load = firstLoad(session);
  if (length > (boundaries[load]?.beforeSeq ?? 0)) return false;
  // A `close` without an `open` belongs to a stream of the previous page.
  return boundaries
    .slice(Math.max(load, 0))
    .every((each) => each.kind === 'navigation' || each.kind === 'close' || isLateStart(each));
}

/** True if capture began while the page was open, or was off in between. */
export function isLateStart(boundary: Boundary): boolean {
  return boundary.kind === 'gap' && boundary.reason === 'late' && boundary.stream === undefined;
}

function Recent() {
  const workspace = useWorkspace();
  const { host, sessionId } = workspace;
  const titles = useSignal<RecentTitles | undefined>(undefined);
  useEffect(() => {
    const read = async () => {
      const library = await host.library?.();
      if (library === undefined) return;
      const { createRecentTitles } = await import('../library/recent-titles');
      titles.value = createRecentTitles(library, () => workspace.current.peek().session);
    };
    // Without the library, sessions are named by their address.
    void read().catch(() => undefined);
  }, [host]);
  const sessions = useSignal<readonly StoredSession[]>([]);
  const refresh = async () => {
    const all = await host.recent().catch(() => []);
    sessions.value = all.filter(({ session, streams }) => streams > 0 && session !== sessionId.peek());
  };
  useEffect(() => {
    void refresh();
  }, [sessionId.value]);
  const forget = async (row: StoredSession) => {
    if (!(await forgetRecent(workspace, row))) return;
    await refresh();
    const title = titles.value?.(row)?.title || row.url || TEXTS.chrome.noPage;
    notifyUndoable(workspace, TEXTS.chrome.forgotten(title), () => {
      void forgetRecent(workspace, row, false).then(refresh);
    });
  };
  if (sessions.value.length === 0) return null;
  return (
    <section class="recent" aria-label={TEXTS.chrome.recent}>
      <h3>{TEXTS.chrome.recent}</h3>
      <ul>
        {sessions.value.map((session) => (
          <li key={session.session}>
            <RecentName session={session} title={titles.value?.(session)?.title} />
            <span class="dim">
              {formatClock(session.lastMs)} · {formatSize(session.length)}
            </span>
            <button
              type="button"
              onClick={() => void openRecent(workspace, session, titles.value?.(session)?.title)}
            >
              {TEXTS.chrome.open}
            </button>
            <button type="button" onClick={() => void forget(session)}>
              {TEXTS.chrome.forget}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface RecentNameProps {
  readonly session: StoredSession;
  /** The first prompt; undefined until it was read. */
  readonly title: string | undefined;
}

function RecentName({ session, title }: RecentNameProps) {
  const url = session.url || TEXTS.chrome.noPage;
  return (
    <span class="recent-name" title={url}>
      {title || url} {title && <span class="dim">{originOf(session.url).replace(/^https?:\/\//, '')}</span>}
    </span>
  );
}
