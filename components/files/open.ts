// Import of files, text and stored sessions. Errors become a notice.

import type { FileBatch } from '@/lib/core/files/types';
import { messageOf } from '@/lib/core/json/reason';
import type { StoredSession } from '@/lib/messages/messages';
import type { BlobFile } from '@/lib/panel/file-worker/types';
import { readInWorker } from '@/lib/panel/file-worker/work';
import type { Host } from '@/lib/panel/host';
import { importProblems } from '@/lib/panel/import-problems';
import type { OpenSession, SessionOrigin } from '@/lib/panel/open-session';
import { type SessionSource, sourceFrom } from '@/lib/panel/source';
import type { Workspace } from '@/lib/panel/workspace';
import { notify, showJob } from '../app/notices';
import { TEXTS } from '../texts';

/** UTF-16 units that become a part of a Blob in one turn. */
const TEXT_PART = 1024 * 1024;

/** The last request to open something in each panel; earlier ones are discarded. */
const asked = new WeakMap<Workspace, symbol>();

/** Starts a request to open something; returns a function that is true while it is the latest. */
function ask(workspace: Workspace): () => boolean {
  const mine = Symbol();
  asked.set(workspace, mine);
  const { name } = workspace.current.value;
  const hasGoneBack = () => name !== undefined && workspace.current.value.name === undefined;
  return () => asked.get(workspace) === mine && !hasGoneBack();
}

interface Opening {
  /** Undefined for files of the user. */
  readonly from?: SessionOrigin;
  /** Shows a preview if a part cannot be read. */
  readonly asks?: boolean;
}

const sizeOf = (files: readonly BlobFile[]): number => files.reduce((sum, { blob }) => sum + blob.size, 0);

/** Reads the batches again on each request: the browser keeps a Blob outside of the panel's heap. */
function sourceOfFiles({ startWorker }: Host, files: () => readonly BlobFile[]): SessionSource {
  const read = async () => {
    const all: FileBatch[] = [];
    for await (const { batches } of readInWorker(startWorker, files())) all.push(...batches);
    return all;
  };
  return {
    ...sourceFrom(read),
    get files() {
      return files();
    },
  };
}

/** Bytes copied at a time, so that the panel remains responsive. */
const COPY_PART = 4 * 1024 * 1024;

async function copyOf({ name, blob }: BlobFile): Promise<BlobFile> {
  if (!(blob instanceof File)) return { name, blob };
  const parts: Blob[] = [];
  for (let at = 0; at < blob.size; at += COPY_PART)
    parts.push(new Blob([await blob.slice(at, at + COPY_PART).arrayBuffer()]));
  return { name, blob: new Blob(parts) };
}

/**
 * Copies files in the background: a file on the disk may change or be deleted while it is shown. Uses the file itself
 * if the copy fails.
 */
function copiesOf(files: readonly BlobFile[]): () => readonly BlobFile[] {
  let current = files;
  void Promise.all(files.map(copyOf)).then(
    (copies) => {
      current = copies;
    },
    () => undefined,
  );
  return () => current;
}

/** Files up to this size are read before they are shown, bytes. */
const SMALL = 4 * 1024 * 1024;
const LOOK_MS = 300;

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** `previewed`: shown after a preview of all its problems. */
type PreviewAnswer = 'wanted' | 'previewed' | 'unwanted';

/** Large files are shown at once, and their problems reported later. */
async function askToShow(workspace: Workspace, shown: OpenSession, size: number): Promise<PreviewAnswer> {
  if (!workspace.settings.values.value.isFileAsked) {
    if (size > SMALL) return 'wanted';
    // Errors are reported by the caller.
    const isRead = shown.fed?.catch(() => undefined).then(() => shown.session.reading.settled());
    await Promise.race([isRead, wait(LOOK_MS)]);
    const { empty, refused } = importProblems(shown);
    if (empty === undefined && refused.length === 0) return 'wanted';
  }
  const { incoming, dialog } = workspace;
  incoming.value?.answer(false);
  return new Promise((resolve) => {
    incoming.value = {
      opened: shown,
      size,
      answer(isWanted) {
        incoming.value = undefined;
        dialog.value = undefined;
        // More problems may follow.
        const isWhole = shown.session.reading.progress.value === undefined;
        resolve(!isWanted ? 'unwanted' : isWhole ? 'previewed' : 'wanted');
      },
    };
    dialog.value = 'incoming';
  });
}

/** Throws a sentence and changes nothing if the files cannot be read. */
async function open(
  workspace: Workspace,
  name: string,
  chosen: readonly BlobFile[],
  { from, asks = false }: Opening = {},
): Promise<void> {
  const isWanted = ask(workspace);
  const rest = readInWorker(workspace.host.startWorker, chosen);
  const stop = showJob(workspace, TEXTS.chrome.reading, () => {
    asked.delete(workspace);
    void rest.return();
  });
  const first = await rest.next().finally(stop);
  if (!isWanted()) {
    await rest.return();
    return;
  }
  const files = copiesOf(chosen);
  const { batches, annotations, format } = first.done === true ? { batches: [] } : first.value;
  workspace.notice.value = undefined;
  const source = sourceOfFiles(workspace.host, files);
  let isPreviewed = false;
  const look = async (next: OpenSession) => {
    const answer = await askToShow(workspace, next, sizeOf(chosen));
    isPreviewed = answer === 'previewed';
    return answer !== 'unwanted' && isWanted();
  };
  const opened = { name, source, batches, rest, annotations, from, format };
  const shown = await workspace.open(opened, asks ? look : undefined);
  // Cancelled, or replaced by another file.
  if (shown === undefined || isPreviewed) return;
  const {
    empty,
    refused: [missing],
  } = importProblems(shown);
  if (empty !== undefined) notify(workspace, 'error', empty);
  else if (missing !== undefined) notify(workspace, 'error', TEXTS.importedInPart(name, missing));
}

async function openWithNotice(
  workspace: Workspace,
  name: string,
  files: readonly BlobFile[],
  opening?: Opening,
): Promise<void> {
  try {
    await open(workspace, name, files, opening);
  } catch (error) {
    notify(workspace, 'error', TEXTS.importFailed(name, messageOf(error)));
  }
}

/** Appends a number to repeated names. */
function namedApart(files: readonly File[]): readonly BlobFile[] {
  const times = new Map<string, number>();
  return files.map((blob) => {
    const { name } = blob;
    const time = (times.get(name) ?? 0) + 1;
    times.set(name, time);
    return { name: time === 1 ? name : `${name} (${time})`, blob };
  });
}

/** Several files become one session. */
export async function importFiles(
  workspace: Workspace,
  files: readonly File[],
  opening: Pick<Opening, 'asks'> = { asks: true },
): Promise<void> {
  const [first, ...others] = files;
  if (first === undefined) return;
  const name = others.length === 0 ? first.name : TEXTS.severalFiles(first.name, others.length);
  await openWithNotice(workspace, name, namedApart(files), opening);
}

/** Joins many texts in turns of the scheduler. */
async function blobOf(texts: Iterable<string>, { soon }: Workspace['scheduler']): Promise<Blob> {
  const parts: Blob[] = [];
  let waiting: string[] = [];
  let length = 0;
  for (const text of texts) {
    waiting.push(text);
    length += text.length;
    if (length < TEXT_PART) continue;
    parts.push(new Blob(waiting));
    waiting = [];
    length = 0;
    await new Promise<void>((resolve) => soon(resolve));
  }
  return new Blob([...parts, ...waiting]);
}

export function importText(
  workspace: Workspace,
  name: string,
  text: string,
  opening?: Pick<Opening, 'asks'>,
): Promise<void> {
  return openWithNotice(workspace, name, [{ name, blob: new Blob([text]) }], opening);
}

export async function importTexts(
  workspace: Workspace,
  name: string,
  texts: Iterable<string>,
): Promise<void> {
  await openWithNotice(workspace, name, [{ name, blob: await blobOf(texts, workspace.scheduler) }]);
}

export async function openSaved(
  workspace: Workspace,
  { id, name }: { readonly id: number; readonly name: string },
  bytes: Uint8Array<ArrayBuffer>,
): Promise<void> {
  await open(workspace, name, [{ name, blob: new Blob([bytes]) }], { from: { kind: 'saved', id } });
}

export async function openRecent(
  workspace: Workspace,
  { session, url }: Pick<StoredSession, 'session' | 'url'>,
  title: string | undefined,
): Promise<void> {
  const isWanted = ask(workspace);
  const source = sourceFrom((after) => workspace.host.openRecent(session, after));
  const read = await source.batches(-1);
  if ('gone' in read) notify(workspace, 'error', read.gone);
  else if (isWanted())
    await workspace.open({
      name: title || url || TEXTS.chrome.noPage,
      source,
      batches: read.batches,
      from: { kind: 'recent', session },
    });
}

/** Clears the list; the session that was cleared can be shown again while it is among the recent ones. */
export function clear(workspace: Workspace): void {
  const { host, current, sessionId, isPrivate } = workspace;
  const open = current.value;
  const { session, name } = open;
  const cleared = sessionId.value;
  const hadEvents = session.log.length > 0;
  workspace.clear();
  // Sessions that are private or follow a file are not kept, and a file is only closed.
  if (name !== undefined || cleared === undefined || isPrivate.value || host.isFollowing || !hadEvents)
    return;
  const show = async () => {
    const all = await host.recent().catch(() => []);
    const found = all.find((each) => each.session === cleared);
    const { titleOf } = await import('../library/facts');
    if (found === undefined) notify(workspace, 'error', TEXTS.chrome.clearedGone);
    else await openRecent(workspace, found, titleOf(open));
  };
  workspace.notice.value = {
    severity: 'info',
    text: TEXTS.chrome.cleared(session.log.length),
    action: { label: TEXTS.chrome.openCleared, run: () => void show() },
  };
}

/** Deletes a recent session, or restores it; true on success. */
export async function forgetRecent(
  workspace: Workspace,
  { session }: Pick<StoredSession, 'session'>,
  isForgotten = true,
): Promise<boolean> {
  try {
    await workspace.host.forgetRecent(session, isForgotten);
    return true;
  } catch (error) {
    notify(workspace, 'error', TEXTS.chrome.forgetFailed(messageOf(error)));
    return false;
  }
}
