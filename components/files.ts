// Import and export as the panel does them: a file in, a file out, one sentence when it does not work.

import { formats } from '@/lib/files/formats';
import { sourceOf } from '@/lib/files/log-source';
import { readFile } from '@/lib/files/read-file';
import type { FileInput, Format, WriteSource } from '@/lib/files/types';
import type { Workspace } from '@/lib/session/workspace';
import { formatSize } from './format';
import { TEXTS } from './texts';

/** Shows a file in place of the live session; what cannot be read becomes a notice and changes nothing. */
async function open(workspace: Workspace, input: FileInput): Promise<void> {
  const result = readFile(input);
  if ('error' in result) {
    workspace.notice.value = { severity: 'error', text: TEXTS.importFailed(input.name, result.error) };
    return;
  }
  workspace.notice.value = undefined;
  await workspace.open(input.name, result.batches, result.annotations);
}

/** Opens a file that the user chose or dropped. */
export async function importFile(workspace: Workspace, file: File): Promise<void> {
  try {
    await open(workspace, { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) });
  } catch (error) {
    // The file was moved or changed while it was read.
    workspace.notice.value = { severity: 'error', text: TEXTS.importFailed(file.name, String(error)) };
  }
}

/** Opens a text that is there already: the sample, or what a script hands in. */
export function importText(workspace: Workspace, name: string, text: string): Promise<void> {
  return open(workspace, { name, text });
}

function formatOf(id: string): Format {
  const format = (formats as readonly Format[]).find((candidate) => candidate.id === id);
  if (format?.write === undefined) throw new Error(`There is no format '${id}' that can be written.`);
  return format;
}

function sourceFor(workspace: Workspace): WriteSource {
  const { session } = workspace.shown.value;
  const { log } = session;
  const origin = log.streams[0]?.url;
  const marks = {
    rulesOff: [...session.rulesOff.value],
    notes: [...session.notes.value].sort(([a], [b]) => a - b),
    dialects: Object.fromEntries(session.dialects),
  };
  return sourceOf(log, () => session.batches(), {
    annotations: marks,
    ...(origin !== undefined && { origin }),
  });
}

/** The pieces of a file; throws the format's own sentence where it refuses. */
function write(workspace: Workspace, format: Format): readonly string[] {
  const written = format.write?.(sourceFor(workspace)) ?? [];
  if ('refused' in written) throw new Error(written.refused);
  return [...written];
}

/** The session on screen as the text of a format. */
export async function exportText(workspace: Workspace, id: string): Promise<string> {
  await workspace.shown.value.session.settled();
  return write(workspace, formatOf(id)).join('');
}

/** Hands the session on screen to the user as a file. */
export async function exportAs(workspace: Workspace, id: string): Promise<void> {
  const { session } = workspace.shown.value;
  try {
    await session.settled();
    const format = formatOf(id);
    const parts = write(workspace, format);
    const first = new Date(session.log.length === 0 ? 0 : session.log.timeMsOf(0));
    const name = `agui-${first.toISOString().slice(0, 19).replaceAll(':', '-')}${format.extension}`;
    workspace.host.save(name, format.mime, parts);
    const size = formatSize(parts.reduce((sum, part) => sum + part.length, 0));
    workspace.notice.value = { severity: 'info', text: TEXTS.exported(name, size) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    workspace.notice.value = { severity: 'error', text: TEXTS.exportFailed(reason) };
  }
}

/** Puts a text on the clipboard, and says so. */
export async function copyText(workspace: Workspace, text: string): Promise<void> {
  const isCopied = await workspace.host.copy(text);
  workspace.notice.value = isCopied
    ? { severity: 'info', text: TEXTS.copied(formatSize(text.length)) }
    : { severity: 'error', text: TEXTS.copyFailed };
}
