// The exported file: a part of the session, redacted, in a format.
import { effect } from '@preact/signals';
import { factsOf } from '@/lib/core/files/format-facts';
import { messageOf } from '@/lib/core/json/reason';
import { RowWindow } from '@/lib/core/log/row-window';
import type { Run } from '@/lib/core/model/types';
import type { Level } from '@/lib/core/redact/policy';
import type { ExportChoice, ScopeId } from '@/lib/panel/export-choice';
import type { Scope, WrittenFile } from '@/lib/panel/file-worker/types';
import type { Session } from '@/lib/panel/session';
import type { Workspace } from '@/lib/panel/workspace';
import { gzipped } from '../files/compress-blob';
import { fileName, originOf, writeFromMemory, writeSession } from './save-file';

export type ExportFile =
  | (WrittenFile & { readonly name: string; readonly mime: string })
  | { readonly refused: string };

export function scopeRuns(
  { models, cursor, summaries, choices }: Session,
  scope: 'run' | 'runs',
): readonly Run[] {
  if (scope === 'run') return [summaries.runOf(cursor.seq.peek())].filter((run) => run !== undefined);
  const { runs } = models.newest();
  return choices.compared.peek().flatMap((index) => runs.at(index) ?? []);
}

/** True if the filter or the selected time leaves out events, or earlier page loads are not in the list. */
export const isPartShown = ({ filter, list }: Session): boolean =>
  !filter.compiled.value.isEmpty || list.part.value !== undefined;

/** Events that match the filter, within the part that the list shows. */
export function shownSeqs({ filter, list }: Session): readonly number[] {
  const { rows: matches } = filter.matches.peek();
  const part = list.part.peek();
  const rows = part === undefined ? matches : new RowWindow(matches, part);
  const seqs: number[] = [];
  for (let index = 0; index < rows.length; index++) {
    const row = rows.at(index);
    if (row?.kind === 'event') seqs.push(row.seq);
  }
  return seqs;
}

function scopeOf(session: Session, scope: ScopeId): Scope {
  const { cursor, summaries } = session;
  switch (scope) {
    case 'all':
      return { kind: 'all' };
    case 'event':
      return { kind: 'events', seqs: [cursor.seq.peek()] };
    case 'shown':
      return { kind: 'events', seqs: shownSeqs(session) };
    case 'run':
    case 'runs':
      return {
        kind: 'events',
        seqs: scopeRuns(session, scope).flatMap((run) => [...summaries.seqsOf(run)]),
      };
  }
}

/** Resolves when the session is read and the filter has checked every event, or on abort. */
export async function filtered({ reading, filter }: Session, signal: AbortSignal): Promise<void> {
  await reading.settled();
  return new Promise((resolve) => {
    let stop = () => {};
    const end = () => {
      stop();
      resolve();
    };
    stop = effect(() => {
      if (filter.matches.value.complete) queueMicrotask(end);
    });
    signal.addEventListener('abort', end, { once: true });
  });
}

interface Making {
  readonly signal: AbortSignal;
  /** 0 to 1. */
  onShare(share: number): void;
}

function levelOf({ level, keepsTools }: ExportChoice): Level {
  return level === 'choose' && keepsTools ? 'tools' : level;
}

/** Never rejects: an error becomes one sentence. */
export async function exportFile(
  workspace: Workspace,
  session: Session,
  choice: ExportChoice,
  making: Making,
): Promise<ExportFile> {
  const { scope, level, keep, hidesSecrets, isPacked } = choice;
  const { signal } = making;
  try {
    const format = factsOf(choice.format);
    if (scope === 'shown') await filtered(session, signal);
    const asked = {
      format: format.id,
      scope: scopeOf(session, scope),
      level: levelOf(choice),
      ...(level === 'choose' ? { keep, hidesSecrets } : { keep: [] }),
      ...(level === 'full' && originOf(session)),
      isExamined: true,
    };
    const written: WrittenFile = await writeSession(workspace, session, asked, making).catch(
      async (error: unknown) => {
        if (level !== 'full' || scope !== 'all') throw error;
        return { start: '', replaced: 0, ...(await writeFromMemory(session, format, error)) };
      },
    );
    const name = fileName(written.examined?.startMs ?? 0, format.extension);
    if (!isPacked || format.isPackable !== true) return { ...written, mime: format.mime, name };
    const blob = await gzipped(written.blob, signal).blob();
    return { ...written, blob, mime: 'application/gzip', name: `${name}.gz` };
  } catch (error) {
    return { refused: messageOf(error) };
  }
}
