// Import and export as the panel does them: a file in, a file out, one sentence when it does not work.

import { siteOf } from '@/lib/consumer/consumers';
import type { Annotations } from '@/lib/files/annotations';
import { formats } from '@/lib/files/formats';
import { sourceOf } from '@/lib/files/log-source';
import { contentOf, sayNoEvents } from '@/lib/files/no-events';
import { readFile } from '@/lib/files/read-file';
import type { FileBatch, Format } from '@/lib/files/types';
import type { Log } from '@/lib/log/log';
import type { Consumers } from '@/lib/session/annotations';
import type { Session } from '@/lib/session/session';
import type { Shown, ShownFrom } from '@/lib/session/shown';
import { type ReadAgain, recordsOf, type SessionSource, sourceFrom } from '@/lib/session/source';
import type { Workspace } from '@/lib/session/workspace';
import type { StoredSession } from '@/lib/wire/messages';
import { formatSize } from './format';
import { TEXTS } from './texts';

function say(workspace: Workspace, severity: 'error' | 'info', text: string): void {
  workspace.notice.value = { severity, text };
}

/** A file without brotli, where the browser can unpack it (Firefox can); else as it is, and reading says what to do. */
async function unbrotlied(name: string, blob: Blob): Promise<{ readonly name: string; readonly blob: Blob }> {
  if (!/\.br$/i.test(name)) return { name, blob };
  try {
    // The types do not know it yet.
    const unpacking = new DecompressionStream('brotli' as CompressionFormat);
    const unpacked = await new Response(blob.stream().pipeThrough(unpacking)).blob();
    return { name: name.replace(/\.br$/i, ''), blob: unpacked };
  } catch {
    return { name, blob };
  }
}

/** The batches of a file, parsed again whenever they are wanted: the browser keeps a Blob outside of the panel's heap. */
function sourceOfFile(name: string, blob: Blob): SessionSource {
  return sourceFrom(async () => {
    const result = readFile({ name, bytes: new Uint8Array(await blob.arrayBuffer()) });
    if ('error' in result) throw new Error(result.error);
    return result.batches;
  });
}

/** Shows a file in place of the live session; what cannot be read becomes a notice and changes nothing. */
async function open(workspace: Workspace, packed: string, file: Blob, from?: ShownFrom): Promise<void> {
  const { name, blob } = await unbrotlied(packed, file);
  const buffer = await blob.arrayBuffer();
  const result = readFile({ name, bytes: new Uint8Array(buffer) });
  if ('error' in result) return say(workspace, 'error', TEXTS.importFailed(name, result.error));
  workspace.notice.value = undefined;
  // A copy: the file on the disk may be changed or deleted while it is on screen.
  const source = sourceOfFile(name, new Blob([buffer]));
  await workspace.open({ name, source, batches: result.batches, annotations: result.annotations, from });
  const { session } = workspace.shown.value;
  await session.reading.settled();
  const empty = sayNoEvents(name, contentOf(session.log));
  if (empty !== undefined) say(workspace, 'error', empty);
}

/** Opens a file that the user chose or dropped. */
export async function importFile(workspace: Workspace, file: File): Promise<void> {
  try {
    await open(workspace, file.name, file);
  } catch (error) {
    // The file was moved or changed while it was read.
    say(workspace, 'error', TEXTS.importFailed(file.name, String(error)));
  }
}

/** Opens a text that is there already: the sample, or what a script hands in. */
export function importText(workspace: Workspace, name: string, text: string): Promise<void> {
  return open(workspace, name, new Blob([text]));
}

/** Opens a recording that was saved. */
export async function openSaved(
  workspace: Workspace,
  { id, name }: { readonly id: number; readonly name: string },
  bytes: Uint8Array<ArrayBuffer>,
): Promise<void> {
  await open(workspace, name, new Blob([bytes]), { kind: 'saved', id });
}

/** Opens a session that was not saved. */
export async function openRecent(
  workspace: Workspace,
  { session, url }: Pick<StoredSession, 'session' | 'url'>,
): Promise<void> {
  const source = sourceFrom((after) => workspace.host.openRecent(session, after));
  const read = await source.batches(-1);
  if ('gone' in read) say(workspace, 'error', read.gone);
  else await workspace.open({ name: url, source, batches: read.batches, from: { kind: 'recent', session } });
}

/** Deletes a session that was not saved. */
export async function forgetRecent(
  workspace: Workspace,
  { session }: Pick<StoredSession, 'session'>,
): Promise<void> {
  try {
    await workspace.host.forgetRecent(session);
  } catch (error) {
    say(
      workspace,
      'error',
      TEXTS.chrome.forgetFailed(error instanceof Error ? error.message : String(error)),
    );
  }
}

function formatOf(id: string): Format {
  const format = formats.find((candidate) => candidate.id === id);
  if (format?.write === undefined) throw new Error(`There is no format '${id}' that can be written.`);
  return format;
}

/** The batches for a format that is made of them, read again from where they are kept; throws where they are gone. */
async function batchesFor({ reading }: Session, format: Format): Promise<readonly FileBatch[]> {
  if (format.needsBatches !== true) return [];
  const again = await reading.again();
  if ('gone' in again) throw new Error(again.gone);
  return again.batches.map((batch) => {
    const { doc, frameId, n } = batch;
    return { doc, frameId, n, records: recordsOf(batch) };
  });
}

/** What was chosen for the sites of a log: choices for others are nobody's business. */
function ownChoices({ streams }: Log, consumers: Consumers): Consumers {
  const sites = new Set(streams.map(siteOf));
  return Object.fromEntries(Object.entries(consumers).filter(([site]) => sites.has(site)));
}

/** The annotations of a session, as a recording holds them. */
export function storedAnnotations({ log, annotations }: Session): Annotations {
  return {
    rulesOff: [...annotations.rulesOff.value],
    notes: [...annotations.notes.value].sort(([a], [b]) => a - b),
    dialects: Object.fromEntries(annotations.dialects),
    consumers: ownChoices(log, annotations.consumers),
  };
}

/** Every batch of a session, once all of it was read; or why they are gone. */
export async function batchesAgain({ reading }: Session): Promise<ReadAgain> {
  await reading.settled();
  return reading.again();
}

/** The parts of a file; throws the format's own sentence where it refuses. */
async function write({ session }: Pick<Shown, 'session'>, format: Format): Promise<readonly string[]> {
  await session.reading.settled();
  const batches = await batchesFor(session, format);
  const { log } = session;
  const origin = log.streams[0]?.url;
  const source = sourceOf(log, () => batches, {
    annotations: storedAnnotations(session),
    ...(origin !== undefined && { origin }),
  });
  const written = format.write?.(source) ?? [];
  if ('refused' in written) throw new Error(written.refused);
  return [...written];
}

/** A session as the parts of a recording, with all that was said about it. */
export function recordingOf(shown: Pick<Shown, 'session'>): Promise<readonly string[]> {
  return write(shown, formatOf('recording'));
}

/** The session on screen as the text of a format. */
export async function exportText(workspace: Workspace, id: string): Promise<string> {
  return (await write(workspace.shown.value, formatOf(id))).join('');
}

/** Hands the session on screen to the user as a file. */
export async function exportAs(workspace: Workspace, id: string): Promise<void> {
  const shown = workspace.shown.value;
  const { log } = shown.session;
  try {
    const format = formatOf(id);
    const parts = await write(shown, format);
    const first = new Date(log.length === 0 ? 0 : log.timeMsOf(0));
    const name = `agui-${first.toISOString().slice(0, 19).replaceAll(':', '-')}${format.extension}`;
    workspace.host.save(name, format.mime, parts);
    const size = formatSize(parts.reduce((sum, part) => sum + part.length, 0));
    say(workspace, 'info', TEXTS.exported(name, size));
  } catch (error) {
    say(workspace, 'error', TEXTS.exportFailed(error instanceof Error ? error.message : String(error)));
  }
}

/** Puts a text on the clipboard, and says so. */
export async function copyText(workspace: Workspace, text: string): Promise<void> {
  const isCopied = await workspace.host.copy(text);
  workspace.notice.value = isCopied
    ? { severity: 'info', text: TEXTS.copied(formatSize(text.length)) }
    : { severity: 'error', text: TEXTS.copyFailed };
}
