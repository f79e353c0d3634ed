// Import and export as the panel does them: a file in, a file out, one sentence when it does not work.

import { messageOf } from '@/lib/agui/reason';
import { siteOf } from '@/lib/consumer/consumers';
import type { Annotations } from '@/lib/files/annotations';
import { writtenFormats } from '@/lib/files/format-facts';
import type { FormatFacts } from '@/lib/files/types';
import type { Log } from '@/lib/log/log';
import { seedFrom } from '@/lib/redact/random';
import type { Consumers } from '@/lib/session/annotations';
import { lackingIn } from '@/lib/session/lacking';
import { TURN_MS } from '@/lib/session/scheduler';
import type { Session } from '@/lib/session/session';
import type { Shown, ShownFrom } from '@/lib/session/shown';
import { sourceFrom } from '@/lib/session/source';
import type { Workspace } from '@/lib/session/workspace';
import type { StoredSession } from '@/lib/wire/messages';
import type { BlobFile, WriteTask, WrittenFile } from '@/lib/work/types';
import { readInWorker, writeInWorker } from '@/lib/work/work';
import { copiesOf, sourceOfFiles } from './file-source';
import { formatSize } from './format';
import { gzipped } from './gzip';
import { TEXTS } from './texts';

function say(workspace: Workspace, severity: 'error' | 'info', text: string): void {
  workspace.notice.value = { severity, text };
}

/** So much of a text becomes a part of a file in one turn, units. */
const TEXT_PART = 1024 * 1024;

/** What each panel was last asked to open: what was asked for before is not shown any more. */
const asked = new WeakMap<Workspace, symbol>();

/** Notes that something is to be opened; the result says whether it still is: going back to the live session ends it. */
function ask(workspace: Workspace): () => boolean {
  const mine = Symbol();
  asked.set(workspace, mine);
  const { name } = workspace.shown.value;
  const hasGoneBack = () => name !== undefined && workspace.shown.value.name === undefined;
  return () => asked.get(workspace) === mine && !hasGoneBack();
}

/** How files are opened. */
interface Opening {
  /** Where they come from, if they are no files of the user's. */
  readonly from?: ShownFrom;
  /** Whether somebody is asked first, where something cannot be read. */
  readonly asks?: boolean;
}

const sizeOf = (files: readonly BlobFile[]): number => files.reduce((sum, { blob }) => sum + blob.size, 0);

/**
 * Shows files as one session in place of the live one; throws what cannot be read, in one sentence, and changes nothing
 * then.
 */
async function open(
  workspace: Workspace,
  name: string,
  chosen: readonly BlobFile[],
  { from, asks = false }: Opening = {},
): Promise<void> {
  const isWanted = ask(workspace);
  const rest = readInWorker(workspace.host.startWorker, chosen);
  const first = await rest.next();
  if (!isWanted()) {
    await rest.return();
    return;
  }
  const files = copiesOf(chosen);
  const { batches, annotations, format } = first.done === true ? { batches: [] } : first.value;
  workspace.notice.value = undefined;
  const source = sourceOfFiles(workspace.host, files);
  let isTold = false;
  const look = async (next: Shown) => {
    const { askToShow } = await import('./look-first');
    const answer = await askToShow(workspace, next, sizeOf(chosen));
    isTold = answer === 'told';
    return answer !== 'unwanted' && isWanted();
  };
  const opened = { name, source, batches, rest, annotations, from, format };
  const shown = await workspace.open(opened, asks ? look : undefined);
  // Cancelled, or another one was opened: nobody asks any more what is in it.
  if (shown === undefined || isTold) return;
  const {
    empty,
    refused: [missing],
  } = lackingIn(shown);
  if (empty !== undefined) say(workspace, 'error', empty);
  else if (missing !== undefined) say(workspace, 'error', TEXTS.importedInPart(name, missing));
}

/** Opens files; what goes wrong becomes a notice. */
async function openSaying(
  workspace: Workspace,
  name: string,
  files: readonly BlobFile[],
  opening?: Opening,
): Promise<void> {
  try {
    await open(workspace, name, files, opening);
  } catch (error) {
    say(workspace, 'error', TEXTS.importFailed(name, messageOf(error)));
  }
}

/** Files with names that tell them apart. */
function namedApart(files: readonly File[]): readonly BlobFile[] {
  const times = new Map<string, number>();
  return files.map((blob) => {
    const { name } = blob;
    const time = (times.get(name) ?? 0) + 1;
    times.set(name, time);
    return { name: time === 1 ? name : `${name} (${time})`, blob };
  });
}

/** Opens the files that the user chose or dropped: several become one session. */
export async function importFiles(workspace: Workspace, files: readonly File[]): Promise<void> {
  const [first, ...others] = files;
  if (first === undefined) return;
  const name = others.length === 0 ? first.name : TEXTS.severalFiles(first.name, others.length);
  await openSaying(workspace, name, namedApart(files), { asks: true });
}

/** Texts one behind the other as a file, made in turns: there may be many. */
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

/** Opens a text that is there already: the sample, what a script hands in, or what somebody has pasted. */
export function importText(
  workspace: Workspace,
  name: string,
  text: string,
  opening?: Pick<Opening, 'asks'>,
): Promise<void> {
  return openSaying(workspace, name, [{ name, blob: new Blob([text]) }], opening);
}

/** Opens a text that is there in parts, such as a report's own recording. */
export async function importTexts(
  workspace: Workspace,
  name: string,
  texts: Iterable<string>,
): Promise<void> {
  await openSaying(workspace, name, [{ name, blob: await blobOf(texts, workspace.scheduler) }]);
}

/** Opens a recording that was saved. */
export async function openSaved(
  workspace: Workspace,
  { id, name }: { readonly id: number; readonly name: string },
  bytes: Uint8Array<ArrayBuffer>,
): Promise<void> {
  await open(workspace, name, [{ name, blob: new Blob([bytes]) }], { from: { kind: 'saved', id } });
}

/** Opens a session that was not saved. */
export async function openRecent(
  workspace: Workspace,
  { session, url }: Pick<StoredSession, 'session' | 'url'>,
): Promise<void> {
  const isWanted = ask(workspace);
  const source = sourceFrom((after) => workspace.host.openRecent(session, after));
  const read = await source.batches(-1);
  if ('gone' in read) say(workspace, 'error', read.gone);
  else if (isWanted())
    await workspace.open({ name: url, source, batches: read.batches, from: { kind: 'recent', session } });
}

/** Deletes a session that was not saved. */
export async function forgetRecent(
  workspace: Workspace,
  { session }: Pick<StoredSession, 'session'>,
): Promise<void> {
  try {
    await workspace.host.forgetRecent(session);
  } catch (error) {
    say(workspace, 'error', TEXTS.chrome.forgetFailed(messageOf(error)));
  }
}

function sayNoFormat(id: string): string {
  return `There is no format '${id}' that can be written.`;
}

function formatOf(id: string): FormatFacts {
  const format = writtenFormats.find((candidate) => candidate.id === id);
  if (format === undefined) throw new Error(sayNoFormat(id));
  return format;
}

/** What was chosen for the sites of a log: choices for others are nobody's business. */
function ownChoices({ streams }: Log, consumers: Consumers): Consumers {
  const sites = new Set(streams.map(siteOf));
  return Object.fromEntries(Object.entries(consumers).filter(([site]) => sites.has(site)));
}

/** The annotations of a session, as a recording holds them. */
function storedAnnotations({ log, annotations }: Session): Annotations {
  return {
    rulesOff: [...annotations.rulesOff.value],
    notes: [...annotations.notes.value].sort(([a], [b]) => a - b),
    dialects: Object.fromEntries(annotations.dialects),
    consumers: ownChoices(log, annotations.consumers),
  };
}

/** What of a session is written, and how. */
export type WriteChoice = Omit<WriteTask, 'kind' | 'files' | 'annotations' | 'seed' | 'report'>;

/** Writes a session as it is once all of it was read. Throws why that cannot be done, in one sentence. */
export async function writeSession(
  { host, scheduler }: Pick<Workspace, 'host' | 'scheduler'>,
  session: Session,
  choice: WriteChoice,
  signal?: AbortSignal,
): Promise<WrittenFile> {
  const { reading } = session;
  await reading.settled();
  const { files } = reading.source;
  const again = files === undefined ? await reading.again() : { batches: [] };
  if ('gone' in again) throw new GoneError(again.gone);
  const needsReport = writtenFormats.find(({ id }) => id === choice.format)?.needsReport === true;
  const report = needsReport ? await host.reportParts?.() : undefined;
  const seed = seedFrom((numbers) => crypto.getRandomValues(numbers));
  const annotations = storedAnnotations(session);
  const task: WriteTask = {
    ...choice,
    kind: 'write',
    seed,
    annotations,
    ...(files !== undefined && { files }),
    ...(report !== undefined && { report }),
  };
  const rest = () => new Promise<void>((resolve) => scheduler.soon(resolve));
  return writeInWorker(host.startWorker, task, again.batches, { rest, ...(signal && { signal }) });
}

/** Its batches are not stored any more. */
class GoneError extends Error {}

/** What was written, and how many frames it is without. */
type SavedFile = Pick<WrittenFile, 'blob' | 'leftOut'>;

/** The session on screen in a format. Of one that is not stored any more, events can be had still. */
async function write(
  workspace: Pick<Workspace, 'host' | 'scheduler'>,
  { session }: Pick<Shown, 'session'>,
  format: FormatFacts,
  signal?: AbortSignal,
): Promise<SavedFile> {
  const { log } = session;
  const origin = log.streams[0]?.url;
  const about = origin === undefined ? {} : { origin };
  const all = { scope: { kind: 'all' }, level: 'full', keep: [], isExamined: false } as const;
  try {
    const choice = { ...all, ...about, format: format.id };
    return await writeSession(workspace, session, choice, signal);
  } catch (error) {
    if (!(error instanceof GoneError) || format.needsBatches === true) throw error;
  }
  const { writeLog } = await import('@/lib/files/write-log');
  const annotations = storedAnnotations(session);
  const { written, leftOut } = writeLog(format.id, log, { annotations, ...about });
  if ('refused' in written) throw new Error(written.refused);
  return { blob: new Blob([...written], { type: format.mime }), leftOut: leftOut() };
}

/** A session as a recording, with all that was said about it. */
export async function recordingOf(
  workspace: Pick<Workspace, 'host' | 'scheduler'>,
  shown: Pick<Shown, 'session'>,
): Promise<Blob> {
  return (await write(workspace, shown, formatOf('recording'))).blob;
}

/** The session on screen as the text of a format. */
export async function exportText(workspace: Workspace, id: string): Promise<string> {
  return (await write(workspace, workspace.shown.value, formatOf(id))).blob.text();
}

/** The name of a file that holds a session which began at a time. */
export function fileName(startMs: number, extension: string): string {
  return `agui-${new Date(startMs).toISOString().slice(0, 19).replaceAll(':', '-')}${extension}`;
}

/** Does what takes a while, and can be cancelled meanwhile; says what comes of it, or why nothing does. */
async function doing(
  workspace: Workspace,
  text: string,
  act: (signal: AbortSignal) => Promise<string | undefined>,
): Promise<void> {
  const cancel = new AbortController();
  const job = { text, cancel: () => cancel.abort() };
  workspace.job.value = job;
  try {
    const done = await act(cancel.signal);
    if (done !== undefined) say(workspace, 'info', done);
  } catch (error) {
    if (!cancel.signal.aborted) say(workspace, 'error', TEXTS.exportFailed(messageOf(error)));
  } finally {
    if (workspace.job.value === job) workspace.job.value = undefined;
  }
}

/** Hands a file to the user once it is written. */
export function saveFile(
  workspace: Workspace,
  { name, mime }: { readonly name: string; readonly mime: string },
  write: (signal: AbortSignal) => Promise<SavedFile>,
): Promise<void> {
  return doing(workspace, TEXTS.exporting(name), async (signal) => {
    const { blob, leftOut } = await write(signal);
    workspace.host.save(name, mime, [blob]);
    return TEXTS.exported(name, formatSize(blob.size), leftOut);
  });
}

/** Hands the session on screen to the user as a file. */
export async function exportAs(workspace: Workspace, id: string, isPacked = false): Promise<void> {
  const shown = workspace.shown.value;
  const { log } = shown.session;
  const format = writtenFormats.find((candidate) => candidate.id === id);
  if (format === undefined) return say(workspace, 'error', TEXTS.exportFailed(sayNoFormat(id)));
  const name = fileName(
    log.length === 0 ? 0 : log.timeMsOf(0),
    `${format.extension}${isPacked ? '.gz' : ''}`,
  );
  const mime = isPacked ? 'application/gzip' : format.mime;
  await saveFile(workspace, { name, mime }, async (signal) => {
    const { blob, leftOut } = await write(workspace, shown, format, signal);
    return { blob: isPacked ? await gzipped(blob, signal).blob() : blob, leftOut };
  });
}

/** Puts a text on the clipboard, and says so. */
export async function copyText(workspace: Workspace, text: string): Promise<void> {
  const isCopied = await workspace.host.copy(text);
  workspace.notice.value = isCopied
    ? { severity: 'info', text: TEXTS.copied(formatSize(text.length)) }
    : { severity: 'error', text: TEXTS.copyFailed };
}

/** Puts texts on the clipboard, one behind the other; they are made in turns: there may be many. */
export async function copyTexts(workspace: Workspace, texts: Iterable<string>): Promise<void> {
  const { soon, now } = workspace.scheduler;
  await doing(workspace, TEXTS.copying, async (signal) => {
    const parts: string[] = [];
    let waiting: string[] = [];
    let until = now() + TURN_MS;
    for (const text of texts) {
      waiting.push(text);
      if (now() < until) continue;
      parts.push(waiting.join(''));
      waiting = [];
      await new Promise<void>((resolve) => soon(resolve));
      signal.throwIfAborted();
      until = now() + TURN_MS;
    }
    await copyText(workspace, [...parts, ...waiting].join(''));
    return undefined;
  });
}
